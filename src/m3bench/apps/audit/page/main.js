// Navigation between items, with buttons or keys.

import { ask } from "./asking.js";
import { auditBar, auditKeys, auditPage } from "./audit.js";
import { button, element, visible } from "./dom.js";
import { isDirty } from "./editor.js";
import { focusNow } from "./focus.js";
import { askName } from "./naming.js";
import { pairBar, pairKeys, pairPage } from "./pairs.js";

const MODES = {
  audit: { page: auditPage, bar: auditBar, keys: auditKeys },
  pairs: { page: pairPage, bar: pairBar, keys: pairKeys },
};
const PERSON = "m3bench-audit-person";
const MARKS = { approved: "✓", rejected: "✗", open: "○", a: "A", b: "B", tie: "=" };

const state = { person: sessionStorage.getItem(PERSON) ?? "", index: 0, overview: null, busy: false };
const part = (id) => document.getElementById(id);

async function start() {
  state.index = Number(new URLSearchParams(location.hash.slice(1)).get("item") ?? 1) - 1;
  if (state.person) await carefully(enter);
  else begin();
}

async function enter() {
  await refresh();
  const last = state.overview.items.length - 1;
  await show(Math.min(Math.max(0, Number.isInteger(state.index) ? state.index : 0), last));
}

async function refresh() {
  state.overview = await ask("overview", { person: state.person });
  state.person = state.overview.person;
  sessionStorage.setItem(PERSON, state.person);
  document.body.dataset.mode = state.overview.mode;
  part("who").textContent = visible(state.person);
}

async function show(index) {
  const view = await ask("item", { person: state.person, item: index });
  state.index = index;
  history.replaceState(null, "", `#item=${index + 1}`);
  paint(view);
  part("main").scrollTo(0, 0);
  window.scrollTo(0, 0);
}

function paint(view) {
  const { page, bar } = MODES[state.overview.mode];
  const context = { person: state.person, send };
  part("main").replaceChildren(...kept(page(view, state.index, context)));
  part("bar").replaceChildren(...kept(bar(view, state.index, context)));
  paintList();
}

function kept(children) {
  return children.flat().filter(Boolean);
}

function mark(item) {
  return item.begun && item.verdict === "open" ? "◐" : MARKS[item.verdict];
}

function paintList() {
  const items = state.overview.items;
  const done = items.filter((item) => item.verdict !== "open").length;
  part("progress").textContent = `${done} of ${items.length} done`;
  part("jump").replaceChildren(...items.map((item, index) => element("option",
    { value: index, selected: index === state.index }, `${mark(item)} ${item.name}`)));
  const entries = items.map((item, index) => element("button", {
    type: "button", class: `entry ${item.verdict}`, "aria-current": index === state.index && "true",
    onclick: () => go(index),
  }, element("span", { class: "mark" }, mark(item)), element("span", { class: "label" }, item.name)));
  part("list").replaceChildren(...entries);
  part("list").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  part("previous").disabled = state.index === 0;
  part("next").disabled = state.index === items.length - 1;
}

// One request at a time: key presses during a request are ignored.
async function carefully(act) {
  if (state.busy) return;
  state.busy = true;
  try {
    await act();
    part("notice").hidden = true;
  } catch (refusal) {
    notice(refusal);
    if (refusal.status === 409) await show(state.index).catch(notice);
  } finally {
    state.busy = false;
  }
}

// Do not lose unsaved text when the user does something else.
function keepsTyped(saved = null) {
  const typed = [...document.querySelectorAll(".editor")].filter((form) => form !== saved && isDirty(form));
  if (!typed.length) return false;
  notice(new Error("Something is being edited: save or cancel it first."));
  typed[0].querySelector("textarea").focus();
  return true;
}

function send(act, { form = null, done = () => {} } = {}) {
  if (keepsTyped(form)) return;
  carefully(async () => {
    const view = await act();
    done();
    await refresh();
    const [place, windowPlace] = [part("main").scrollTop, window.scrollY];
    const focus = focusNow();
    paint(view);
    focus.restore();
    part("main").scrollTop = place;
    window.scrollTo(0, windowPlace);
  });
}

function notice(refusal) {
  const hide = button("×", "Close", () => { part("notice").hidden = true; }, "bare");
  const text = element("span", {}, [refusal.message, refusal.hint].filter(Boolean).join(" "));
  part("notice").replaceChildren(text, hide);
  part("notice").hidden = false;
}

function go(index) {
  if (keepsTyped()) {
    part("jump").value = state.index;
    return;
  }
  if (state.overview && index >= 0 && index < state.overview.items.length) carefully(() => show(index));
}

function nextOpen() {
  const items = state.overview?.items ?? [];
  const after = items.map((_, offset) => (state.index + 1 + offset) % items.length);
  const found = after.find((index) => items[index].verdict === "open");
  if (found === undefined) notice(new Error("No open items are left."));
  else go(found);
}

function begin() {
  part("bar").replaceChildren();
  part("list").replaceChildren();
  part("who").textContent = "";
  askName(part("main"), (name) => {
    state.person = name;
    carefully(enter);
  });
}

const KEYS = {
  n: () => go(state.index + 1),
  ArrowRight: () => go(state.index + 1),
  p: () => go(state.index - 1),
  ArrowLeft: () => go(state.index - 1),
  o: nextOpen,
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, .graph-frame");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !state.overview) return;
  const act = KEYS[event.key];
  const pressed = MODES[state.overview.mode].keys[event.key]?.();
  if (!act && !pressed) return;
  event.preventDefault();
  if (act) act();
  else if (!pressed.disabled) pressed.click();
});
part("previous").addEventListener("click", KEYS.p);
part("next").addEventListener("click", KEYS.n);
part("next-open").addEventListener("click", nextOpen);
part("jump").addEventListener("change", (event) => go(Number(event.target.value)));
part("who").addEventListener("click", () => {
  sessionStorage.removeItem(PERSON);
  state.overview = null;
  begin();
});
start();
