// The address always names the moment, and a link may say how it is to be shown.

// asked reads what the address wants of the page itself; the program reads the rest of it.
export function asked() {
  const p = new URLSearchParams(location.hash.slice(1));
  return (name, allowed, otherwise) =>
    allowed.includes(p.get(name)) ? p.get(name) : otherwise;
}

const every = 400; // browsers refuse to be told a new address more often than that for long
let timer = 0;
let want = "";

// name puts the link of the moment into the address, without an entry in the history.
export function name(link) {
  want = link;
  if (timer) return;
  timer = setTimeout(nameNow, every);
}

// nameNow does it at once: the page is about to go, or somebody wants the address.
export function nameNow() {
  clearTimeout(timer);
  timer = 0;
  put();
}

function put() {
  if (!want || want === location.hash) return;
  try {
    history.replaceState(history.state, "", want);
  } catch {
    // Refused for now; the next moment will be written.
  }
}
