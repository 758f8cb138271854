// Editors for a call, with its tool and arguments, and for an answer.

import { ask, tell } from "./asking.js";
import { button, element, visible } from "./dom.js";

const PAUSE = 250;

// `at` says what is edited: `what` names the draft, `label` is spoken, `change` makes the edit of what was typed.
export function textEditor(desk, at, close) {
  const area = typingArea(at);
  return frame(desk, at, close, [area], () => ({ text: area.value }));
}

export function callEditor(desk, at, close) {
  const list = element("datalist", { id: `tools-${at.what.replace(" ", "-")}` });
  const name = element("input", {
    type: "text", class: "tool-name", list: list.id, "aria-label": `Tool of ${at.label}`, autocomplete: "off",
    spellcheck: "false", placeholder: "server/tool", maxlength: 200,
  });
  name.defaultValue = at.initial.name;
  name.value = (at.draft ?? at.initial).name;
  const area = typingArea({ ...at, label: `Arguments of ${at.label}` });
  const about = element("p", { class: "quiet about" });
  const objections = element("div", { class: "objections", role: "status" });
  const form = frame(desk, at, close, [name, list, about, area, objections],
    () => ({ name: name.value.trim(), text: area.value }));
  offerTools(desk, name, list, about);
  const check = later(() => showObjections(desk, name.value.trim(), area.value, objections));
  form.addEventListener("input", check);
  if (at.draft) check();
  return form;
}

function typingArea(at) {
  const text = (at.draft ?? at.initial).text;
  const area = element("textarea", {
    "aria-label": at.label, spellcheck: "false", rows: Math.min(20, text.split("\n").length + 1),
  });
  area.defaultValue = at.initial.text;
  area.value = text;
  return area;
}

function frame(desk, at, close, parts, typed) {
  const leave = () => {
    desk.drafts.drop(at.what);
    close();
  };
  const save = () => desk.edit(at.change(typed()), { form, done: () => desk.drafts.drop(at.what) });
  const form = element("div", { class: "editor" }, parts, element("div", { class: "tools" },
    button("Save", "Save (Ctrl+Enter)", save, "small primary"),
    button("Cancel", "Cancel (Esc)", leave, "small")));
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
  });
  form.addEventListener("input", () => {
    const dirty = isDirty(form);
    if (dirty) desk.drafts.keep(at.what, { seen: desk.view.seen, label: at.label, ...typed() });
    else desk.drafts.drop(at.what);
  });
  return form;
}

export function isDirty(form) {
  return [...form.querySelectorAll("textarea, input")].some((field) => field.value !== field.defaultValue);
}

async function offerTools(desk, name, list, about) {
  const { tools, unknown } = await ask("tools", { person: desk.person, item: desk.item })
    .catch(() => ({ tools: [], unknown: [] }));
  list.replaceChildren(...tools.map((tool) => element("option", { value: tool.name })));
  const describe = () => {
    const tool = tools.find((one) => one.name === name.value.trim());
    const strange = unknown.length > 0 && `Tools of ${unknown.join(", ")} are unknown.`;
    about.textContent = visible(tool ? `Takes ${tool.parameters}. ${tool.description}` : strange || "");
  };
  name.addEventListener("input", describe);
  describe();
}

async function showObjections(desk, name, text, place) {
  const asked = { person: desk.person, item: desk.item, name, text };
  const { objections } = await tell("check", asked).catch(() => ({ objections: [] }));
  place.replaceChildren(...objections.map((sentence) => element("p", { class: "doubt" }, sentence)));
}

// Check after a pause, not after every key.
function later(act) {
  let waiting;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(act, PAUSE);
  };
}
