// The selected call: arguments with their origins, result and match.

import { ask } from "./asking.js";
import { button, element } from "./dom.js";
import { media } from "./media.js";
import { asker, dataTable, pieces } from "./values.js";
import { named, score, seconds, tag } from "./words.js";

const ORIGINS = { request: "from the request", result: "from the result of", argument: "from the arguments of", invented: "not seen before" };

export class CallPanel {
  constructor(parameters, acts) {
    Object.assign(this, { parameters, acts, shown: "", marked: "" });
    this.element = element("aside", { class: "panel", id: "panel", "aria-label": "Selected call", tabindex: -1, hidden: true });
  }

  origins(value) {
    this.traced = value;
    this.shown = "";
  }

  matches(value) {
    this.explanation = value;
    this.shown = "";
  }

  mark(text) {
    this.marked = text;
  }

  focus() {
    this.element.focus();
  }

  partner({ side, number }) {
    const match = this.explanation?.matches.find((each) => (side === "call" ? each.prediction : each.reference) === number);
    if (!match) return null;
    return side === "call" ? { side: "reference", number: match.reference, match } : { side: "call", number: match.prediction, match };
  }

  async show(call, line, reference) {
    const wanted = call ? `${call.side} ${call.number} ${reference}` : "";
    this.element.hidden = !call;
    document.body.classList.toggle("with-panel", Boolean(call));
    if (this.shown === wanted) return;
    this.shown = wanted;
    if (!call) return;
    const mark = this.marked;
    this.marked = "";
    const parameters = { ...this.parameters, call: call.number, reference: call.side === "reference" ? reference : null };
    const body = element("div", { class: "panel-body" }, element("p", { class: "quiet" }, "Reading…"));
    this.element.replaceChildren(this.head(call, line), ...this.standing(call), body);
    this.element.scrollTop = 0;
    try {
      const value = await ask("call", parameters);
      if (this.shown === wanted) body.replaceChildren(...this.body(call, value, parameters, mark));
    } catch (refusal) {
      if (this.shown === wanted) body.replaceChildren(element("p", { class: "problem" }, refusal.message));
    }
    body.querySelector("mark")?.scrollIntoView({ block: "center" });
  }

  head(call, line) {
    const whose = call.side === "call" ? "Call" : "Reference call";
    const went = call.side === "call" && element("p", { class: "tags" }, tag(line.outcome),
      line.repairs.map((kind) => element("span", { class: "fact", title: "Repaired to read the call" }, named(kind))),
      line.start !== null && element("span", { class: "fact" }, `${seconds(line.start)} – ${seconds(line.end)}`));
    return element("header", {}, element("div", { class: "card-head" }, element("h2", {}, `${whose} ${call.number + 1}`),
      button("×", "Close (Esc)", this.acts.close, "bare")),
    element("p", { class: "tool" }, element("span", { class: "server" }, line.server && `${line.server}/`), line.tool || "(no name)"), went);
  }

  standing(call) {
    if (!this.explanation) return [];
    const partner = this.partner(call);
    if (!partner) {
      const alone = call.side === "call" ? this.explanation.alone_prediction : this.explanation.alone_reference;
      const reason = alone.find((each) => each.call === call.number)?.reason ?? "";
      return [element("p", { class: "standing alone" }, `✗ no match: ${reason}`), this.fields(call)].filter(Boolean);
    }
    const { match } = partner;
    const whose = partner.side === "call" ? "the attempt's" : "the reference's";
    return [element("p", { class: `standing ${match.strong ? "strong" : "weak"}` },
      match.strong ? "= strong match, " : "~ weak match, ", `${score(match.similarity)}: `,
      button(`${whose} call ${partner.number + 1}`, "Go there (m)", () => this.acts.select(partner.side, partner.number), "link")), this.fields(call)].filter(Boolean);
  }

  fields(call) {
    const side = call.side === "call" ? "prediction" : "reference";
    const pairs = (this.explanation.fields ?? []).filter((each) => each[side] === call.number);
    const pair = pairs.find((each) => each.matched) ?? pairs[0];
    if (!pair?.fields.length) return null;
    const title = `Fields: reference call ${pair.reference + 1} and call ${pair.prediction + 1}${pair.by_facts ? ", with the same facts in their results" : ""}`;
    return element("details", { class: "fields", open: pair.fields.some((each) => each.similarity < 1) }, element("summary", {}, title),
      element("table", {}, element("thead", {}, element("tr", {}, ["", "Field", "Reference", "Attempt", "Compared as", "Alike", "Weight"].map((name) => element("th", {}, name)))),
        element("tbody", {}, pair.fields.map(fieldRow))));
  }

  body(call, value, parameters, mark) {
    const given = value.arguments.map((block) => this.block(block, parameters, ""));
    const parts = [element("h3", {}, "Arguments"), value.oddity && element("p", { class: "problem" }, value.oddity), ...given];
    if (call.side === "call") parts.push(this.sources(call.number));
    if (value.has_result) {
      const brought = value.result.map((block) => this.block(block, parameters, mark));
      parts.push(element("h3", {}, value.is_error ? "Result: an error" : "Result"), ...brought);
      if (!brought.length) parts.push(element("p", { class: "quiet" }, "(empty)"));
    } else if (call.side === "call") parts.push(element("p", { class: "quiet" }, "No result."));
    if (value.meta) parts.push(element("details", {}, element("summary", {}, "Metadata"), element("pre", { class: "value" }, value.meta)));
    return parts.filter(Boolean);
  }

  block(block, parameters, mark) {
    if (block.kind === "table") return dataTable(block);
    if (block.kind === "media") return media(block, this.parameters);
    const text = pieces(block, asker("text", { ...parameters, part: block.part }), mark);
    if (!block.beside_table || mark) return text;
    return element("details", {}, element("summary", {}, "As JSON"), text);
  }

  sources(number) {
    const values = (this.traced?.values ?? []).filter((each) => each.call === number);
    if (!values.length) return null;
    return element("ul", { class: "origins" }, values.map((each) => element("li", { class: each.origin },
      element("code", {}, each.path), " ", element("span", { class: "quiet" }, ORIGINS[each.origin]), " ",
      each.source !== null && button(`call ${each.source + 1}`, "Go there (f)",
        () => this.acts.follow({ source: each.source, target: number, path: each.path }), "link"))));
  }
}

function fieldRow(field) {
  const [sign, name] = field.forbids ? ["✗", "forbids"] : field.similarity === 1 ? ["=", "agrees"] : field.similarity > 0 ? ["~", "near"] : ["≠", "differs"];
  const value = (text) => element("td", {}, text === null ? element("span", { class: "quiet" }, "absent") : element("code", {}, text));
  return element("tr", { class: name, title: field.role }, element("td", {}, sign), element("td", {}, field.name), value(field.reference), value(field.prediction),
    element("td", {}, field.kind), element("td", {}, score(field.similarity)), element("td", {}, String(field.weight)));
}
