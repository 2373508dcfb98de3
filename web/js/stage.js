// The place of the picture: its size in pixels, pointers and wheel, and whether it can be seen.
import { $ } from "./dom.js";
import { rest, setPixels } from "./engine.js";

// Phones have many small pixels, little memory and get hot: two pixels a point are enough there.
const limits = matchMedia("(pointer: coarse)").matches
  ? { ratio: 2, pixels: 4e6 } : { ratio: 4, pixels: 17e6 };

let size = { w: 0, h: 0, ratio: 0 };

// watch calls resized with the size in points and the pixels of a point, now and at every change.
export function watch(resized) {
  const stage = $("stage");
  const update = () => {
    const w = stage.clientWidth;
    const h = stage.clientHeight;
    if (w < 1 || h < 1) return;
    const ratio = Math.min(devicePixelRatio || 1, limits.ratio, Math.sqrt(limits.pixels / (w * h)));
    const px = { w: Math.max(1, Math.round(w * ratio)), h: Math.max(1, Math.round(h * ratio)) };
    if (size.w === w && size.h === h && size.ratio === ratio) return;
    size = { w, h, ratio };
    resized(px.w / ratio, px.h / ratio, ratio);
    setPixels(px.w, px.h);
  };
  new ResizeObserver(update).observe(stage);
  const ratioChanged = () => {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
      .addEventListener("change", () => {
        update();
        ratioChanged();
      }, { once: true });
  };
  ratioChanged();
  update();
}

// seen shuts the engine's gate while no part of the picture is in view.
export function seen() {
  new IntersectionObserver((list) => {
    rest("unseen", !list[list.length - 1].isIntersecting);
  }).observe($("stage"));
}

// point carries pointers to the program. A touch that turns out to scroll the page is cancelled
// by the browser; a press acts on release.
export function point(program) {
  const stage = $("stage");
  const at = (e) => {
    const box = stage.getBoundingClientRect();
    return [e.clientX - box.left - stage.clientLeft, e.clientY - box.top - stage.clientTop];
  };
  const send = (kind) => (e) => {
    if (!e.isPrimary || e.target.closest("button, a, progress")) return;
    program()?.pointer(kind, ...at(e));
  };
  stage.addEventListener("pointermove", send("move"));
  stage.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    send("down")(e);
    if (!e.target.closest("button, a")) stage.setPointerCapture(e.pointerId);
  });
  stage.addEventListener("pointerup", send("up"));
  stage.addEventListener("pointerleave", send("leave"));
  stage.addEventListener("pointercancel", send("cancel"));
  // The wheel belongs to the document, unless the reader works in the picture and the picture has
  // a use for it.
  stage.addEventListener("wheel", (e) => {
    if (document.activeElement !== stage || e.ctrlKey || e.metaKey) return;
    const unit = e.deltaMode === 1 ? 16 : 1;
    if (program()?.wheel(...at(e), e.deltaX * unit, e.deltaY * unit, e.altKey)) e.preventDefault();
  }, { passive: false });
}
