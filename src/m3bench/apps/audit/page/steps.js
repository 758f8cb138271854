// The trajectory as steps, read-only or editable.

import { button, choice, element } from "./dom.js";
import { callEditor } from "./editor.js";

const LONG = 2000;

export function stepList(view, desk = null, over = () => {}) {
  const cards = view.steps.map((step, index) => stepCard(view, step, index, desk, over));
  const end = desk && adder(desk, view.steps.length, true);
  return element("ol", { class: "steps" }, cards, end && element("li", { class: "end" }, end));
}

function stepCard(view, step, index, desk, over) {
  const count = step.calls.length;
  const last = index === view.steps.length - 1;
  const merge = () => desk.edit({ type: "merge", step: index });
  const head = element("div", { class: "step-head" },
    element("h3", {}, `Step ${index + 1}`),
    element("span", { class: "quiet" }, count > 1 ? `${count} calls, run together` : "1 call"),
    desk && !last && button("Merge with next", `Make steps ${index + 1} and ${index + 2} one`, merge, "small"));
  const calls = step.calls.flatMap((call, position) => [
    position > 0 && desk && splitter(index, position, desk),
    callCard(view, call, index, desk, over),
  ]);
  const plan = step.plan && element("p", { class: "plan" }, step.plan);
  return element("li", { class: "step" }, head, plan, calls, desk && adder(desk, index, false));
}

// A button that opens an editor for a new call.
function adder(desk, step, alone) {
  const place = element("div", { class: "adder" });
  const what = alone ? "add step" : `add ${step}`;
  const label = alone ? "a new call in a new step" : `a new call in step ${step + 1}`;
  const change = ({ name, text }) => ({ type: "add", name, text, step, alone });
  const draft = () => desk.drafts.fitting(what, desk.view.seen);
  const open = () => {
    const at = { what, label, initial: { name: "", text: "{}" }, draft: draft(), change };
    const form = callEditor(desk, at, close);
    place.replaceChildren(form);
    return form.querySelector("input");
  };
  const word = alone ? "Add a step" : "Add a call";
  const close = () => place.replaceChildren(button(word, `Write ${label}`, () => open().focus(), "small"));
  close();
  if (draft()) open();
  return place;
}

function splitter(step, before, desk) {
  const split = () => desk.edit({ type: "split", step, before });
  return element("div", { class: "splitter" },
    button("Split here", "Move the calls below to a new step", split, "small"));
}

function callCard(view, call, step, desk, over) {
  const card = element("section", {
    class: "call-card", id: desk && `call-${call.number}`, data: { number: call.number }, tabindex: desk && -1,
    "aria-label": `Call ${call.number + 1}`,
    onmouseenter: () => over(call.number), onmouseleave: () => over(null),
    onfocusin: () => over(call.number), onfocusout: () => over(null),
  });
  const name = element("h4", {},
    element("span", { class: "badge" }, call.number + 1),
    element("span", {}, element("span", { class: "server" }, call.server && `${call.server}/`), call.tool),
    call.outcome && call.outcome !== "success" && element("span", { class: "outcome" }, call.outcome));
  const given = element("div", { class: "given" }, shownArguments(call.arguments));
  const tools = desk && callTools(call, step, desk, given);
  card.append(element("div", { class: "call-head" }, name, tools), given);
  for (const doubt of view.doubts?.[call.number] ?? []) card.append(element("p", { class: "doubt" }, doubt));
  card.append(needs(view, call, desk));
  if (call.result !== null && call.result !== undefined) {
    card.append(element("details", {}, element("summary", {}, "Result"), element("pre", {}, call.result)));
  }
  return card;
}

// A long text is folded.
function shownArguments(text) {
  return element("pre", { class: text.length > LONG ? "arguments long" : "arguments" }, text);
}

function callTools(call, step, desk, given) {
  const what = `call ${call.number}`;
  const initial = { name: call.name, text: call.arguments };
  const change = ({ name, text }) => ({ type: "call", call: call.number, name, text });
  const draft = () => desk.drafts.fitting(what, desk.view.seen);
  const close = () => given.replaceChildren(shownArguments(call.arguments));
  const open = () => {
    const at = { what, label: `call ${call.number + 1}`, initial, draft: draft(), change };
    if (!given.querySelector(".editor")) given.replaceChildren(callEditor(desk, at, close));
    return given.querySelector("textarea");
  };
  const start = button("Edit", "Change the tool or the arguments", () => open().focus(), "small");
  start.disabled = !call.editable;
  if (call.editable && draft()) open();
  const remove = () => desk.edit({ type: "delete", call: call.number });
  return element("div", { class: "tools" }, start, mover(call, step, desk),
    button("Delete", "Delete this call", remove, "small danger"));
}

function mover(call, step, desk) {
  const count = desk.view.steps.length;
  const places = () => {
    const steps = desk.view.steps.map((_, index) => ({ step: index, alone: false, label: `Step ${index + 1}` }));
    const gaps = desk.view.steps.map((_, index) => (
      { step: index, alone: true, label: `New step before step ${index + 1}` }));
    const end = { step: count, alone: true, label: "New step at the end" };
    return [...steps.filter((place) => place.step !== step), ...gaps, end];
  };
  return choice("Move to…", `Move call ${call.number + 1}`, places,
    (place) => desk.edit({ type: "move", call: call.number, step: place.step, alone: place.alone }));
}

function needs(view, call, desk) {
  const sources = view.edges.filter((edge) => edge.target === call.number);
  const chips = sources.map((edge) => element("span", { class: edge.broken ? "chip broken" : "chip" },
    `call ${edge.source + 1}`,
    desk && button("×", `Call ${call.number + 1} does not need call ${edge.source + 1}`,
      () => desk.edit({ type: "unlink", source: edge.source, target: edge.target }), "bare")));
  const choice = desk && linker(view, call, sources, desk);
  if (!chips.length && !choice) return element("div", { class: "needs" });
  const word = chips.length > 0 && element("span", { class: "quiet" }, "needs");
  return element("div", { class: "needs" }, word, chips, choice);
}

function linker(view, call, sources, desk) {
  const own = view.steps.findIndex((step) => step.calls.some((other) => other.number === call.number));
  const known = new Set(sources.map((edge) => edge.source));
  const earlier = () => view.steps.slice(0, own).flatMap((step) => step.calls)
    .filter((other) => !known.has(other.number))
    .map((other) => ({ number: other.number, label: `call ${other.number + 1} ${other.tool}` }));
  if (!earlier().length) return null;
  return choice("+ needs…", `What call ${call.number + 1} needs`, earlier,
    (source) => desk.edit({ type: "link", source: source.number, target: call.number }));
}
