// Asks for the name of the auditor, which is stored with every decision.

import { button, element } from "./dom.js";

export function askName(place, named) {
  const name = element("input", {
    id: "name", type: "text", maxlength: 80, autocomplete: "name",
    "aria-label": "Your name", placeholder: "Your name",
  });
  const begin = () => named(name.value);
  name.addEventListener("keydown", (event) => { if (event.key === "Enter") begin(); });
  place.replaceChildren(element("section", { class: "card name" },
    element("h1", {}, "Who is auditing?"),
    element("p", {}, "Every decision is stored with your name and the time. "
      + "You see the decisions of others once you have decided yourself."),
    element("p", { class: "quiet" }, "Keys: n next, p previous, o next open, a approve, r reject, u undo; "
      + "for pairs a, b and t."),
    element("div", { class: "tools" }, name, button("Begin", "", begin, "primary"))));
  name.focus();
}
