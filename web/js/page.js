// Writes the status of the program into the page. The page has no state of its own: everything
// shown is in the status, and everything that can be done is a line in it.
import { $, el, part, rich, text } from "./dom.js";
import { announce } from "./live.js";
import { name } from "./link.js";
import { side } from "./side.js";
import { say } from "./program.js";
import { language, speak, t } from "./say.js";
import { scrubbing, transport } from "./transport.js";

let before = null;

// panels are the lists that the program knows to be open or not, and where they are on the page.
const panels = [["lessons", "lessons"], ["keys", "help"]];

// wire tells the program of a list that was opened or closed by its own button.
export function wire() {
  for (const [name, menu] of panels) {
    $(menu).addEventListener("toggle", () => {
      if (before && $(menu).open !== (before.panel === name)) say(`panel ${name}`);
    });
  }
}

export function show(s) {
  const html = document.documentElement;
  html.dataset.theme = s.themeName;
  html.dataset.motion = s.reduced ? "none" : "full";
  if (s.lang !== language()) speak(s.lang);
  head(s);
  now(s);
  transport(s);
  side(s);
  if (!s.playing) text($("description"), s.description); // nobody can read it while it changes
  text($("alert"), s.alert);
  name(s.link);
  tell(s);
  if (s.panel === "verbs") toVerbs();
  before = s;
}

// toVerbs leads the keyboard from the selected thing to what can be done with it. On the page that
// is no list to be opened: it is there.
function toVerbs() {
  $("chosen").querySelector(".pills button")?.focus();
  say("panel verbs");
}

// tell announces a step that was not reached by moving the playhead by hand.
function tell(s) {
  if (!before || scrubbing() || before.lesson !== s.lesson || before.lang !== s.lang) return;
  if (before.saidId !== s.saidId) return announce(s.said);
  if (before.step === s.step && before.stop === s.stop) return;
  const item = s.transcript.find((i) => i.current);
  announce(before.caption !== s.caption ? plain(s.caption) : item ? plain(item.text) : s.valueText);
}

const plain = (s) => s.replace(/[`*]/g, "");

function head(s) {
  text($("part"), s.part || t("lessons"));
  text($("title"), s.title);
  document.title = `${s.title} · Highwater`;
  part($("lesson-list"), s.lessons, lessons);
  part($("variants"), choices(s), (list) => list.map(choice));
  part($("keys"), s.keys, (list) => list.map(([key, does]) =>
    [el("dt", {}, key), el("dd", {}, does)]));
  for (const [name, menu] of panels) $(menu).open = s.panel === name;
  select($("lang"), s.lang);
  select($("theme"), s.theme);
  select($("motion"), s.motion);
  const n = Math.max(s.stopIndex + 1, 0);
  const of = s.stops.length;
  text($("stop-of"), of ? t("stop-of", { n, of }) : "");
  part($("place"), [n, of, s.lang], () => of ? [
    el("span", { "aria-hidden": "true" }, `${n} / ${of}`),
    el("span", { class: "unseen" }, t("stop-of", { n, of })),
  ] : []);
}

// choices are the variants of a lesson and, where there are several, all of them at once.
const choices = (s) => s.beside ? [...s.variants, s.beside] : s.variants;

const choice = (c) => el("button", {
  type: "button", "data-key": c.id, "data-say": c.line, "aria-pressed": String(c.on),
}, c.label);

function select(node, value) {
  if (node.value !== value) node.value = value;
}

// lessons groups the list under the headings of its parts.
function lessons(list) {
  const out = [];
  let group = null;
  for (const l of list) {
    if (!group || group.part !== l.part) {
      group = { part: l.part, ul: el("ul") };
      if (l.part) out.push(el("h3", {}, l.part));
      out.push(group.ul);
    }
    group.ul.append(el("li", {}, el("a", {
      href: `#lesson=${encodeURIComponent(l.id)}`, "data-say": l.line, "data-key": l.id,
      "aria-current": l.current ? "page" : null,
    }, l.title)));
  }
  return out;
}

function now(s) {
  part($("caption"), s.caption, (c) => el("p", {}, rich(c)));
  part($("why"), s.why, (list) => list.map(because));
  text($("why-all"), t("why-all", { n: s.why.length }));
  $("why-all").hidden = s.why.length < 2;
  part($("question"), s.question ?? null, (q) => q && ask(q));
}

// because is one "why?": a button that opens the rule, where it comes from, and what led to it,
// down to a setting or a command.
function because(w) {
  const id = `why-${w.key}`;
  return el("div", { class: "because" },
    el("button", {
      type: "button", class: "ask", "data-key": w.key, "data-say": w.line,
      "aria-expanded": String(w.open), "aria-controls": id,
    }, w.title),
    el("div", { id, hidden: !w.open, class: "answer" },
      el("p", {}, rich(w.text)),
      w.source ? el("p", { class: "note" }, rich(w.source)) : null,
      w.chain.length ? [el("p", { class: "led" }, w.chainLabel),
        el("ol", { class: "chain" }, w.chain.flatMap(rungs))] : null));
}

// rungs are the lines that one link of a chain says: a reason, a setting, a command.
function rungs(b, i) {
  const rung = (kind, text, line) => text ? el("li", {}, line ? el("button", {
    type: "button", class: "rung", "data-key": `${kind}-${i}`, "data-say": line,
  }, rich(text)) : rich(text)) : null;
  return [
    rung("reason", b.text, b.line),
    rung("setting", b.given, b.givenLine),
    rung("command", b.command && t("command", { line: b.command }), `seek ${b.step}`),
  ].filter(Boolean);
}

function ask(q) {
  const answers = q.answers.map((a) => el("button", {
    type: "button", "data-key": a.line, "data-say": a.line,
    "aria-disabled": q.answered ? "true" : null,
    "aria-pressed": q.answered ? String(a.chosen) : null,
    class: q.answered ? (a.right ? "right" : a.chosen ? "chosen" : "other") : null,
  }, rich(a.text), q.answered && a.right ? el("span", { class: "unseen" }, ` — ${t("right")}`)
    : null));
  return el("div", { class: q.answered ? "card" : "card unanswered", role: "group", "aria-label": q.text.replace(/[`*]/g, "") },
    el("p", { class: "asked" }, rich(q.text)),
    el("div", { class: "pills" }, answers,
      q.answered || !q.skip ? null : el("button", {
        type: "button", class: "quiet", "data-key": "skip", "data-say": q.skip,
      }, t("skip"))),
    q.answered && q.reveal ? el("p", { role: "status" }, rich(q.reveal)) : null);
}
