// The trajectory as steps: read, and where it may be, edited.

import { button, choice, element } from "./dom.js";

const LONG = 2000;

export function stepList(view, edit = null, over = () => {}) {
  const cards = view.steps.map((step, index) => stepCard(view, step, index, edit, over));
  return element("ol", { class: "steps" }, cards);
}

function stepCard(view, step, index, edit, over) {
  const count = step.calls.length;
  const last = index === view.steps.length - 1;
  const head = element("div", { class: "step-head" },
    element("h3", {}, `Step ${index + 1}`),
    element("span", { class: "quiet" }, count > 1 ? `${count} calls, run together` : "1 call"),
    edit && !last && button("Merge with next", `Make steps ${index + 1} and ${index + 2} one`,
      () => edit({ type: "merge", step: index }), "small"));
  const calls = step.calls.flatMap((call, position) => [
    position > 0 && edit && splitter(index, position, edit),
    callCard(view, call, index, edit, over),
  ]);
  const plan = step.plan && element("p", { class: "plan" }, step.plan);
  return element("li", { class: "step" }, head, plan, calls);
}

function splitter(step, before, edit) {
  const split = () => edit({ type: "split", step, before });
  return element("div", { class: "splitter" },
    button("Split here", "The calls below become a step of their own", split, "small"));
}

function callCard(view, call, step, edit, over) {
  const card = element("section", {
    class: "call-card", id: edit && `call-${call.number}`, data: { number: call.number },
    onmouseenter: () => over(call.number), onmouseleave: () => over(null),
  });
  const name = element("h4", {},
    element("span", { class: "badge" }, call.number + 1),
    element("span", {}, element("span", { class: "server" }, call.server && `${call.server}/`), call.tool),
    call.outcome && call.outcome !== "success" && element("span", { class: "outcome" }, call.outcome));
  const given = element("pre", { class: "arguments" }, call.arguments);
  const tools = edit && callTools(view, call, step, edit, card, given);
  card.append(element("div", { class: "call-head" }, name, tools));
  card.append(clipped(given, call.arguments));
  card.append(needs(view, call, edit));
  if (call.result !== null && call.result !== undefined) {
    card.append(element("details", {}, element("summary", {}, "Result"), element("pre", {}, call.result)));
  }
  return card;
}

// A very long text does not push everything else off the page.
function clipped(pre, text) {
  if (text.length > LONG) pre.classList.add("long");
  return pre;
}

function callTools(view, call, step, edit, card, given) {
  const change = button("Edit", "Change the arguments", () => openEditor(call, edit, card, given), "small");
  change.disabled = !call.editable;
  const remove = () => edit({ type: "delete", call: call.number });
  return element("div", { class: "tools" }, change, mover(view, call, step, edit),
    button("Delete", "Take this call out", remove, "small danger"));
}

function mover(view, call, step, edit) {
  const places = () => {
    const steps = view.steps.map((_, index) => ({ step: index, alone: false, label: `Step ${index + 1}` }));
    const gaps = view.steps.map((_, index) => (
      { step: index, alone: true, label: `New step before step ${index + 1}` }));
    const end = { step: view.steps.length, alone: true, label: "New step at the end" };
    return [...steps.filter((place) => place.step !== step), ...gaps, end];
  };
  return choice("Move to…", `Move call ${call.number + 1}`, places,
    (place) => edit({ type: "move", call: call.number, step: place.step, alone: place.alone }));
}

function openEditor(call, edit, card, given) {
  if (card.querySelector("textarea")) return;
  const area = element("textarea", {
    "aria-label": `Arguments of call ${call.number + 1}`, spellcheck: "false",
    rows: Math.min(20, call.arguments.split("\n").length + 1),
  });
  area.defaultValue = call.arguments;
  const close = () => { form.replaceWith(given); };
  const save = () => edit({ type: "arguments", call: call.number, text: area.value });
  area.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
  });
  const form = element("div", { class: "editor" }, area, element("div", { class: "tools" },
    button("Save", "Keep these arguments (Ctrl+Enter)", save, "small primary"),
    button("Cancel", "Leave them (Esc)", close, "small")));
  given.replaceWith(form);
  area.focus();
}

function needs(view, call, edit) {
  const sources = view.edges.filter((edge) => edge.target === call.number);
  const chips = sources.map((edge) => element("span", { class: edge.broken ? "chip broken" : "chip" },
    `call ${edge.source + 1}`,
    edit && button("×", `Call ${call.number + 1} does not need call ${edge.source + 1}`,
      () => edit({ type: "unlink", source: edge.source, target: edge.target }), "bare")));
  const choice = edit && linker(view, call, sources, edit);
  if (!chips.length && !choice) return element("div", { class: "needs" });
  const word = chips.length > 0 && element("span", { class: "quiet" }, "needs");
  return element("div", { class: "needs" }, word, chips, choice);
}

function linker(view, call, sources, edit) {
  const own = view.steps.findIndex((step) => step.calls.some((other) => other.number === call.number));
  const known = new Set(sources.map((edge) => edge.source));
  const earlier = () => view.steps.slice(0, own).flatMap((step) => step.calls)
    .filter((other) => !known.has(other.number))
    .map((other) => ({ number: other.number, label: `call ${other.number + 1} ${other.tool}` }));
  if (!earlier().length) return null;
  return choice("+ needs…", `What call ${call.number + 1} needs`, earlier,
    (source) => edit({ type: "link", source: source.number, target: call.number }));
}
