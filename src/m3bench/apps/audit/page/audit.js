// One reference for one person: the task, its solution, and the verdict.

import { tell } from "./asking.js";
import { button, element } from "./dom.js";
import { draftsOf } from "./drafts.js";
import { textEditor } from "./editor.js";
import { graph, highlight } from "./graph.js";
import { stepList } from "./steps.js";
import { taskCard, words } from "./task.js";

const WORDS = { approved: "Approved", rejected: "Rejected", open: "Open" };

export function auditPage(view, item, context) {
  const drafts = draftsOf(context.person, view.name);
  const edit = (change, options = {}) => {
    const body = { person: context.person, item, seen: view.seen, change };
    context.send(() => tell("change", body), options);
  };
  const desk = { view, item, person: context.person, drafts, edit };
  const drawing = graph(view, goToCall);
  return [
    taskCard(view, item, answer(desk)),
    homelessCard(desk),
    element("section", { class: "card" },
      element("div", { class: "card-head" },
        element("h2", {}, "Graph"), element("span", { class: "quiet" }, edgesNote(view))),
      view.problems.map((problem) => element("p", { class: "problem" }, problem)),
      element("div", { class: "graph-frame", tabindex: 0, role: "group", "aria-label": "Graph" }, drawing)),
    element("section", { class: "card" },
      stepsHead(view, edit), stepList(view, desk, (number) => highlight(drawing, number))),
    view.others.length > 0 && othersCard(view, edit),
  ];
}

function goToCall(number) {
  const card = document.getElementById(`call-${number}`);
  card.scrollIntoView({ block: "center", behavior: "smooth" });
  card.focus({ preventScroll: true });
  card.classList.add("flash");
  card.addEventListener("animationend", () => card.classList.remove("flash"), { once: true });
}

function answer(desk) {
  const { view, drafts } = desk;
  const place = element("div", { class: "answer" });
  const open = () => {
    const draft = drafts.fitting("answer", view.seen);
    const change = ({ text }) => ({ type: "answer", text });
    const at = { what: "answer", label: "Answer", initial: { text: view.answer }, draft, change };
    place.replaceChildren(element("h2", {}, "Answer"), textEditor(desk, at, close));
    return place.querySelector("textarea");
  };
  const start = button("Edit answer", "Answer that this reference leads to", () => open().focus(), "small");
  start.disabled = !view.answer_editable;
  const close = () => place.replaceChildren(...words("Answer", view.answer || "(none)", start));
  close();
  if (drafts.fitting("answer", view.seen)) open();
  return place;
}

// Text typed before the reference was changed elsewhere, to copy or to discard.
function homelessCard({ view, drafts }) {
  const found = drafts.homeless(view.seen);
  if (!found.length) return null;
  return element("section", { class: "card homeless" },
    element("h2", {}, "Typed before this was changed elsewhere, and not saved"),
    found.map((draft) => {
      const throwAway = (event) => {
        drafts.drop(draft.what);
        event.target.closest(".draft").remove();
      };
      return element("div", { class: "draft" },
        element("p", { class: "quiet" }, [draft.label, draft.name].filter(Boolean).join(" · ")),
        element("pre", {}, draft.text),
        button("Discard", "Discard this text", throwAway, "small"));
    }));
}

function edgesNote(view) {
  if (!view.edges.length) return "No call depends on another.";
  return `Arrows are dependencies${view.edges_stated ? "" : " found in the values"}.`;
}

function stepsHead(view, edit) {
  const undo = button("Undo", "Undo the last edit (u)", () => edit({ type: "undo" }), "small");
  undo.id = "undo";
  undo.disabled = !view.undoable;
  const restart = () => edit({ type: "reset" });
  const reset = button("Start over", "Restore the reference of the file", restart, "small");
  reset.disabled = !view.edited;
  const doubtful = view.doubts.filter((doubts) => doubts.length > 0).length;
  return element("div", { class: "card-head" }, element("h2", {}, "Steps"),
    doubtful > 0 && element("span", { class: "tag doubtful" }, `${doubtful} doubtful`),
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
      button("Take over this form", "Continue from their form",
        () => edit({ type: "adopt", person: other.person }), "small"))));
}

export function auditBar(view, item, context) {
  const drafts = draftsOf(context.person, view.name);
  const decide = (verdict, reason) => context.send(
    () => tell("decide", { person: context.person, item, seen: view.seen, verdict, reason }),
    { done: () => drafts.drop("reason") });
  const reason = element("input", {
    id: "reason", type: "text", maxlength: 4000, autocomplete: "off",
    placeholder: "Reason (needed to reject)", "aria-label": "Reason",
  });
  reason.value = drafts.find("reason")?.text ?? view.reason;
  reason.addEventListener("input", () => drafts.keep("reason", { text: reason.value }));
  reason.addEventListener("keydown", (event) => {
    if (event.key === "Enter") decide("rejected", reason.value);
    if (event.key === "Escape") reason.blur();
  });
  const accept = () => decide("approved", reason.value);
  const approve = button("Approve", "This reference is correct (a)", accept, "approve");
  const reject = button("Reject", "This reference cannot be used (r)", () => {
    if (reason.value.trim()) decide("rejected", reason.value);
    else reason.focus();
  }, "reject");
  approve.id = "approve";
  reject.id = "reject";
  approve.disabled = view.problems.length > 0;
  return [
    element("span", { id: "verdict", class: `tag ${view.verdict}`, title: view.at }, WORDS[view.verdict]),
    reason, approve, reject,
    view.verdict !== "open" && button("Withdraw", "Withdraw the verdict", () => decide("open", ""), "small"),
  ];
}

export const auditKeys = {
  a: () => document.getElementById("approve"),
  u: () => document.getElementById("undo"),
  r: () => document.getElementById("reject"),
};
