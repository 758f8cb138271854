// Steps as lanes: concurrent calls are side by side; arrows lead from results to arguments.

import { down, Overlay } from "./arrows.js";
import { drawn, element } from "./dom.js";
import { counted, named, seconds, sign, tone } from "./words.js";

const MOST_ARROWS = 300;
const MANY = 48;

export class Lanes {
  constructor(value, select, over, follow) {
    Object.assign(this, { follow, links: [], chosen: null });
    this.frame = element("div", { class: "lanes-frame" });
    this.list = element("ol", { class: "lanes" }, value.steps.map((step, index) => lane(step, index, select, over)));
    this.overlay = new Overlay(this.frame, "provenance");
    this.frame.append(this.list);
    const calls = value.steps.reduce((sum, step) => sum + step.calls.length, 0);
    this.legend = element("p", { class: "quiet legend" });
    this.card = element("section", { class: "card", id: "steps" },
      element("div", { class: "card-head" }, element("h2", {}, "Steps"),
        element("span", { class: "quiet" }, `${counted(value.steps.length, "step")}, ${counted(calls, "call")}`)),
      calls ? this.frame : element("p", { class: "quiet" }, "No calls were made."), this.legend);
  }

  start() {
    this.overlay.start();
  }

  stop() {
    this.overlay.stop();
  }

  link(origins) {
    this.links = origins.links;
    const shares = ["request", "result", "argument", "invented"].filter((name) => origins.shares[name])
      .map((name) => `${Math.round(100 * origins.shares[name])} % ${SHARES[name]}`);
    this.legend.replaceChildren(...(this.links.length ? ["Arrows: a value of a result (solid) or a file (dashed) is used in an argument. "] : []),
      shares.length ? `Of the values in arguments, ${shares.join(", ")}.` : "");
    this.arrows();
  }

  // If there are too many arrows, only those of the selected call are drawn.
  arrows() {
    const few = this.links.length <= MOST_ARROWS;
    const shown = this.links.filter((link) => few || this.touches(link, this.chosen));
    this.overlay.show(shown.map((link) => ({
      link, from: this.cell(link.source), to: this.cell(link.target), course: down,
    })), (curve, course) => this.arrow(curve.link, course));
  }

  arrow(link, course) {
    const lit = this.touches(link, this.chosen) || this.touches(link, this.over);
    const line = drawn("path", { class: `arrow ${link.kind}${lit ? " lit" : ""}`, d: course, "marker-end": lit ? "url(#tip-lit)" : "url(#tip)" });
    const wide = drawn("path", {
      class: "grip", d: course, data: { source: link.source, target: link.target }, onclick: () => this.follow(link),
    }, drawn("title", {}, `Call ${link.target + 1} uses the result of call ${link.source + 1}. Click to go to call ${link.source + 1}.`));
    return [tips(), line, wide];
  }

  touches(link, number) {
    return number !== null && number !== undefined && (link.source === number || link.target === number);
  }

  cell(number) {
    return this.list.querySelector(`[data-call="${number}"]`);
  }

  choose(call) {
    this.chosen = call?.side === "call" ? call.number : null;
    for (const cell of this.list.querySelectorAll(".call")) {
      cell.setAttribute("aria-pressed", cell.dataset.call === String(this.chosen));
    }
    if (this.links.length) this.arrows();
  }

  light(number) {
    this.over = number;
    if (this.links.length && this.links.length <= MOST_ARROWS) this.arrows();
  }

  reveal() {
    if (this.chosen !== null) this.cell(this.chosen)?.scrollIntoView({ block: "nearest" });
  }
}

const SHARES = {
  request: "are from the request", result: "are from results", argument: "are from earlier arguments",
  invented: "are new",
};

function lane(step, index, select, over) {
  const times = step.calls.filter((call) => call.start !== null);
  const [start, end] = [Math.min(...times.map((call) => call.start)), Math.max(...times.map((call) => call.end))];
  return element("li", { class: "lane" },
    element("div", { class: "lane-head" }, element("h3", {}, `Step ${index + 1}`),
      element("span", { class: "quiet" }, times.length > 0 && seconds(end - start)),
      step.calls.length > 1 && element("span", { class: "quiet" }, `${step.calls.length} together`)),
    element("div", { class: "lane-body" }, step.plan && element("p", { class: "plan" }, step.plan),
      element("div", { class: step.calls.length > MANY ? "cells many" : "cells" }, step.calls.map((call) => cell(call, select, over)))));
}

function cell(call, select, over) {
  const ended = call.outcome;
  return element("button", {
    type: "button", class: `call ${tone(ended)}`, "aria-pressed": "false", data: { call: call.number },
    onclick: () => select("call", call.number),
    onmouseenter: () => over("call", call.number), onmouseleave: () => over("call", null),
  },
  element("span", { class: "badge" }, call.number + 1),
  element("span", { class: "tool" }, call.tool || "(no name)"),
  element("span", { class: "server" }, call.server),
  element("span", { class: `ended ${tone(ended)}` }, sign(ended), " ", named(ended)),
  call.repairs.length > 0 && element("span", { class: "took", title: call.repairs.map(named).join(", ") }, "repaired"),
  element("span", { class: "took" }, call.start === null ? "" : seconds(call.end - call.start)));
}

function tips() {
  const tip = (id) => drawn("marker", {
    id, viewBox: "0 0 8 8", refX: 5, refY: 4, markerWidth: 9, markerHeight: 9, orient: "auto", markerUnits: "userSpaceOnUse",
  }, drawn("path", { d: "M0,0 L8,4 L0,8 z" }));
  return drawn("defs", {}, tip("tip"), tip("tip-lit"));
}
