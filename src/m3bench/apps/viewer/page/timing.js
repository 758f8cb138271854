// A timeline of the calls.

import { button, element } from "./dom.js";
import { named, seconds, sign, tone } from "./words.js";

const FIRST = 60;
const TICKS = 5;

export function timingCard(value, select) {
  const calls = value.steps.flatMap((step, index) => step.calls.map((call) => ({ ...call, step: index })));
  const timed = calls.filter((call) => call.start !== null);
  if (!timed.length) return null;
  const end = Math.max(...timed.map((call) => call.end), 0.001);
  const rows = element("div", { class: "timing" }, axis(end));
  rows.append(...timed.slice(0, FIRST).map((call) => bar(call, end, select)));
  const rest = timed.slice(FIRST);
  const more = rest.length > 0 && button(`Show ${rest.length} more`, "", () => {
    rows.append(...rest.map((call) => bar(call, end, select)));
    more.remove();
  });
  return element("section", { class: "card", id: "timing" }, element("div", { class: "card-head" }, element("h2", {}, "Timing"),
    element("span", { class: "quiet" }, `calls within ${seconds(end)} from the start`)), rows, more);
}

function axis(end) {
  const track = element("div", { class: "track axis" });
  for (let tick = 0; tick <= TICKS; tick += 1) {
    const label = element("span", { class: "tick" }, seconds((end * tick) / TICKS));
    label.style.left = `${(100 * tick) / TICKS}%`;
    track.append(label);
  }
  return element("div", { class: "timed", "aria-hidden": "true" }, element("span"), track);
}

function bar(call, end, select) {
  const filled = element("span", { class: `stretch ${tone(call.outcome)}` });
  filled.style.left = `${(100 * call.start) / end}%`;
  filled.style.width = `${Math.max(0.4, (100 * (call.end - call.start)) / end)}%`;
  const words = `Call ${call.number + 1}, step ${call.step + 1}: ${seconds(call.start)} to ${seconds(call.end)}, ${named(call.outcome)}`;
  return element("button", { type: "button", class: `timed${call.step % 2 ? " odd" : ""}`, title: words, "aria-label": words, onclick: () => select("call", call.number) },
    element("span", { class: "label" }, element("span", { class: "badge" }, call.number + 1), element("span", { class: "tool" }, call.tool || "(no name)"),
      element("span", { class: "took" }, sign(call.outcome), " ", seconds(call.end - call.start))),
    element("div", { class: "track" }, filled));
}
