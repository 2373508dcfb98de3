// The page's own words, in the language in use. They come with the page, because they are needed
// before the program has arrived.
import { words } from "./words.js";

let lang = "en";

export const languages = Object.keys(words);

// A language is listed under its own name.
export const named = { en: "English", ru: "Русский" };
export const language = () => lang;

// t is a text by its key, with {name} filled in.
export function t(key, args = {}) {
  const s = words[lang]?.[key] ?? words.en?.[key] ?? key;
  return s.replace(/\{(\w+)\}/g, (m, name) => (name in args ? String(args[name]) : m));
}

const after = [];

// onSpeak calls f now and whenever the language changes.
export function onSpeak(f) {
  after.push(f);
  f();
}

// speak switches the language of everything on the page that has a key.
export function speak(next) {
  if (!words[next]) return;
  lang = next;
  document.documentElement.lang = next;
  for (const e of document.querySelectorAll("[data-t]")) e.textContent = t(e.dataset.t);
  for (const e of document.querySelectorAll("[data-t-label]")) {
    e.setAttribute("aria-label", t(e.dataset.tLabel));
    if (e.matches("summary")) e.title = t(e.dataset.tLabel);
  }
  for (const f of after) f();
}
