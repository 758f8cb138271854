// Two runs side by side: differences with intervals, every task, and two attempts at one task.

import { ask } from "./asking.js";
import { element } from "./dom.js";
import { written } from "./routes.js";
import { redrawn, walker } from "./rows.js";
import { patiently, summary } from "./summary.js";
import { bodyRow, framed, heads, ordered, refocused } from "./tables.js";
import { METRICS, checksTag, counted, score, seconds, tag } from "./words.js";
import { folded } from "./values.js";

const WHO = { all: "All tasks", a: "Only A passes", b: "Only B passes", both: "Both pass", neither: "Neither passes", differs: "Scores differ" };
const TITLES = { success: "Success", average: "Mean", ...METRICS };
const COLUMNS = ["Metric", "A", "B", "A − B", "95 % interval", "Wins / losses / ties", "p (Holm)", "Better"];
const AT_ONCE = 300;

export class CompareView {
  constructor(route, host, page) {
    Object.assign(this, { route, host, page, stopped: false, shownRows: AT_ONCE });
    this.keys = walker(host);
    this.load();
  }

  stop() {
    this.stopped = true;
  }

  async load() {
    this.host.replaceChildren(element("section", { class: "card" }, element("h1", {}, "Two runs"), element("p", { class: "quiet" }, "Scoring both runs…")));
    try {
      this.value = await patiently("compare", { run: this.route.run, other: this.route.other }, () => this.stopped);
    } catch (refusal) {
      this.page.complain(refusal);
      return;
    }
    if (!this.value) return;
    this.select = element("select", { "aria-label": "Which tasks", onchange: (event) => this.change("who", event.target.value) },
      Object.entries(WHO).map(([name, title]) => element("option", { value: name, selected: name === this.who }, `${title} (${this.value.rows.filter(IS[name]).length})`)));
    this.table = element("div");
    this.host.replaceChildren(this.head(), this.summaries(), element("section", { class: "card" }, element("h2", {}, "Tasks"),
      element("div", { class: "filters" }, this.select), this.table));
    this.draw();
  }

  get who() {
    return this.route.filters.who in WHO ? this.route.filters.who : "all";
  }

  change(name, value) {
    this.route = { ...this.route, filters: { ...this.route.filters, [name]: value } };
    history.replaceState(null, "", written(this.route));
    redrawn(this.host, () => this.draw());
  }

  head() {
    const { value } = this;
    const sides = ["A", "B"].map((side, place) => element("p", {}, element("strong", {}, `${side} `),
      element("a", { href: written({ run: value.runs[place] }) }, value.runs[place]), " ",
      element("span", { class: "quiet" }, who(value.summaries[place].figures))));
    return element("section", { class: "card", id: "compared" }, element("h1", {}, "Two runs"), sides,
      value.problem && element("p", { class: "problem" }, value.problem),
      value.metrics.length > 0 && [element("p", { class: "quiet" }, `${counted(value.attempts, "scored attempt")} at ${counted(value.tasks, "task")} in common`,
        value.success_attempts > 0 && `, ${counted(value.success_attempts, "attempt")} with checks`,
        ". Values are over these attempts, each side weighted by its own calls, as in m3bench compare."),
      framed(element("tr", {}, COLUMNS.map((title, place) => element("th", { scope: "col", class: place && place < 7 ? "number" : "" }, title))),
        element("tbody", {}, value.metrics.map(metricRow)), "Differences")]);
  }

  summaries() {
    return element("div", { class: "two" }, this.value.summaries.map((each, place) => element("section", { class: "card" },
      element("h2", {}, `${"AB"[place]}: ${this.value.runs[place]}`), ...summary(each))));
  }

  columns() {
    const side = (name, title) => [
      { key: `${name}-passed`, title: `${title} checks`, value: (row) => order(row[name]), cell: (row) => state(row[name]) },
      { key: `${name}-score`, title: `${title} mean`, kind: "number", value: (row) => row[name]?.score, cell: (row) => score(row[name]?.score) },
    ];
    return [
      { key: "task", title: "Task", value: (row) => row.task, cell: (row) => this.link(row) },
      { key: "family", title: "Family", value: (row) => row.family, cell: (row) => row.family },
      ...side("a", "A"), ...side("b", "B"),
      { key: "difference", title: "A − B", kind: "number", value: difference, cell: (row) => signed(difference(row)) },
    ];
  }

  link(row) {
    const name = row.task + (row.epoch > 1 ? ` #${row.epoch}` : "");
    if (!row.a?.made && !row.b?.made) return name;
    const target = row.a?.made && row.b?.made ? { ...this.route, task: row.task, epoch: row.epoch, filters: {} }
      : { run: row.a?.made ? this.route.run : this.route.other, task: row.task, epoch: row.epoch };
    return element("a", { class: "name", href: written(target), data: { row: `${row.task}\n${row.epoch}` } }, name);
  }

  draw() {
    const columns = this.columns();
    const sort = this.route.filters.sort ?? "";
    const rows = ordered(this.value.rows.filter(IS[this.who]), columns, sort);
    const head = heads(columns, sort, (next) => this.change("sort", next));
    const more = rows.length > this.shownRows && element("button", { type: "button", class: "small", onclick: () => { this.shownRows += 10 * AT_ONCE; this.draw(); } },
      `Show more (${rows.length - this.shownRows} left)`);
    refocused(this.host, () => this.table.replaceChildren(framed(head, element("tbody", {}, rows.slice(0, this.shownRows).map((row) => bodyRow(columns, row))), "Tasks"), more || ""));
    this.select.value = this.who;
  }
}

const IS = {
  all: () => true,
  a: (row) => Boolean(row.a?.passed) && !row.b?.passed,
  b: (row) => Boolean(row.b?.passed) && !row.a?.passed,
  both: (row) => Boolean(row.a?.passed && row.b?.passed),
  neither: (row) => !row.a?.passed && !row.b?.passed,
  differs: (row) => Boolean(difference(row)),
};

function difference(row) {
  const [a, b] = [row.a?.score, row.b?.score];
  return a === null || a === undefined || b === null || b === undefined ? null : a - b;
}

function order(side) {
  if (!side) return null;
  return side.passed === true ? "1" : side.passed === false ? "2" : "3";
}

function state(side) {
  if (!side) return element("span", { class: "quiet" }, "not in the run");
  if (!side.made) return tag("open");
  return side.passed === null || side.passed === undefined ? tag(side.status) : tag(side.passed ? "passed" : "failed");
}

function who(figures) {
  return [figures.suite, figures.agent, figures.model].filter(Boolean).join(" · ");
}

function signed(value) {
  return value === null ? "–" : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

function metricRow(row) {
  const interval = row.low === null || row.high === null ? "none" : `${signed(row.low)} to ${signed(row.high)}`;
  const cells = [score(row.a), score(row.b), signed(row.difference), interval, `${row.wins} / ${row.losses} / ${row.ties}`, row.p === null ? "–" : row.p.toFixed(4)];
  return element("tr", {}, element("th", { scope: "row" }, TITLES[row.name] ?? row.name), cells.map((text, place) => element("td", { class: "number", data: { label: COLUMNS[place + 1] } }, text)),
    element("td", { data: { label: COLUMNS.at(-1) } }, row.verdict));
}

// Both attempts at one task, step by step.
export class PairView {
  constructor(route, host, page) {
    Object.assign(this, { route, host, page, stopped: false, keys: {} });
    this.load();
  }

  stop() {
    this.stopped = true;
  }

  async load() {
    const { task, epoch } = this.route;
    try {
      const both = await Promise.all([this.route.run, this.route.other].map((run) => ask("attempt", { run, task, epoch })));
      if (!this.stopped) this.draw(both);
    } catch (refusal) {
      if (!this.stopped) this.page.complain(refusal);
    }
  }

  draw(both) {
    const steps = Math.max(...both.map((each) => each.steps.length));
    const name = this.route.task + (this.route.epoch > 1 ? ` #${this.route.epoch}` : "");
    const places = [...Array(steps).keys()];
    this.host.replaceChildren(element("section", { class: "card" }, element("h1", {}, name), folded(both[0].task.request)),
      element("section", { class: "card two-attempts" },
        both.map((each, place) => this.side(each, place)),
        places.flatMap((place) => both.map((each, side) => step(each.steps[place], place, side))),
        both.map((each, side) => element("div", { class: "end" }, element("h3", {}, `${"AB"[side]}: answer`), folded(each.answer || "(none)"),
          element("ul", { class: "verdict-lines" }, each.checks.verdicts.map((verdict) => element("li", {}, tag(verdict.state), ` ${verdict.check}: ${verdict.reason}`)))))));
  }

  side(value, place) {
    const run = place ? this.route.other : this.route.run;
    return element("header", {}, element("h2", {}, `${"AB"[place]}: `, element("a", { href: written({ run, task: this.route.task, epoch: this.route.epoch, tab: "steps" }) }, run)),
      element("p", { class: "tags" }, tag(value.status), checksTag(value.checks.state), element("span", { class: "fact" }, seconds(value.seconds)),
        element("span", { class: "fact" }, counted(value.steps.length, "step"))));
  }
}

function step(found, place, side) {
  if (!found) return element("div", { class: "no-step quiet" }, `${"AB"[side]}: no step ${place + 1}`);
  return element("div", { class: "one-step" }, element("h3", {}, `${"AB"[side]}: step ${place + 1}`), found.plan && element("p", { class: "plan" }, found.plan),
    found.calls.map((call) => element("div", { class: "call-line" }, element("p", {}, element("code", {}, `${call.server ? `${call.server}/` : ""}${call.tool || "(no name)"}`), " ", tag(call.outcome)),
      call.arguments && element("pre", { class: "value" }, call.arguments), call.result && element("p", { class: "quiet" }, call.result))));
}
