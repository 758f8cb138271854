// What the agent asked the user of the task, and what the user said.

import { element } from "./dom.js";
import { counted } from "./words.js";

const NOTES = {
  fact: "told", confirmed: "confirmed", denied: "guess denied", agreed: "agreed", unclear: "asks what is meant",
  unknown: "does not know", refused: "refused", limit: "no more questions",
};

export function conversationCard(turns, select) {
  if (!turns.length) return null;
  return element("section", { class: "card", id: "user" },
    element("h2", {}, "Questions to the user ", element("span", { class: "quiet" }, counted(turns.length, "question"))),
    element("ol", { class: "talk" }, turns.flatMap((turn) => [said("agent", turn.question, `step ${turn.step + 1}`, () => select("call", turn.call)),
      said("user", turn.reply, noteOf(turn))])));
}

function said(who, text, note, open) {
  const line = element("p", { class: "said" }, text);
  const name = element("span", { class: "who" }, who === "agent" ? "Agent" : "User");
  const label = open ? element("button", { type: "button", class: "small quiet", onclick: open }, note)
    : element("span", { class: "quiet" }, note);
  return element("li", { class: `turn ${who}` }, element("p", { class: "by" }, name, " ", label), line);
}

function noteOf(turn) {
  const topics = turn.topics.length ? `: ${turn.topics.join(", ")}` : "";
  return `${NOTES[turn.kind] ?? turn.kind}${topics}${turn.guarded ? " (the model said more)" : ""}`;
}
