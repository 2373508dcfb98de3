// What the reader's system asks for, and how the page is to be shown: by the link, else by the
// page's own address, else by system and browser.
import { asked } from "./link.js";
import { languages } from "./say.js";

const html = document.documentElement;
const ask = asked();

export const system = {
  dark: matchMedia("(prefers-color-scheme: dark)"),
  still: matchMedia("(prefers-reduced-motion: reduce)"),
  contrast: matchMedia("(prefers-contrast: more)"),
  forced: matchMedia("(forced-colors: active)"),
};

const contrast = () => system.contrast.matches || system.forced.matches;

export function wanted() {
  const own = html.dataset.lang === "auto" ? navigator.languages : [html.dataset.lang];
  const auto = own.map((l) => l.slice(0, 2)).find((l) => languages.includes(l)) ?? "en";
  return {
    lang: ask("lang", languages, auto),
    theme: ask("theme", ["light", "dark", "contrast", "auto"], "auto"),
    motion: ask("motion", ["full", "none", "auto"], "auto"),
    ui: ask("ui", ["figure", "player", "lab"], ""),
    dark: system.dark.matches,
    reduced: system.still.matches,
    contrast: contrast(),
  };
}

// follow tells the program, while it runs, what the system asks for now.
export function follow(program) {
  for (const query of Object.values(system)) {
    query.addEventListener("change", () =>
      program()?.system(system.dark.matches, system.still.matches, contrast()));
  }
}
