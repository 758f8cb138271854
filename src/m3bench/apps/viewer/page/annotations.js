// Errors that people saw in an attempt: a list, and a form for the person who annotates.

import { button, element } from "./dom.js";
import { ask, send } from "./asking.js";
import { named } from "./words.js";

export async function annotationsCard(host, parameters, complain) {
  const value = await ask("annotations", parameters);
  const others = value.annotations.filter((each) => each.by !== value.person);
  host.hidden = !value.person && !value.annotations.length;
  host.replaceChildren(element("h2", {}, "Errors that people saw"), seen(others),
    value.person ? form(value, parameters, host, complain) : "");
}

function seen(annotations) {
  if (!annotations.length) return "";
  return element("ul", { class: "verdicts" }, annotations.map((each) => element("li", {},
    element("span", { class: "tag plain" }, named(each.error)), element("div", {},
      element("p", {}, element("strong", {}, each.by), each.call !== undefined && ` · call ${each.call + 1}`), each.note ?? ""))));
}

function form(value, parameters, host, complain) {
  const mine = new Map(value.annotations.filter((each) => each.by === value.person).map((each) => [each.error, each]));
  const rows = value.groups.flatMap(({ errors }) => errors).map(({ error }) => row(error, mine.get(error)));
  const state = element("span", { class: "quiet", role: "status" });
  const save = button("Save", "Keep these annotations", async () => {
    const errors = rows.filter((each) => each.box.checked).map((each) => ({ error: each.error, note: each.note.value }));
    try {
      await send("annotate", { run: parameters.run, task: parameters.task, epoch: Number(parameters.epoch ?? 1), errors });
      await annotationsCard(host, parameters, complain);
      host.querySelector("[role=status]").textContent = "Saved.";
    } catch (refusal) {
      complain(refusal);
    }
  });
  let place = 0;
  return element("form", { class: "annotations", onsubmit: (event) => event.preventDefault() },
    value.groups.map(({ group, errors }) => element("fieldset", {}, element("legend", {}, group),
      errors.map(() => rows[place++].line))),
    element("p", {}, save, " ", element("span", { class: "quiet" }, `as ${value.person}`), " ", state));
}

function row(error, chosen) {
  const box = element("input", { type: "checkbox", checked: Boolean(chosen) });
  const note = element("input", { type: "text", maxlength: 2000, value: chosen?.note ?? "", placeholder: "What was seen",
    "aria-label": `Note on ${named(error)}` });
  return { error, box, note, line: element("p", {}, element("label", {}, box, " ", named(error)), " ", note) };
}
