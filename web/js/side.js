// The side panel: what the learner chose and may change, the state in tables, what happened, and
// the console.
import { $, el, part, rich, text } from "./dom.js";
import { say } from "./program.js";
import { t } from "./say.js";
import { control } from "./transport.js";

export function side(s) {
  const versions = s.beside ? [...s.variants, s.beside] : s.variants;
  section("versions", versions.length ? versions : null, (list) => [
    el("h2", {}, t("variants")),
    el("div", { class: "pills" }, list.map((c) => el("button", {
      type: "button", "data-key": c.id, "data-say": c.line, "aria-pressed": String(c.on),
    }, c.label))),
  ]);
  section("fork", s.fork || s.canUndo ? [s.fork ?? null, s.canUndo] : null, fork);
  section("try", s.try.length ? [s.tryTitle, s.try] : null, ([title, list]) => [
    el("h2", {}, t("try"), ": ", title),
    el("div", { class: "pills" }, list.map((c) =>
      control(c, { "aria-pressed": String(c.on) }, c.label))),
  ]);
  section("chosen", s.selected || s.verbs.length ? [s.selected, s.verbs] : null, chosen);
  if (!s.playing) atRest(s);
  section("checks", s.invariants.length ? s.invariants : null, (list) => [
    el("h2", { id: "checks-head" }, t("invariants")),
    el("ul", { class: "checks" }, list.map((c) => el("li", { class: c.ok ? "ok" : "broken" },
      el("span", { class: "unseen" }, c.ok ? t("holds") : t("broken"), ": "), rich(c.text)))),
  ]);
  answer(s.console);
}

// atRest writes what nobody could read while it changes, and the program sends only at rest.
function atRest(s) {
  part($("tables"), s.tables, (list) => list.map(table));
  if (part($("transcript"), s.transcript, (list) => list.map(item))) keepInView();
}

function section(id, data, build) {
  const node = $(id);
  node.hidden = data === null;
  if (data !== null) part(node, data, build);
}

// fork tells what the learner did, and how to take it back.
function fork([f, undo]) {
  return [
    el("h2", { id: "fork-head" }, t("fork")),
    f ? el("ol", { class: "lines" }, f.lines.map((l) => el("li", {}, el("code", {}, l)))) : null,
    el("div", { class: "pills" },
      undo ? el("button", { type: "button", "data-key": "undo", "data-say": "undo" }, t("undo"))
        : null,
      f ? el("button", { type: "button", "data-key": "back", "data-say": f.back }, t("fork-back"))
        : null),
  ];
}

function chosen([selected, verbs]) {
  return [
    selected ? el("h2", {}, selected.title) : el("h2", {}, t("verbs")),
    selected ? el("dl", { class: "facts" }, selected.facts.flatMap(([name, value]) =>
      [el("dt", {}, name), el("dd", {}, value)])) : null,
    verbs.length ? el("div", { class: "pills" }, verbs.map((c) => control(c, {}, c.label))) : null,
    ...verbs.filter((c) => c.off && c.reason).map((c) =>
      el("p", { class: "note" }, `${c.label}: ${c.reason}`)),
  ];
}

// table is the state of one replica: watermarks, records, files.
function table(r) {
  return el("details", { class: "replica", open: true },
    el("summary", {}, r.title),
    r.watermarks.length ? el("ul", { class: "marks" }, r.watermarks.map(([name, value]) =>
      el("li", {}, el("b", {}, name), " ", value))) : null,
    r.rows.length ? el("div", { class: "scroll", tabindex: "0", role: "region",
      "aria-label": r.title },
    el("table", {},
      el("thead", {}, el("tr", {}, r.columns.map((c) => el("th", { scope: "col" }, c)))),
      el("tbody", {}, r.rows.map((row) => el("tr", { class: row.on ? "on" : null },
        row.cells.map((cell, i) => i === 0
          ? el("th", { scope: "row" }, row.line ? el("button", { type: "button", class: "cell",
            "data-key": row.line, "data-say": row.line, "aria-pressed": String(row.on) }, cell)
            : cell)
          : el("td", {}, cell))))))) : null,
    r.more ? el("p", { class: "note" }, r.more) : null,
    r.files.length ? el("ul", { class: "files" }, r.files.map((f) =>
      el("li", { class: f.state },
        f.line ? el("button", { type: "button", class: "cell", "data-key": f.line,
          "data-say": f.line, "aria-pressed": String(f.on) }, f.name) : el("code", {}, f.name),
        el("span", {}, f.size), el("span", { class: "tag" }, f.label)))) : null);
}

function item(i) {
  return el("li", { class: i.stop ? "stop" : null, "aria-current": i.current ? "step" : null },
    el("a", { href: i.link, "data-say": i.line, "data-key": `step-${i.step}` }, rich(i.text)));
}

// keepInView scrolls the transcript, and never the page, to the current step.
function keepInView() {
  const list = $("transcript");
  const here = list.querySelector("[aria-current]");
  if (!here || list.contains(document.activeElement)) return;
  const top = here.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + here.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 3;
  }
}

// The console: a line, its answer, and the lines said before.
const said = [];
let at = 0;

export function wire() {
  const input = $("line");
  $("console-form").addEventListener("submit", (e) => {
    e.preventDefault();
    const line = input.value.trim();
    if (!line) return;
    if (said[said.length - 1] !== line) said.push(line);
    at = said.length;
    input.value = "";
    say(line);
  });
  input.addEventListener("keydown", (e) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
    if (!step || e.isComposing || !said.length) return;
    at = Math.min(Math.max(at + step, 0), said.length);
    input.value = said[at] ?? "";
    e.preventDefault();
  });
}

function answer(c) {
  const node = $("answer");
  text(node, c.error || c.output);
  node.classList.toggle("wrong", c.error !== "");
  node.hidden = node.textContent === "";
  $("line").setAttribute("aria-invalid", String(c.error !== ""));
  part($("hints"), c.hints, (list) => list.map((h) => el("option", { value: h })));
}
