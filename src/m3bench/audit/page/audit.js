// One reference before one person: what is asked, how it was solved, and what the person makes of it.

import { pictureAddress, tell } from "./asking.js";
import { button, element } from "./dom.js";
import { graph, highlight } from "./graph.js";
import { stepList } from "./steps.js";

const WORDS = { approved: "Approved", rejected: "Rejected", open: "Open" };

export function taskCard(view, item) {
  const pictures = view.pictures.map((name, index) => picture(name, item, index));
  const facts = [view.family, view.servers.length > 0 && view.servers.join(", ")].filter(Boolean);
  return element("section", { class: pictures.length ? "card task" : "card task bare" },
    pictures.length > 0 && element("div", { class: "pictures" }, pictures),
    element("div", { class: "words" },
      element("h1", {}, view.name),
      facts.length > 0 && element("p", { class: "quiet" }, facts.join(" · ")),
      words("Request", view.request || "(none)"),
      view.fuzzy_request && words("Said vaguely", view.fuzzy_request),
      view.answer && words("Answer", view.answer)));
}

function words(title, text) {
  return [element("h2", {}, title), element("p", { class: "request" }, text)];
}

function picture(name, item, index) {
  const image = element("img", { src: pictureAddress(item, index), alt: name });
  const figure = element("figure", {}, image, element("figcaption", {}, name));
  image.addEventListener("click", () => figure.classList.toggle("large"));
  image.addEventListener("error", () => {
    image.replaceWith(element("p", { class: "missing" }, "This picture cannot be shown."));
  });
  return figure;
}

export function auditPage(view, item, context) {
  const edit = (change) => {
    const body = { person: context.person, item, seen: view.seen, change };
    context.send(() => tell("change", body), change.type === "arguments" ? 1 : 0);
  };
  const drawing = graph(view, (number) => {
    const card = document.getElementById(`call-${number}`);
    card.scrollIntoView({ block: "center", behavior: "smooth" });
    card.classList.add("flash");
    card.addEventListener("animationend", () => card.classList.remove("flash"), { once: true });
  });
  return [
    taskCard(view, item),
    element("section", { class: "card" },
      element("div", { class: "card-head" },
        element("h2", {}, "Graph"), element("span", { class: "quiet" }, edgesNote(view))),
      view.problems.map((problem) => element("p", { class: "problem" }, problem)),
      element("div", { class: "graph-frame", tabindex: 0, "aria-label": "Graph" }, drawing)),
    element("section", { class: "card" },
      stepsHead(view, edit), stepList(view, edit, (number) => highlight(drawing, number))),
    view.others.length > 0 && othersCard(view, edit),
  ];
}

function edgesNote(view) {
  if (!view.edges.length) return "No call needs another.";
  return `Arrows are dependencies${view.edges_stated ? "" : " that were found in the values"}.`;
}

function stepsHead(view, edit) {
  const undo = button("Undo", "Back to before the last edit (u)", () => edit({ type: "undo" }), "small");
  undo.id = "undo";
  undo.disabled = !view.undoable;
  const restart = () => edit({ type: "reset" });
  const reset = button("Start over", "Back to the reference of the file", restart, "small");
  reset.disabled = !view.edited;
  return element("div", { class: "card-head" }, element("h2", {}, "Steps"),
    view.edited && element("span", { class: "tag edited" }, "Edited"),
    element("span", { class: "tools" }, undo, reset));
}

function othersCard(view, edit) {
  return element("section", { class: "card others" }, element("h2", {}, "Others"),
    view.others.map((other) => element("details", {},
      element("summary", {},
        element("strong", {}, other.person), " ",
        element("span", { class: `tag ${other.verdict}` }, WORDS[other.verdict]),
        other.edited && element("span", { class: "tag edited" }, "Edited"),
        other.reason && element("q", {}, other.reason)),
      element("ol", {}, other.steps.map((step) => element("li", {}, element("code", {}, step)))),
      button("Take over this form", "Go on from what they decided on",
        () => edit({ type: "adopt", person: other.person }), "small"))));
}

export function auditBar(view, item, context) {
  const decide = (verdict, reason) => context.send(
    () => tell("decide", { person: context.person, item, seen: view.seen, verdict, reason }));
  const reason = element("input", {
    id: "reason", type: "text", maxlength: 4000, autocomplete: "off",
    placeholder: "Reason (needed to reject)", "aria-label": "Reason",
  });
  reason.value = view.reason;
  reason.addEventListener("keydown", (event) => {
    if (event.key === "Enter") decide("rejected", reason.value);
    if (event.key === "Escape") reason.blur();
  });
  const accept = () => decide("approved", reason.value);
  const approve = button("Approve", "It is right as it stands here (a)", accept, "approve");
  const reject = button("Reject", "It cannot be used (r)", () => {
    if (reason.value.trim()) decide("rejected", reason.value);
    else reason.focus();
  }, "reject");
  approve.id = "approve";
  reject.id = "reject";
  approve.disabled = view.problems.length > 0;
  return [
    element("span", { id: "verdict", class: `tag ${view.verdict}`, title: view.at }, WORDS[view.verdict]),
    reason, approve, reject,
    view.verdict !== "open" && button("Take back", "Undecided again", () => decide("open", ""), "small"),
  ];
}

export const auditKeys = {
  a: () => document.getElementById("approve"),
  u: () => document.getElementById("undo"),
  r: () => document.getElementById("reject"),
};
