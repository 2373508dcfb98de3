// Tells a screen reader what happens: one sentence a step, at most one a second, the last wins.
import { $ } from "./dom.js";

const every = 1000;
let last = 0;
let timer = 0;
let next = "";

export function announce(sentence) {
  next = sentence;
  if (timer || !sentence) return;
  timer = setTimeout(() => {
    timer = 0;
    last = performance.now();
    $("live").textContent = next;
  }, Math.max(0, last + every - performance.now()));
}
