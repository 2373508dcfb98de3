// The strip under the stage: buttons, the playhead and the speed. The range input is the playhead;
// what the canvas shows moves the same one.
import { $, el, icon, part, text } from "./dom.js";
import { say } from "./program.js";

const icons = {
  start: "M4 4h2v12H4zM17 4v12L7 10z",
  back: "M15 4v12L5 10z",
  play: "M6 3.5v13L17 10z",
  pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
  forward: "M5 4v12l10-6z",
  end: "M14 4h2v12h-2zM3 4v12l10-6z",
};

export function control(c, attrs = {}, ...inside) {
  const words = c.off && c.reason ? `${c.label}: ${c.reason}` : c.label;
  return el("button", {
    type: "button", "data-key": c.id, "data-say": c.line, "aria-disabled": c.off ? "true" : null,
    title: c.keys ? `${words} (${c.keys})` : words, ...attrs,
  }, ...inside);
}

let dragging = false;

export function wire() {
  const range = $("playhead");
  range.addEventListener("input", () => say(`seek beat=${Number(range.value).toFixed(3)}`));
  range.addEventListener("pointerdown", () => { dragging = true; });
  for (const type of ["pointerup", "pointercancel", "change", "blur"]) {
    range.addEventListener(type, () => { dragging = false; });
  }
  $("speed").addEventListener("change", (e) => say(e.target.value));
}

// scrubbing tells that the playhead is being moved by hand, which the range input itself
// announces.
export const scrubbing = () => dragging || document.activeElement === $("playhead");

export function transport(s) {
  part($("buttons"), s.transport, (list) => list.map((c) =>
    // One key for play and pause: whoever pressed the one has the focus on the other.
    control(c, { class: c.id, "aria-label": c.label, "data-key": c.line }, icon(icons[c.id] ?? ""))));
  part($("speed"), s.speeds, (list) => list.map((c) =>
    el("option", { value: c.line, selected: c.on }, c.short || c.label)));
  const range = $("playhead");
  range.disabled = s.beats <= 0;
  range.max = String(s.beats);
  if (!dragging) range.value = String(s.beat);
  range.setAttribute("aria-valuetext", s.valueText);
  const share = s.beats > 0 ? s.beat / s.beats : 0;
  $("track").style.setProperty("--share", String(share));
  part($("ticks"), [s.stops.map((p) => [p.beat, p.passed]), s.beats], () => s.stops.map((p) => {
    const tick = el("span", { class: p.passed ? "passed" : null });
    tick.style.setProperty("--at", String(s.beats > 0 ? p.beat / s.beats : 0));
    return tick;
  }));
  text($("clock"), s.clock);
}
