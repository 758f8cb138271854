// What the models were asked, and what they replied. Each request shows what is new since the one before.

import { ask } from "./asking.js";
import { button, element } from "./dom.js";
import { media } from "./media.js";
import { asker, pieces } from "./values.js";
import { counted, seconds } from "./words.js";

const ROLES = { system: "System", user: "User message", assistant: "Model", tool: "Tool result" };
const REPLY = -1;
const TOOLS = -2;

// Fills the card, and returns the number of requests.
export async function transcriptCard(card, parameters) {
  let first;
  try {
    first = await ask("transcript", { ...parameters, from: 0 });
  } catch (refusal) {
    card.replaceChildren(element("h2", {}, "Conversation"), element("p", { class: "problem" }, refusal.message));
    return 0;
  }
  if (!first.count) {
    card.replaceChildren(element("h2", {}, "Conversation"),
      element("p", { class: "quiet" }, "No requests to a model are kept: the agent asked none, or asked its model itself."));
    return 0;
  }
  const list = element("ol", { class: "exchanges" }, first.exchanges.map((each) => exchange(each, parameters)));
  card.replaceChildren(element("h2", {}, "Conversation ", element("span", { class: "quiet" },
    [counted(first.count, "request"), tokens(first.tokens), seconds(first.seconds)].filter(Boolean).join(" · "))), list);
  if (first.next !== null) card.append(further(list, first, parameters));
  return first.count;
}

function further(list, last, parameters) {
  const label = () => `Show more (${counted(last.count - last.next, "request")} left)`;
  const more = button(label(), "", async () => {
    more.disabled = true;
    try {
      last = await ask("transcript", { ...parameters, from: last.next });
      list.append(...last.exchanges.map((each) => exchange(each, parameters)));
    } catch (refusal) {
      list.after(element("p", { class: "problem" }, refusal.message));
    }
    more.disabled = false;
    if (last.next === null) more.remove();
    else more.textContent = label();
  }, "small");
  return more;
}

function exchange(value, parameters) {
  const which = { ...parameters, exchange: value.number };
  return element("li", { class: "exchange" },
    element("h3", {}, `Request ${value.number + 1} `, element("span", { class: "quiet" }, [`by the ${value.by} to ${value.model}`,
      ...Object.entries(value.settings).map(([name, chosen]) => `${name.replaceAll("_", " ")} ${chosen}`)].join(" · "))),
    value.same > 0 && prefix(value, which), toolsOf(value.tools, which),
    value.messages.map((each) => message(each, which)),
    value.not_shown > 0 && element("p", { class: "quiet" }, `${counted(value.not_shown, "further message")} not shown`),
    value.left_out > 0 && element("p", { class: "quiet" }, `${counted(value.left_out, "part")} not kept: too long, or not JSON`),
    value.failed_tries.map((text) => element("p", { class: "problem" }, `Failed try: ${text}`)),
    replyOf(value, which));
}

function prefix(value, which) {
  const title = `${counted(value.same, "message")} as before, about ${counted(value.same_tokens, "token")} of text`;
  return unfolded(title, "prefix", async () => (await ask("transcript_prefix", which)).messages.map((each) => message(each, which)));
}

function toolsOf(tools, which) {
  if (!tools.count) return null;
  const title = `${counted(tools.count, "tool")}${tools.same ? " as before" : ""}: ${tools.names.join(", ")}`;
  if (tools.same) return element("p", { class: "quiet tools-line" }, title);
  return element("details", {}, element("summary", { class: "tools-line" }, title), tools.blocks.map((each) => block(each, TOOLS, which)));
}

// A part that is loaded when somebody opens it.
function unfolded(title, kind, load) {
  const body = element("div", { class: "unfolded" });
  const details = element("details", { class: kind }, element("summary", {}, title), body);
  details.addEventListener("toggle", async () => {
    if (!details.open || body.childElementCount) return;
    try {
      body.replaceChildren(...await load());
    } catch (refusal) {
      body.replaceChildren(element("p", { class: "problem" }, refusal.message));
    }
  });
  return details;
}

function message(value, which) {
  const who = `${ROLES[value.role] ?? value.role}${value.name ? ` of ${value.name}` : ""}`;
  return element("div", { class: `message ${value.role}` },
    element("p", { class: "by" }, element("span", { class: "who" }, who), " ", value.is_error && element("span", { class: "problem" }, "error")),
    value.blocks.map((each) => block(each, value.number, which)));
}

function replyOf(value, which) {
  if (!value.reply) return element("p", { class: "problem" }, `No reply: ${value.error || "it was not kept"}`);
  const { reply } = value;
  const facts = [reply.finish_reason && `finish reason: ${reply.finish_reason}`,
    tokens({ input: reply.input_tokens, output: reply.output_tokens, cached: reply.cached_tokens }),
    value.cached ? "from the reply cache" : value.seconds !== null && seconds(value.seconds)].filter(Boolean);
  return element("div", { class: "message reply" },
    element("p", { class: "by" }, element("span", { class: "who" }, "Reply"), " ", facts.map((fact) => element("span", { class: "fact" }, fact))),
    reply.blocks.map((each) => block(each, REPLY, which)),
    !reply.blocks.some((each) => each.kind === "text" || each.kind === "call") && element("p", { class: "quiet" }, "(empty)"));
}

const FOLDS = { reasoning: "Reasoning", raw: "As the provider wrote it" };

function block(value, number, which) {
  if (value.kind === "media") return media(value, which);
  const text = pieces(value, asker("transcript_text", { ...which, message: number, part: value.part }));
  if (value.kind === "call") return element("div", { class: "said-call" }, element("code", {}, value.name || "(no name)"), text);
  if (!(value.kind in FOLDS)) return text;
  return element("details", { class: value.kind }, element("summary", {}, `${FOLDS[value.kind]}, ${counted(value.size, "character")}`), text);
}

function tokens({ input, output, cached }) {
  if (input === null && output === null) return "";
  const known = cached === null || cached === undefined ? "" : ` (${cached.toLocaleString("en")} cached)`;
  return `${(input ?? 0).toLocaleString("en")} tokens in${known}, ${(output ?? 0).toLocaleString("en")} out`;
}
