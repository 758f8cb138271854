// The files of the workspace, and the record in the journal.

import { address, ask } from "./asking.js";
import { element } from "./dom.js";
import { onDemand } from "./media.js";
import { asker, pieces } from "./values.js";
import { size } from "./words.js";

export function filesCard(files, parameters) {
  const rows = [...files.added.map((name) => ["added", name]), ...files.changed.map((name) => ["changed", name])];
  if (!rows.length && !files.removed.length) return null;
  return element("section", { class: "card", id: "files" }, element("h2", {}, "Files"),
    element("div", { class: "previews" }, rows.map(([how, name]) => file(how, name, files, parameters))),
    files.removed.map((name) => element("p", {}, element("code", {}, named(name)), " ", element("span", { class: "quiet" }, "removed"))));
}

// A name that an agent chose: on one line, and without effect on the direction of the text around it.
function named(name) {
  return element("bdi", {}, name.replaceAll("\n", "\\n").replaceAll("\t", "\\t"));
}

function file(how, name, { kept, given, folders }, parameters) {
  const title = `${name} (${how})`;
  const heading = [named(name), ` (${how})`];
  if (folders.includes(name)) return element("p", { class: "folder" }, heading, " ", element("span", { class: "quiet" }, "folder"));
  if (!kept) return element("p", {}, heading, " ", element("span", { class: "quiet" }, "not kept"));
  const which = { ...parameters, path: name };
  const after = onDemand(title, which, address("file", which), heading);
  if (!given.includes(name)) return after;
  return element("div", { class: "before-after" }, before(name, parameters), after);
}

// A file of the task, as it was before the attempt.
export function before(name, parameters, title = `${name} (before)`) {
  const which = { ...parameters, path: name, given: 1 };
  return onDemand(title, which, address("input", which));
}

export function recordCard(value, parameters) {
  const body = element("div");
  const details = element("details", {}, element("summary", {}, `Record in the journal, ${size(value.record_size)}`), body);
  details.addEventListener("toggle", async () => {
    if (!details.open || body.childElementCount) return;
    try {
      body.replaceChildren(pieces(await ask("record", { ...parameters, from: 0 }), asker("record", parameters)));
    } catch (refusal) {
      body.replaceChildren(element("p", { class: "problem" }, refusal.message));
    }
  });
  return element("section", { class: "card", id: "record" }, element("h2", {}, "Record"), details);
}
