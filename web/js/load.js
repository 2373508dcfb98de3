// Fetches, compiles and starts the program, and says in words how far it is and why it failed.

// Failure has a code, for which the page has a sentence, and the browser's own words.
export class Failure extends Error {
  constructor(code, detail = "") {
    super(detail || code);
    this.code = code;
    this.detail = detail;
  }
}

// load resolves when the program has begun to run. Progress is told in bytes.
export async function load(url, size, progress) {
  if (typeof WebAssembly !== "object" || !WebAssembly.instantiate) throw new Failure("wasm");
  if (typeof Go !== "function") throw new Failure("loader");
  const go = new Go();
  const response = await get(url);
  const { instance } = await instantiate(response, go, size, progress);
  return { go, instance };
}

async function get(url) {
  let response;
  try {
    response = await fetch(url, { credentials: "omit" });
  } catch (e) {
    throw new Failure(navigator.onLine === false ? "offline" : "network", String(e));
  }
  if (!response.ok) throw new Failure("missing", `${response.status} ${url}`);
  return response;
}

// The response itself goes to the compiler untouched: a wrapped one would lose the browser's cache
// of compiled code. What has arrived is counted on a clone.
async function instantiate(response, go, size, progress) {
  const streams = WebAssembly.instantiateStreaming &&
    response.headers.get("Content-Type")?.split(";")[0].trim() === "application/wasm";
  count(response.clone(), size, progress);
  try {
    if (streams) return await WebAssembly.instantiateStreaming(response, go.importObject);
    return await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
  } catch (e) {
    throw why(e);
  }
}

function why(e) {
  const words = String(e?.message ?? e);
  if (/Content Security Policy|unsafe-eval|blocked by CSP/i.test(words)) {
    return new Failure("csp", words);
  }
  if (e instanceof WebAssembly.LinkError || e instanceof TypeError && /import/i.test(words)) {
    return new Failure("mismatch", words);
  }
  if (e instanceof RangeError || /memory/i.test(words)) return new Failure("memory", words);
  if (e instanceof WebAssembly.CompileError) return new Failure("damaged", words);
  return new Failure("network", words);
}

async function count(copy, size, progress) {
  if (!copy.body) return;
  const reader = copy.body.getReader();
  let got = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      got += value.byteLength;
      progress(Math.min(got, size), size);
    }
  } catch {
    // The compiler reads the same stream and reports what is wrong with it.
  }
}
