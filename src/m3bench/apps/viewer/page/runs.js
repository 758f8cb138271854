// All runs below the folder: a table, sorted and filtered on the page.

import { ask, Watch } from "./asking.js";
import { button, element } from "./dom.js";
import { isExported } from "./offline.js";
import { written } from "./routes.js";
import { redrawn, walker } from "./rows.js";
import { bodyRow, framed, heads, ordered, refocused } from "./tables.js";
import { amount, counted, duration, money, score, when } from "./words.js";

const MUCH = 1 << 18;
const AT_ONCE = 20;

export class RunsView {
  constructor(route, host, page) {
    Object.assign(this, { route, host, page, means: new Map(), chosen: new Set(), stopped: false });
    this.keys = { ...walker(host), "/": () => this.search.focus() };
    this.build();
    this.watch = new Watch("runs", {}, (value) => this.shown(value), page.complain);
  }

  stop() {
    this.stopped = true;
    this.watch.stop();
  }

  build() {
    this.search = element("input", {
      id: "search", type: "search", placeholder: "Filter runs (/)", "aria-label": "Filter runs", autocomplete: "off", spellcheck: "false",
    });
    this.search.value = this.route.filters.query ?? "";
    this.search.addEventListener("input", () => this.change("query", this.search.value));
    this.count = element("span", { class: "quiet", role: "status" });
    this.pair = element("span", { class: "pair-bar", role: "status" });
    this.table = element("div");
    this.host.replaceChildren(element("section", { class: "card runs" },
      element("div", { class: "card-head" }, element("h1", {}, "Runs"), this.count),
      this.filters = element("div", { class: "filters" }, this.search, this.pair), this.table));
  }

  // Filter and order are part of the address.
  change(name, value) {
    this.route = { ...this.route, filters: { ...this.route.filters, [name]: value } };
    history.replaceState(null, "", written(this.route));
    this.draw();
    this.fill();
  }

  shown(value) {
    this.value = value;
    this.page.calm();
    redrawn(this.host, () => this.draw());
    this.fill();
  }

  draw() {
    if (!this.value) return;
    const { runs, folder } = this.value;
    this.filters.hidden = !runs.length;
    if (!runs.length) {
      this.count.textContent = `0 runs in ${folder || "/"}`;
      this.table.replaceChildren(nothing());
      return;
    }
    const columns = this.columns();
    const found = runs.filter((run) => matches(run, this.route.filters.query ?? ""));
    this.count.textContent = `${found.length < runs.length ? `${found.length} of ` : ""}${counted(runs.length, "run")} in ${folder || "/"}`;
    this.rows = ordered(found, columns, this.order);
    const head = heads(columns, this.order, (order) => this.change("sort", order));
    refocused(this.host, () => this.table.replaceChildren(framed(head, this.bodies(columns), "Runs")));
    this.drawPair();
  }

  get order() {
    return this.route.filters.sort ?? "";
  }

  // Runs of one study folder stand together below its name.
  bodies(columns) {
    const groups = Map.groupBy ? Map.groupBy(this.rows, studyOf) : grouped(this.rows, studyOf);
    return [...groups].map(([study, runs]) => element("tbody", {},
      study && element("tr", { class: "group-head" }, element("th", { colspan: columns.length, scope: "rowgroup" }, study,
        element("span", { class: "quiet" }, ` ${counted(runs.length, "run")}`))),
      runs.map((run) => bodyRow(columns, run))));
  }

  // Before the journal of a run is read, its numbers are not known.
  columns() {
    return this.allColumns().map((column) => (column.kind !== "number" ? column
      : { ...column, value: (run) => (run.pending ? null : column.value(run)), cell: (run) => (run.pending ? "…" : column.cell(run)) }));
  }

  allColumns() {
    return [
      { key: "pick", title: "", about: "Compare", isHead: false, cell: (run) => this.box(run) },
      { key: "name", title: "Run", value: (run) => run.name, cell: nameOf },
      { key: "success", title: "Success", about: "Share of attempts that pass all checks. What is not scored counts as failed.", kind: "number",
        value: (run) => run.success, cell: successOf },
      { key: "mean", title: "Mean", about: "Mean of the six metrics", kind: "number", value: (run) => this.means.get(run.name),
        cell: (run) => element("span", { data: { mean: run.name } }, this.mean(run)) },
      { key: "tasks", title: "Attempts", kind: "number", value: (run) => run.attempts, cell: progress },
      { key: "suite", title: "Suite", value: (run) => run.suite, cell: (run) => run.suite },
      { key: "agent", title: "Agent", value: (run) => run.agent, cell: (run) => run.agent },
      { key: "model", title: "Model", value: (run) => run.model, cell: (run) => run.model },
      { key: "cost", title: "Cost", kind: "number", value: (run) => run.cost || null, cell: (run) => money(run.cost) },
      { key: "tokens", title: "Tokens", kind: "number", value: (run) => run.tokens || null, cell: (run) => amount(run.tokens) },
      { key: "time", title: "Time", about: "Time of all attempts together", kind: "number", value: (run) => run.seconds, cell: (run) => duration(run.seconds || null) },
      { key: "date", title: "Date", value: (run) => run.created, cell: (run) => element("span", { class: "date" }, when(run.created)) },
    ];
  }

  mean(run) {
    return this.means.has(run.name) ? score(this.means.get(run.name)) : "…";
  }

  box(run) {
    const box = element("input", { type: "checkbox", "aria-label": `Compare ${run.name}`, title: "Compare: choose two" });
    box.checked = this.chosen.has(run.name);
    box.addEventListener("change", () => {
      this.chosen.delete(run.name);
      if (box.checked) this.chosen.add(run.name);
      if (this.chosen.size > 2) this.chosen.delete([...this.chosen][0]);
      for (const other of this.table.querySelectorAll("input[type=checkbox]")) {
        other.checked = this.chosen.has(other.getAttribute("aria-label").replace(/^Compare /, ""));
      }
      this.drawPair();
    });
    return box;
  }

  drawPair() {
    const [one, other] = [...this.chosen];
    if (!one) this.pair.replaceChildren();
    else if (!other) this.pair.replaceChildren(element("span", { class: "quiet" }, "Choose a second run to compare."));
    else if (!isExported({ run: one, other })) this.pair.replaceChildren(element("span", { class: "quiet" }, "The export has no page with these two."));
    else {
      this.pair.replaceChildren(element("a", { class: "chip", href: written({ kind: "compare", run: one, other }) }, `Compare ${one} and ${other}`),
        button("×", "Clear", () => { this.chosen.clear(); this.draw(); }, "bare"));
    }
  }

  // Means are computed after the list is shown, in the order of its rows.
  async fill() {
    if (this.filling) return;
    this.filling = true;
    try {
      for (;;) {
        const wanted = this.rows?.filter((run) => !run.pending && (!this.means.has(run.name) || this.old(run))).slice(0, AT_ONCE) ?? [];
        if (!wanted.length || this.stopped) return;
        const answer = await ask("means", { runs: JSON.stringify(wanted.map((run) => run.name)) });
        for (const [name, mean] of Object.entries(answer.means)) this.means.set(name, mean);
        this.made ??= new Map();
        for (const run of wanted) if (run.name in answer.means) this.made.set(run.name, run.attempts);
        for (const cell of this.table.querySelectorAll("[data-mean]")) cell.textContent = this.means.has(cell.dataset.mean) ? score(this.means.get(cell.dataset.mean)) : "…";
        if (this.order.endsWith("mean")) this.draw();
      }
    } catch (refusal) {
      if (!this.stopped) this.page.complain(refusal);
    } finally {
      this.filling = false;
    }
  }

  old(run) {
    return this.made?.get(run.name) !== run.attempts;
  }
}

function grouped(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function studyOf(run) {
  return run.name.split("/").slice(0, -1).join("/");
}

function matches(run, query) {
  const text = [run.name, run.suite, run.agent, run.model, ...run.tags, run.note].join("\n").toLowerCase();
  return query.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function nothing() {
  return element("p", { class: "quiet" },
    "There are no runs yet. Make one: m3bench run smoke --agent reference. It will appear by itself.");
}

function nameOf(run) {
  return [element("a", { class: "name", href: written({ run: run.name }), data: { row: run.name } }, run.name === "." ? "this run" : run.name.split("/").at(-1)),
    run.pending && element("span", { class: "note quiet reading" }, readSoFar(run)),
    run.tags.map((text) => element("span", { class: "tag plain" }, text)),
    run.note && element("span", { class: "note quiet" }, run.note),
    run.problems.length > 0 && element("span", { class: "problem", title: run.problems.join("\n") }, run.problems[0],
      run.problems.length > 1 && ` (and ${run.problems.length - 1} more)`)];
}

function successOf(run) {
  return [element("span", {}, score(run.success)),
    run.attempts > 0 && run.unscored > 0 && element("span", { class: "under", title: "Not made, undecided, or failed by a server or the harness" }, `${run.unscored} unscored`)];
}

function readSoFar(run) {
  return run.size ? `reading ${Math.floor(100 * (1 - run.unread / run.size))} %` : "reading…";
}

export function progress(run) {
  if (run.pending) return element("span", { class: "progress reading" }, readSoFar(run));
  if (!run.planned) return "–";
  const share = run.planned ? run.attempts / run.planned : 0;
  const bar = element("span", { class: "bar" });
  const filled = element("span", { class: "filled" });
  filled.style.width = `${100 * share}%`;
  bar.append(filled);
  const going = run.unread > MUCH ? `, ${readSoFar(run)}` : "";
  return element("span", { class: "progress" }, share < 1 && bar,
    `${run.attempts.toLocaleString("en")} of ${counted(run.planned, "attempt")}${going}`);
}
