// Numbers and states as text. A state always has a sign and a word, so colour is not needed.

import { element } from "./dom.js";

const SIGNS = {
  completed: "●", out_of_steps: "◔", out_of_budget: "◔", agent_failure: "✗", over_quota: "▣", server_failure: "⚡",
  harness_failure: "⚠", does_not_fit: "⊘", unknown: "·", open: "○", reading: "…",
  success: "✓", not_found: "∅", invalid_arguments: "≠", unknown_tool: "?", illegal_format: "✗",
  tool_error: "△", server_fault: "⚡", unfinished: "…",
  passed: "✓", failed: "✗", undecided: "◌",
};
const GOOD = new Set(["completed", "success", "passed"]);
const BAD = new Set(["agent_failure", "over_quota", "illegal_format", "unknown_tool", "invalid_arguments", "failed"]);
const WARN = new Set(["server_failure", "harness_failure", "does_not_fit", "tool_error", "server_fault", "undecided", "out_of_steps", "out_of_budget"]);

export function named(state) {
  return state.replaceAll("_", " ");
}

export function tone(state) {
  if (GOOD.has(state)) return "good";
  if (BAD.has(state)) return "bad";
  return WARN.has(state) ? "warn" : "plain";
}

export function sign(state) {
  return SIGNS[state] ?? "·";
}

export function tag(state, count = null) {
  const words = count === null ? named(state) : `${count} ${named(state)}`;
  return element("span", { class: `tag ${tone(state)}` }, element("span", { class: "sign" }, sign(state)), words);
}

export function checksTag(state) {
  return state && element("span", { class: `tag ${tone(state)}` }, element("span", { class: "sign" }, sign(state)), `checks ${state}`);
}

export function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

export function seconds(value) {
  if (value === null || value === undefined) return "–";
  if (value === 0) return "0 s";
  if (value < 0.00005) return "< 0.1 ms";
  if (value < 0.0995) return `${(value * 1000).toFixed(value < 0.00995 ? 1 : 0)} ms`;
  if (value < 99.5) return `${value.toFixed(value < 9.95 ? 2 : 1)} s`;
  return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

export function score(value) {
  return value === null || value === undefined ? "–" : value.toFixed(3);
}

export function money(value) {
  if (!value) return "–";
  return `$${value < 0.1 ? value.toFixed(4) : value.toFixed(2)}`;
}

export function amount(value) {
  return value ? value.toLocaleString("en") : "–";
}

export function duration(value) {
  if (value === null || value === undefined) return "–";
  if (value < 99.5) return seconds(value);
  const minutes = Math.round(value / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function when(iso) {
  return iso ? iso.slice(0, 16).replace("T", " ") : "";
}

export const METRICS = {
  recall: "Recall", precision: "Precision", argument_similarity: "Argument similarity",
  step_coherence: "Step coherence", order_consistency: "Order consistency", merge_purity: "Merge purity",
};
