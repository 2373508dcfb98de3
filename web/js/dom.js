// Small tools for the document: make elements, and rewrite a part of the page only when what it
// says has changed, without taking the focus from whoever works in it.

export const $ = (id) => document.getElementById(id);

// el makes an element. Attributes that start with "on" are listeners; null and false are left out.
export function el(tag, attrs = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (value === true) e.setAttribute(name, "");
    else e.setAttribute(name, value);
  }
  e.append(...children.flat().filter((c) => c !== null && c !== undefined));
  return e;
}

const NS = "http://www.w3.org/2000/svg";

// icon makes a small drawing of one path in a box of 20 by 20.
export function icon(path) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const p = document.createElementNS(NS, "path");
  p.setAttribute("d", path);
  svg.append(p);
  return svg;
}

const shown = new WeakMap();

// part rewrites a part of the page if data, or the language, differs from what it was written
// from. The element that had the focus gets it back by its data-key; if it is gone, the part
// itself does not steal it.
export function part(node, data, build) {
  const text = document.documentElement.lang + JSON.stringify(data);
  if (shown.get(node) === text) return false;
  shown.set(node, text);
  const active = node.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.dataset.key;
  node.replaceChildren(...[build(data)].flat().filter(Boolean));
  if (key) node.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  return true;
}

// text sets the text of an element if it differs.
export function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

// rich turns `code` and *emphasis* into elements; everything else stays text.
export function rich(source) {
  const out = [];
  for (const piece of source.split(/(`[^`]*`|\*[^*\s][^*]*\*)/)) {
    if (piece.length > 2 && piece[0] === "`") out.push(el("code", {}, piece.slice(1, -1)));
    else if (piece.length > 2 && piece[0] === "*") out.push(el("em", {}, piece.slice(1, -1)));
    else if (piece) out.push(document.createTextNode(piece));
  }
  return out;
}
