// Shortcuts. What a key does is a line in the program's own table; here it is only decided whose
// key it is: single keys act while the focus is in the figure and not in something that needs the
// key itself, and Tab is never touched.
import { $ } from "./dom.js";

const mine = {
  text: (e) => e.matches("input:not([type=range]), textarea, select, [contenteditable]"),
  press: (e) => e.matches("button, a[href], summary"),
};

// The keys that walk the things on the stage.
const walks = /^Arrow(Up|Down)$/;

// A page of its own hears its keys before anything has the focus, a figure in an article only once
// it had it; whoever pressed Escape has them back until he returns into the figure.
let released = window.parent !== window;

export function keys(program) {
  $("figure").addEventListener("focusin", () => { released = false; });
  document.addEventListener("keydown", (e) => {
    const scrolls = document.documentElement.dataset.form === "stack";
    if (e.target === document.body && (released || scrolls)) return;
    if (e.defaultPrevented || e.isComposing || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Escape") return leave(e, program());
    if (e.code === "Tab" || /^F\d+$/.test(e.code) || mine.text(e.target)) return;
    if (mine.press(e.target) && (e.code === "Enter" || e.code === "Space")) return;
    if (walks.test(e.code) && e.target !== $("stage")) return; // they scroll what has the focus
    const chord = (e.shiftKey ? "Shift+" : "") + e.code;
    if (program()?.key(chord)) e.preventDefault();
  });
}

// leave closes what is open, or lets go of what is selected, or else gives the keys back to the
// page.
function leave(e, program) {
  const menu = document.querySelector("details.menu[open]");
  const opener = [["settings", "settings-open"], ["figure", "more"]]
    .find(([node]) => $(node).classList.contains(node === "settings" ? "open" : "more"));
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  } else if (opener) {
    $(opener[1]).click();
    $(opener[1]).focus();
  } else if (program?.key("Escape")) {
    if ($("chosen").contains(e.target)) $("stage").focus();
  } else if (e.target === $("stage")) {
    $("stage").blur();
    released = true;
    return;
  } else {
    return;
  }
  e.preventDefault();
}
