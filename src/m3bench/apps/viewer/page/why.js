// The six metrics, each with what raised and what lowered it.

import { element } from "./dom.js";
import { METRICS, score } from "./words.js";

export function whyCard(host, value, counts) {
  if (value.problem) {
    host.replaceChildren(element("h2", {}, "Score"), element("p", { class: "quiet" }, value.problem));
    return;
  }
  const notes = [!counts && "does not count", ...value.notes].filter(Boolean);
  host.replaceChildren(element("div", { class: "card-head" }, element("h2", {}, "Score"),
    element("strong", { class: "average", title: "Mean of the six metrics" }, score(value.average)),
    element("span", { class: "quiet" }, [`profile ${value.profile}`, value.encoder, ...notes].join(" · "))),
  element("div", { class: "metrics" }, value.metrics.map(metric)));
}

function metric(each) {
  const meter = element("span", { class: "bar" });
  const filled = element("span", { class: "filled" });
  filled.style.width = `${100 * each.value}%`;
  meter.append(filled);
  const reasons = [
    ...each.won.map((text) => element("li", { class: "won" }, element("span", { class: "sign" }, "+"), text)),
    ...each.lost.map((text) => element("li", { class: "lost" }, element("span", { class: "sign" }, "−"), text)),
  ];
  return element("section", { class: "metric" }, element("h3", {}, METRICS[each.name] ?? each.name, element("span", { class: "value" }, score(each.value))),
    meter, element("ul", {}, reasons.length ? reasons : element("li", { class: "quiet" }, each.value > 0 ? "Nothing was lost." : "Nothing raised it.")));
}
