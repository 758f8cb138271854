// The header of an attempt: request, pictures, answer and usage.

import { address } from "./asking.js";
import { element } from "./dom.js";
import { before } from "./files.js";
import { picture } from "./media.js";
import { written } from "./routes.js";
import { checksTag, named, seconds, tag } from "./words.js";
import { folded } from "./values.js";

export function taskCard(value, parameters, walkers, route) {
  const { task } = value;
  const pictures = task.pictures.map((name, index) => picture(
    address("picture", { ...parameters, picture: index }), name));
  return element("section", { class: "card", id: "task" },
    element("div", { class: "card-head" }, element("h1", {}, task.id, value.epochs > 1 && ` #${value.epoch}`), walkers),
    element("p", { class: "tags" }, tag(value.status), checksTag(value.checks.state),
      facts(value).map((fact) => element("span", { class: "fact" }, fact))),
    tries(value, route),
    value.reason && element("p", { class: "problem" }, value.reason),
    !value.counts && element("p", { class: "quiet" }, "Not the agent's fault: it does not count in the scores of the run."),
    element("div", { class: pictures.length ? "task" : "task only-words" },
      pictures.length > 0 && element("div", { class: "pictures" }, pictures),
      element("div", { class: "words" },
        said("Request", task.request), task.role && said("Role", task.role), task.rules && said("Rules", task.rules),
        task.files.length > 0 && [element("h3", {}, "Files"), element("div", { class: "previews" },
          task.files.map((file) => before(file.name, parameters, file.name)))],
        user(task.user),
        said("Answer", value.answer || "(none)"), task.answer && said("Expected answer", task.answer),
        task.answer_key && said("Answer key", task.answer_key),
        form(value.form))));
}

function facts(value) {
  const { usage } = value;
  const tokens = [usage.input_tokens, usage.output_tokens].filter((count) => count !== undefined && count !== null);
  const { task } = value;
  return [task.family, task.level, task.difficulty, task.kind, task.camera && `${task.camera} pictures`, task.turns === "dialogue" && "dialogue",
    task.time_sensitive && "time-sensitive", value.agent, value.model, seconds(value.seconds),
    tokens.length > 0 && `${tokens.reduce((sum, count) => sum + count, 0).toLocaleString("en")} tokens`,
    usage.cost !== undefined && usage.cost !== null && `$${usage.cost.toFixed(4)}`,
    ...Object.entries(value.repairs).map(([kind, count]) => `${count} × ${named(kind)}`)].filter(Boolean);
}

function tries(value, route) {
  if (value.tries.length < 2) return null;
  return element("p", { class: "tries" }, element("span", { class: "quiet" }, "Tries: "),
    value.tries.map((each) => element("a", {
      class: "chip", href: written({ ...route, try: each.number, call: null }), "aria-current": each.number === value.number && "true",
    }, `${each.number} `, tag(each.status))));
}

// What only the simulated user knows.
function user(rows) {
  if (!rows.length) return null;
  return [element("h3", {}, "User (hidden from the agent)"), element("table", { class: "hidden-user" }, element("tbody", {},
    rows.map((row) => element("tr", {}, element("th", { scope: "row" }, row.about), element("td", {}, row.text,
      row.keywords.length > 0 && element("span", { class: "quiet" }, ` also asked as: ${row.keywords.join(", ")}`))))))];
}

function form(rows) {
  if (!rows.length) return null;
  const head = ["Verdict", "Field", "Given", "Expected"].map((title) => element("th", {}, title));
  return [element("h3", {}, "Form"), element("table", { class: "form" },
    element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows.map(formRow)))];
}

function formRow(row) {
  const state = row.wrong === null ? "passed" : row.wrong === "not graded" ? "" : "failed";
  return element("tr", {}, element("td", { class: "verdict" }, state ? tag(state) : row.wrong),
    element("td", { title: row.meaning }, row.name),
    element("td", {}, row.given || "(none)", state === "failed" && element("span", { class: "quiet" }, row.wrong)),
    element("td", {}, row.expected || "(none)"));
}

function said(title, text) {
  return [element("h3", {}, title), folded(text)];
}
