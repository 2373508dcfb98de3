// What the engine must not do to the page, settled before it starts.
//
// Ebitengine takes the whole page for its own: it measures the body, appends its canvas to it,
// cancels every key, wheel and touch over the canvas, asks for a picture sixty times a second, and
// reloads the page when the GPU takes its context away. None of that needs a patch of the engine.

let canvas = null;
let pixels = { w: 16, h: 16 };

// The guard. Events that go to the canvas never reach the engine's own listeners; capture on
// window comes first. What the browser does by itself — Tab, scrolling, zoom — stays its own, and
// the page reads pointers on the stage with listeners of its own.
const guarded = ["keydown", "keyup", "mousedown", "mouseup", "mousemove", "wheel", "touchstart",
  "touchend", "touchmove", "touchcancel", "contextmenu", "dragover", "drop", "blur"];

export function guard(onLost) {
  for (const type of guarded) {
    window.addEventListener(type, (e) => {
      if (canvas && e.target === canvas) e.stopImmediatePropagation();
    }, { capture: true, passive: true });
  }
  window.addEventListener("resize", (e) => {
    if (shut.gone) e.stopImmediatePropagation();
  }, true);
  window.addEventListener("webglcontextlost", (e) => {
    if (e.target !== canvas) return;
    e.stopImmediatePropagation();
    onLost();
  }, true);
}

// The gate. While nothing moves, the engine's wish for another picture is kept instead of granted.
const frame = window.requestAnimationFrame.bind(window);
const kept = [];
const shut = { still: false, unseen: false, gone: false };
const closed = () => shut.still || shut.unseen || shut.gone;
let granted = 0;

export function gate() {
  window.requestAnimationFrame = (f) => {
    if (closed()) {
      kept.push(f);
      return 0;
    }
    granted++;
    return frame(f);
  };
}

// rest closes the gate for a reason, "still" or "unseen", or opens it.
export function rest(why, yes) {
  shut[why] = yes;
  if (closed()) return;
  for (const f of kept.splice(0)) window.requestAnimationFrame(f);
}

// resting tells that nothing will move until something is said.
export const resting = () => shut.still;

// turns counts the pictures that the engine was granted.
export const turns = () => granted;

// The size. The engine reads its size from the body and the ratio of pixels once for ever, so it
// is told the size of its canvas in pixels instead, and that there is no ratio.
export function measure() {
  for (const [name, side] of [["clientWidth", "w"], ["clientHeight", "h"]]) {
    Object.defineProperty(document.body, name, {
      configurable: true, get: () => pixels[side],
    });
  }
}

export function setPixels(w, h) {
  if (pixels.w === w && pixels.h === h) return;
  pixels = { w, h };
  if (canvas) window.dispatchEvent(new Event("resize"));
}

// adopt moves the engine's canvas to where the page wants it. It is a picture to look at: what it
// shows stands in the document in words, so it is hidden from those who read those.
export function adopt(place) {
  canvas = document.querySelector("body > canvas");
  if (!canvas) return null;
  canvas.removeAttribute("tabindex");
  canvas.setAttribute("aria-hidden", "true");
  place.append(canvas);
  return canvas;
}

// dismiss ends the engine's part: its canvas goes, it gets no more turns, and it does not hear that
// the window has another size, because it would draw into a context that is gone.
export function dismiss() {
  canvas?.remove();
  canvas = null;
  shut.gone = true;
}

// webgl tells whether the browser can give the engine what it draws with.
export function webgl() {
  try {
    const probe = document.createElement("canvas");
    const gl = probe.getContext("webgl2", { stencil: true });
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    return gl !== null;
  } catch {
    return false;
  }
}
