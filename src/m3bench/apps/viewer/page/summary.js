// What a run came to: success and scores, groups, failures, and what it used.

import { ask } from "./asking.js";
import { element } from "./dom.js";
import { METRICS, amount, counted, duration, money, named, score } from "./words.js";

const SOON = 300;

// Asks until the run is scored. Returns null if the page has moved on.
export async function patiently(what, parameters, isStopped) {
  for (;;) {
    const answer = await ask(what, parameters);
    if (isStopped()) return null;
    if (!answer.waiting) return answer;
    await new Promise((resolve) => { setTimeout(resolve, SOON); });
  }
}

// The page of a run tells what is wrong with it at its top.
export function summaryCard(card, value) {
  card.replaceChildren(element("h2", {}, "Summary"), ...summary({ ...value, warnings: [] }));
}

export function summary(value) {
  if (value.problem) return [element("p", { class: "problem" }, value.problem)];
  return [
    value.warnings.map((text) => element("p", { class: "problem" }, text)),
    element("dl", { class: "figures" }, figures(value)),
    (value.success || value.metrics.length > 0) && element("p", { class: "quiet" }, "Ranges are 95 % intervals. Attempts that are not scored count as failed in success."),
    element("div", { class: "groups" }, breakdown("Families", value.families), breakdown("Levels", value.levels), breakdown("Kinds", value.kinds), breakdown("Camera levels", value.cameras),
      counts("Not scored", value.not_scored), counts("Failed checks", value.failed_checks), counts("Attempts", value.statuses),
      counts("Calls", value.outcomes), counts("Limits met by the model", value.limits_met, "attempt")),
  ].flat().filter(Boolean);
}

function figures(value) {
  const { success, usage } = value;
  const tokens = usage.input_tokens === null || usage.output_tokens === null ? null : usage.input_tokens + usage.output_tokens;
  return [
    figure("Success", success ? score(success.value) : "–", success
      ? `${success.passed} of ${success.attempts} attempts${success.repeated ? ` at ${counted(success.tasks, "task")}` : ""}${between(success)}` : "no checks", "main"),
    ...repeated(success?.repeated),
    figure("Mean of six", score(value.mean), value.profile ? `profile ${value.profile}` : "no references", "main"),
    ...value.metrics.map((each) => figure(METRICS[each.name] ?? each.name, score(each.value), between(each, ""))),
    figure("Cost", money(usage.cost)), figure("Tokens", amount(tokens), tokens ? `${amount(usage.input_tokens)} in, ${amount(usage.output_tokens)} out` : ""),
    figure("Time", duration(value.seconds), value.waited >= 1 ? `and ${duration(value.waited)} waiting` : "all attempts together"),
    value.retries > 0 && figure("Retries", String(value.retries)),
    value.repaired_calls > 0 && figure("Repaired calls", String(value.repaired_calls)),
    value.floors && figure("Floors", value.floors.includes("not beaten") ? "not beaten" : "beaten", value.floors),
    value.unranked && figure("Not ranked", "–", value.unranked),
  ].filter(Boolean);
}

function repeated(value) {
  if (!value) return [];
  return [figure(`pass@${value.k}`, score(value.pass_at_k), `one of ${value.k} attempts passes`), figure(`pass^${value.k}`, score(value.pass_hat_k), `all ${value.k} attempts pass`),
    figure("Flips", String(value.flips), `of ${counted(value.tasks, "task")} pass and fail`)];
}

function figure(title, value, note = "", kind = "") {
  return element("div", { class: `figure ${kind}` }, element("dt", {}, title), element("dd", {}, element("strong", {}, value),
    note && element("span", { class: "quiet" }, note)));
}

function between({ low, high }, before = ", ") {
  return low === null || high === null ? "" : `${before}${score(low)} to ${score(high)}`;
}

function breakdown(title, groups) {
  if (!groups.length) return null;
  const means = groups.some((each) => each.mean !== null && each.mean !== undefined);
  const checked = groups.some((each) => each.attempts > 0);
  const titles = [title, checked && "Success", checked && "Passed", means && "Mean"].filter(Boolean);
  return element("div", { class: "table-frame" }, element("table", { class: "grid" },
    element("thead", {}, element("tr", {}, titles.map((name, place) => element("th", { scope: "col", class: place ? "number" : "" }, name)))),
    element("tbody", {}, groups.map((each) => element("tr", {}, element("th", { scope: "row" }, each.name),
      checked && element("td", { class: "number" }, score(each.success)), checked && element("td", { class: "number" }, `${each.passed} of ${each.attempts}`),
      means && element("td", { class: "number" }, score(each.mean)))))));
}

function counts(title, found, noun = "") {
  const rows = Object.entries(found);
  if (!rows.length) return null;
  return element("div", { class: "table-frame" }, element("table", { class: "grid" },
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, title), element("th", { scope: "col", class: "number" }, "Count"))),
    element("tbody", {}, rows.map(([name, count]) => element("tr", {}, element("th", { scope: "row" }, named(name)),
      element("td", { class: "number" }, noun ? counted(count, noun) : count.toLocaleString("en")))))));
}
