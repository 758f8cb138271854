// Two unlabelled trajectories, A and B.

import { tell } from "./asking.js";
import { button, element } from "./dom.js";
import { graph } from "./graph.js";
import { stepList } from "./steps.js";
import { taskCard } from "./task.js";

export function pairPage(view, item) {
  return [
    taskCard(view, item),
    element("div", { class: "pair" },
      sideCard("A", view.a, view.chosen === "a"), sideCard("B", view.b, view.chosen === "b")),
  ];
}

function sideCard(letter, side, chosen) {
  const calls = side.steps.reduce((sum, step) => sum + step.calls.length, 0);
  return element("section", { class: chosen ? "card side chosen" : "card side" },
    element("div", { class: "card-head" }, element("h2", {}, letter),
      element("span", { class: "quiet" }, `${side.steps.length} steps, ${calls} calls`)),
    element("div", { class: "graph-frame", tabindex: 0, role: "group", "aria-label": `Graph of ${letter}` }, graph(side)),
    stepList(side));
}

export function pairBar(view, item, context) {
  const choose = (side) => context.send(() => tell("prefer", { person: context.person, item, side }));
  const pick = (side, label, title) => {
    const made = button(label, title, () => choose(side), view.chosen === side ? "pick chosen" : "pick");
    made.id = `choose-${side}`;
    made.setAttribute("aria-pressed", view.chosen === side);
    return made;
  };
  return [
    element("span", { class: "quiet question" }, "Which trajectory is better: more faithful and sounder?"),
    pick("a", "A", "A is better (a)"),
    pick("tie", "Tie", "Tie (t)"),
    pick("b", "B", "B is better (b)"),
  ];
}

export const pairKeys = {
  a: () => document.getElementById("choose-a"),
  b: () => document.getElementById("choose-b"),
  t: () => document.getElementById("choose-tie"),
};
