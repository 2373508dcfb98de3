// The program behind the page. There is one while it runs; lines said before it is there wait.
let functions = null;
const waiting = [];

export function connect(f) {
  functions = f;
  for (const line of waiting.splice(0)) f.say(line);
}

export function disconnect() {
  functions = null;
}

export const program = () => functions;

// say performs a line, now or when the program has arrived.
export function say(line) {
  if (!line) return;
  if (functions) functions.say(line);
  else waiting.push(line);
}
