// The route is the part of the address after #, so that addresses can be saved and shared.
//   #/?query=…&sort=-success                all runs
//   #/run/NAME?query=…&outcome=…&page=2     the attempts of a run
//   #/run/NAME/task/ID/EPOCH/steps/call/3   one attempt, one of its tabs, one of its calls (or try/2)
//   #/compare/A/B                           two runs
//   #/compare/A/B/task/ID/EPOCH             two attempts at one task
// In an export, each of these is a page of its own, and only what follows the epoch is behind the #.

import { isOffline, pageOf, pageRoute } from "./offline.js";

const FILTERS = ["query", "status", "outcome", "family", "checks", "sort", "who", "page"];
export const TABS = ["score", "steps", "conversation", "files"];

export function parsed(hash) {
  const [path, search = ""] = hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").map(plain);
  const given = new URLSearchParams(search);
  const filters = Object.fromEntries(FILTERS.filter((name) => given.get(name)).map((name) => [name, given.get(name)]));
  if (isOffline()) return within({ ...pageRoute(), filters }, parts);
  if (parts[0] === "compare" && parts[2]) return compared({ run: parts[1], other: parts[2], filters }, parts.slice(3));
  if (parts[0] !== "run" || !parts[1]) return { kind: "runs", filters };
  if (parts[2] !== "task" || parts[3] === undefined) return { kind: "attempts", run: parts[1], filters };
  return within({ kind: "attempt", run: parts[1], task: parts[3], epoch: Number(parts[4]) || 1, filters }, parts.slice(5));
}

function compared(route, parts) {
  if (parts[0] !== "task" || parts[1] === undefined) return { ...route, kind: "compare" };
  return { ...route, kind: "pair", task: parts[1], epoch: Number(parts[2]) || 1 };
}

function within(route, parts) {
  if (route.kind === "compare") return compared(route, parts);
  for (let place = 0; place < parts.length; place += 1) {
    if (TABS.includes(parts[place])) route.tab = parts[place];
    else taken(route, parts[place], Number(parts[place + 1]));
  }
  return route;
}

function taken(route, word, number) {
  if (!Number.isInteger(number) || number < 1) return;
  if (word === "try") route.try = number;
  if (word === "call" || word === "reference") route.call = { side: word, number: number - 1 };
}

export function written(route) {
  const compares = route.other !== undefined;
  const parts = [];
  if (compares) parts.push("compare", encodeURIComponent(route.run), encodeURIComponent(route.other));
  else if (route.run !== undefined) parts.push("run", encodeURIComponent(route.run));
  if (route.task !== undefined) parts.push("task", encodeURIComponent(route.task), route.epoch ?? 1);
  const inner = [];
  if (route.try) inner.push("try", route.try);
  if (route.tab) inner.push(route.tab);
  if (route.call) inner.push(route.call.side, route.call.number + 1);
  const search = new URLSearchParams(Object.entries(route.filters ?? {}).filter(([, value]) => value)).toString();
  const after = search && `?${search}`;
  if (!isOffline()) return `#/${[...parts, ...inner].join("/")}${after}`;
  const behind = compares && route.task !== undefined ? parts.slice(3) : inner;
  return pageOf(route) + (behind.length || after ? `#${behind.join("/")}${after}` : "");
}

export function sameAttempt(one, other) {
  return one?.kind === "attempt" && other?.kind === "attempt"
    && written({ ...one, call: null, tab: null }) === written({ ...other, call: null, tab: null });
}

function plain(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
