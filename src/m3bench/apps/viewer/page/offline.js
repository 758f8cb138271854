// Pages of an export: what they show lies in files beside them, which scripts put into `m3benchExport`.

import { Refusal } from "./answers.js";
import { filtered } from "./filtering.js";

const OUTER = ["run", "task", "epoch", "try", "query", "status", "outcome", "family", "checks", "sort", "page"];
const IN_RUN = new Set(["summary", "attempts", "scores", "neighbours"]);
const root = document.documentElement.dataset.root;
const loading = new Map();

export function isOffline() {
  return root !== undefined;
}

export function pageRoute() {
  return JSON.parse(document.documentElement.dataset.route);
}

function store() {
  return window.m3benchExport;
}

function pageName({ run, other, task, epoch }) {
  if (run === undefined) return "index";
  if (other !== undefined) return store().pages[JSON.stringify([run, "", other])] ?? store().pages[JSON.stringify([other, "", run])];
  return store().pages[JSON.stringify(task === undefined ? [run] : [run, task, epoch ?? 1])];
}

export function isExported(route) {
  return !isOffline() || pageName(route) !== undefined;
}

// The address of a page, relative to this one. A page that is not exported has none.
export function pageOf(route) {
  const name = pageName(route);
  return name === undefined ? `${root}index.html` : `${root}${name}.html`;
}

// Answers as the server would.
export async function answerOffline(what, parameters) {
  if (what === "runs") return (await data("index")).runs;
  if (what === "means") return { means: (await data("index")).means, left: 0 };
  if (what === "compare") return (await data(pageName(parameters))).compare;
  if (!IN_RUN.has(what)) return inner(await dataOf(parameters.task === undefined ? { ...pageRoute(), ...parameters } : parameters), what, parameters);
  const inRun = await dataOf({ run: parameters.run });
  if (what === "summary") return inRun.summary;
  if (what === "attempts") return filtered(inRun, parameters);
  if (what === "scores") return { scores: inRun.rows.map(({ task, epoch, score }) => ({ task, epoch, average: score })), left: 0 };
  return neighbours(inRun, parameters);
}

function neighbours(inRun, { task, epoch }) {
  const rows = inRun.rows.filter((row) => row.calls !== undefined);
  const place = rows.findIndex((row) => row.task === task && row.epoch === (epoch ?? 1));
  const key = (row) => (row ? [row.task, row.epoch] : null);
  return { previous: key(rows[place - 1]), next: key(rows[place + 1]), place: place < 0 ? null : place, count: rows.length };
}

function inner(found, what, parameters) {
  if (what === "transcript_prefix") {
    const all = Object.entries(found.answers).filter(([key]) => key.startsWith("transcript?")).flatMap(([, part]) => part.exchanges ?? []);
    const number = Number(parameters.exchange);
    return { messages: whole(all, number).slice(0, all.find((each) => each.number === number).same) };
  }
  const answer = found.answers[keyOf(what, parameters)];
  if (answer === undefined) throw new Refusal(404, "This is not in the export.", "");
  if (answer.problem !== undefined && answer.refused) throw new Refusal(422, answer.problem, "");
  return answer;
}

// All messages of a request: those of the request before it by the same asker, and the new ones.
function whole(all, number) {
  const exchange = all.find((each) => each.number === number);
  const before = all.findLast((each) => each.number < number && each.by === exchange.by);
  return [...(exchange.same && before ? whole(all, before.number).slice(0, exchange.same) : []), ...exchange.messages];
}

// Where the bytes of a picture or file lie.
export function placeOffline(what, parameters) {
  const place = what === "blob" ? store().media[parameters.digest] : store().media[fileKey(what, parameters)];
  return place === undefined ? "" : root + place;
}

function fileKey(what, { run, task, epoch, picture, path }) {
  return JSON.stringify(what === "picture" ? [what, run, task, picture] : what === "input" ? [what, run, task, path] : [what, run, task, epoch ?? 1, path]);
}

export function keyOf(what, parameters) {
  const given = Object.entries(parameters).filter(([name, value]) => !OUTER.includes(name) && value !== null && value !== undefined && value !== "");
  return `${what}?${given.map(([name, value]) => `${name}=${value}`).sort().join("&")}`;
}

function dataOf(parameters) {
  return data(pageName(parameters));
}

function data(name) {
  if (name === undefined) return Promise.reject(new Refusal(404, "This is not in the export.", ""));
  if (!loading.has(name)) loading.set(name, store().data[name] ? Promise.resolve() : loaded(`${root}${name}.data.js`));
  return loading.get(name).then(() => store().data[name]);
}

function loaded(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = resolve;
    script.onerror = () => reject(new Refusal(404, "A file of the export is missing.", source));
    document.head.append(script);
  });
}
