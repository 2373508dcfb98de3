// Starts the page: settles what the engine may do, fetches the program, connects the two, and
// says in words what is going on until the first picture is there, or why there is none.
import { $, el, rich, text } from "./dom.js";
import { adopt, dismiss, gate, guard, measure, rest, resting, turns, webgl } from "./engine.js";
import { keys } from "./keys.js";
import { nameNow } from "./link.js";
import { announce } from "./live.js";
import { load, Failure } from "./load.js";
import * as page from "./page.js";
import { connect, disconnect, program, say } from "./program.js";
import { languages, named, onSpeak, speak, t } from "./say.js";
import * as side from "./side.js";
import * as stage from "./stage.js";
import { follow, wanted } from "./system.js";
import * as transport from "./transport.js";

const html = document.documentElement;

let picture = webgl() ? "canvas" : "svg";

const host = {
  options: () => ({ ...wanted(), webgl: picture === "canvas", link: address() }),
  connect: (functions) => {
    connect(functions);
    stage.watch((w, h, ratio) => program()?.resize(w, h, ratio));
    adopt($("stage")); // the engine has made its canvas, whether it will be used or not
    if (picture === "svg") {
      dismiss();
      without("");
    }
  },
  status: (json) => {
    window.highwater.last = JSON.parse(json);
    page.show(window.highwater.last);
  },
  still: (yes) => rest("still", yes),
  drawn: () => arrived(),
  cursor: (name) => { $("stage").dataset.cursor = name; },
  show: (svg) => still(svg),
  fallback: (why) => {
    dismiss();
    without(why);
  },
  fail: (code, detail) => fail(new Failure(code, detail)),
};

// address is the link of the page; a page of one lesson opens that lesson unless the link names
// another, so "#at=pass" is enough.
function address() {
  const link = location.hash.slice(1);
  if (!html.dataset.lesson || new URLSearchParams(link).has("lesson")) return location.hash;
  return `#lesson=${html.dataset.lesson}${link && "&"}${link}`;
}

// without goes on without a canvas: the program hands over the picture as a document.
function without(why) {
  picture = "svg";
  $("still").hidden = false;
  text($("notice"), t("no-webgl"));
  $("notice").title = why;
  $("notice").hidden = false;
}

// still puts a picture into the page. It is parsed as a document, so nothing in it can run.
function still(svg) {
  const doc = new DOMParser().parseFromString(svg, "image/svg+xml");
  if (doc.documentElement.nodeName !== "svg") return;
  $("still").replaceChildren(document.adoptNode(doc.documentElement));
  arrived();
}

function arrived() {
  if (!$("poster").hidden) performance.mark("first-picture");
  $("figure").classList.remove("loading");
  $("poster").hidden = true;
  $("wait").hidden = true;
}

// Progress is shown only to those who have to wait.
function waiting() {
  const timer = setTimeout(() => { $("wait").hidden = !$("failure").hidden; }, 300);
  const bar = $("wait-bar");
  text($("wait-text"), t("loading"));
  return {
    progress: (got, of) => {
      bar.max = of;
      bar.value = got;
      text($("wait-text"), got < of
        ? t("loading-of", { n: mega(got), of: mega(of) }) : t("starting"));
    },
    started: () => {
      bar.removeAttribute("value");
      text($("wait-text"), t("starting"));
    },
    done: () => clearTimeout(timer),
  };
}

const mega = (n) => (n / 1e6).toFixed(1);

// fail says why there is no picture, and leaves the way back to this very moment.
function fail(e) {
  const failure = e instanceof Failure ? e : new Failure("program", String(e?.message ?? e));
  $("figure").classList.add("failed");
  $("wait").hidden = true;
  $("failure").hidden = false;
  $("failure-text").replaceChildren(...rich(t(`fail-${failure.code}`)));
  text($("failure-detail"), failure.detail);
  $("failure-link").href = location.href;
}

// lost is called when the GPU took the context away. The program itself is unharmed: it goes on
// with documents, and the page is loaded again for a new context, at the same moment — but not
// over and over, if contexts keep being lost.
function lost() {
  rest("still", true);
  dismiss();
  nameNow();
  const last = Number(recall("highwater.lost") ?? 0);
  remember("highwater.lost", String(Date.now()));
  if (Date.now() - last > 60e3) {
    location.reload();
    return;
  }
  without(t("lost"));
  program()?.stills();
}

function recall(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null; // a frame of an opaque origin has no storage
  }
}

function remember(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // as above
  }
}

// wire connects what the reader can do to lines.
function wire() {
  document.addEventListener("click", (e) => {
    const saying = e.target.closest("[data-say]");
    if (!saying || e.ctrlKey || e.metaKey || e.shiftKey && saying.matches("a")) return;
    e.preventDefault(); // a link is followed by the program, without loading anything
    if (saying.getAttribute("aria-disabled") !== "true") say(saying.dataset.say);
    saying.closest("details.menu")?.removeAttribute("open");
  });
  for (const id of ["lang", "theme", "motion"]) {
    $(id).addEventListener("change", (e) => say(`${id} ${e.target.value}`));
  }
  toggle("more", $("figure"), "more");
  toggle("why-all", $("now"), "all");
  toggle("settings-open", $("settings"), "open");
  document.addEventListener("pointerdown", (e) => {
    for (const m of document.querySelectorAll("details.menu[open]")) {
      if (!m.contains(e.target)) m.open = false;
    }
    if (!$("settings").contains(e.target)) close("settings-open", $("settings"), "open");
  });
  $("share").addEventListener("click", share);
  $("retry").addEventListener("click", () => location.reload());
  window.addEventListener("hashchange", () => program()?.open(address()));
  follow(program);
  window.addEventListener("beforeprint", () => {
    const svg = program()?.picture();
    if (svg && picture === "canvas") still(svg);
  });
  page.wire();
  side.wire();
  transport.wire();
  stage.point(program);
  stage.seen();
  keys(program);
}

// toggle makes a button open and close what stands beside it.
function toggle(button, node, name) {
  $(button).addEventListener("click", () => {
    const open = node.classList.toggle(name);
    $(button).setAttribute("aria-expanded", String(open));
  });
}

function close(button, node, name) {
  node.classList.remove(name);
  $(button).setAttribute("aria-expanded", "false");
}

async function share() {
  nameNow();
  try {
    await navigator.clipboard.writeText(location.href);
    announce(t("copied"));
    text($("share"), t("copied"));
  } catch {
    text($("share"), t("copy-address"));
  }
  setTimeout(() => text($("share"), t("share")), 2000);
}

// choices fills the selects with what there is to choose, in the language in use.
function choices() {
  const fill = (id, values, label) => $(id).replaceChildren(...values.map((v) =>
    el("option", { value: v, lang: id === "lang" ? v : null }, label(v))));
  fill("lang", languages, (v) => named[v] ?? v);
  fill("theme", ["auto", "light", "dark", "contrast"], (v) => t(`theme-${v}`));
  fill("motion", ["auto", "full", "none"], (v) => t(`motion-${v}`));
}

async function start() {
  const w = wanted();
  speak(w.lang);
  onSpeak(choices);
  // What a script of the reader's, or a test, may use: say lines, read the last status, and see
  // what the picture costs.
  window.highwater = { host, say, last: null, resting, turns, cost: () => program()?.cost() };
  guard(lost);
  gate();
  measure();
  wire();
  if (html.dataset.watch) {
    new EventSource(html.dataset.watch).addEventListener("built", () => location.reload());
  }
  const wait = waiting();
  try {
    const { go, instance } = await load(html.dataset.program, Number(html.dataset.size),
      wait.progress);
    wait.started();
    await go.run(instance);
    throw new Failure("ended");
  } catch (e) {
    disconnect();
    fail(e);
  } finally {
    wait.done();
  }
}

start();
