// The attempts of one run: searched, filtered, page by page.

import { ask, Watch } from "./asking.js";
import { button, element } from "./dom.js";
import { isOffline } from "./offline.js";
import { written } from "./routes.js";
import { redrawn, walker } from "./rows.js";
import { progress } from "./runs.js";
import { patiently, summaryCard } from "./summary.js";
import { bodyRow, framed, heads, refocused } from "./tables.js";
import { amount, counted, money, named, score, seconds, tag, when } from "./words.js";

const TYPING_PAUSE = 200;
const LARGE = 20_000;
const CHOICES = { status: "Any status", outcome: "Any outcome of a call", family: "Any family", checks: "Any checks" };

export class AttemptsView {
  constructor(route, host, page) {
    Object.assign(this, { route, host, page, scores: new Map(), stopped: false });
    this.keys = {
      ...walker(host),
      "/": () => this.search.focus(),
      n: () => this.turn(1),
      p: () => this.turn(-1),
    };
    this.build();
    this.load();
  }

  stop() {
    this.stopped = true;
    this.watch.stop();
  }

  get parameters() {
    return { ...this.route.filters, run: this.route.run };
  }

  build() {
    this.search = element("input", {
      id: "search", type: "search", placeholder: isOffline() ? "Filter by task or family (/)" : "Search arguments and results (/)", "aria-label": "Search",
      autocomplete: "off", spellcheck: "false",
    });
    this.search.value = this.route.filters.query ?? "";
    this.search.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.filter("query", this.search.value), TYPING_PAUSE);
    });
    this.selects = Object.fromEntries(Object.entries(CHOICES).map(([name, title]) => [name, element("select", {
      "aria-label": title, data: { filter: name }, onchange: (event) => this.filter(name, event.target.value),
    })]));
    this.head = element("div", { class: "card-head" });
    this.count = element("p", { class: "quiet", id: "found", role: "status" });
    this.list = element("div");
    this.summary = element("section", { class: "card", id: "summary" }, element("h2", {}, "Summary"), element("p", { class: "quiet" }, "Scoring…"));
    this.summary.hidden = true;
    this.pager = element("nav", { class: "pager", "aria-label": "Pages" });
    this.host.replaceChildren(element("section", { class: "card runs" }, this.head), this.summary, element("section", { class: "card runs" },
      element("h2", {}, "Attempts"), element("div", { class: "filters" }, this.search, Object.values(this.selects)),
      this.count, this.list, this.pager));
  }

  load() {
    this.watch?.stop();
    this.watch = new Watch("attempts", this.parameters, (value) => this.shown(value), this.page.complain);
  }

  // Search and filters are part of the address, so that a reload shows the same list.
  filter(name, value) {
    const filters = { ...this.route.filters, [name]: value };
    if (name !== "page") delete filters.page;
    this.route = { ...this.route, filters };
    history.replaceState(null, "", written(this.route));
    this.load();
  }

  turn(step) {
    const page = (this.value?.page ?? 0) + step;
    if (!this.value || page < 0 || page >= this.value.pages) return;
    this.filter("page", page ? String(page) : "");
    window.scrollTo(0, 0);
  }

  shown(value) {
    this.value = value;
    this.page.calm();
    redrawn(this.host, () => this.draw(value));
    this.fill();
    this.summarize(value.run);
  }

  // The summary is computed again when attempts were added.
  async summarize(run) {
    if (run.pending || this.summarizing || this.summarized === run.attempts || !run.attempts || run.planned > LARGE) return;
    this.summarizing = true;
    this.summary.hidden = false;
    try {
      const found = await patiently("summary", { run: this.route.run }, () => this.stopped);
      if (!found) return;
      this.summarized = run.attempts;
      summaryCard(this.summary, found);
    } catch (refusal) {
      if (!this.stopped) this.page.complain(refusal);
    } finally {
      this.summarizing = false;
    }
  }

  draw(value) {
    const run = value.run;
    this.head.replaceChildren(element("h1", {}, run.name === "." ? "this run" : run.name),
      element("span", { class: "quiet" }, [run.suite, run.agent, run.model, when(run.created)].filter(Boolean).join(" · ")),
      progress(run), ...run.tags.map((text) => element("span", { class: "tag plain" }, text)),
      run.note ? element("p", { class: "quiet" }, run.note) : "", ...run.problems.map((problem) => element("p", { class: "problem" }, problem)));
    for (const [name, select] of Object.entries(this.selects)) fillChoices(select, value.choices[name], this.route.filters[name], CHOICES[name]);
    const filtered = Object.keys(this.route.filters).some((name) => !["page", "sort"].includes(name) && this.route.filters[name]);
    this.count.textContent = filtered ? `${counted(value.found, "attempt")} found` : "";
    const columns = this.columns();
    const head = heads(columns, this.order, (order) => this.filter("sort", order));
    refocused(this.host, () => this.list.replaceChildren(framed(head, element("tbody", {}, value.rows.flatMap((row) => this.rows(columns, row))), "Attempts")));
    this.pager.replaceChildren(...this.pages(value));
  }

  pages(value) {
    if (value.pages < 2) return [];
    const earlier = button("←", "Previous page (p)", () => this.turn(-1));
    const later = button("→", "Next page (n)", () => this.turn(1));
    earlier.disabled = value.page === 0;
    later.disabled = value.page === value.pages - 1;
    return [earlier, element("span", {}, `Page ${value.page + 1} of ${value.pages}`), later];
  }

  get order() {
    return this.route.filters.sort ?? "";
  }

  target(row) {
    return { run: this.route.run, task: row.task, epoch: row.epoch, filters: this.route.filters };
  }

  columns() {
    const made = (row, show) => (row.calls === undefined ? "" : show(row));
    const column = (key, title, cell, more = {}) => ({ key, title, value: () => null, cell, ...more });
    return [
      column("task", "Task", (row) => this.nameOf(row)),
      column("family", "Family", (row) => row.family),
      column("status", "Status", (row) => element("span", { class: "tags" }, tag(row.status), made(row, outcomes))),
      column("checks", "Checks", (row) => (row.checks ? tag(row.checks) : "")),
      column("score", "Mean", (row) => element("span", { class: "score", data: { score: nameFor(row) } }, this.scores.get(nameFor(row)) ?? ""),
        { kind: "number", about: "Mean of the six metrics" }),
      column("steps", "Steps", (row) => made(row, () => String(row.steps)), { kind: "number" }),
      column("calls", "Calls", (row) => made(row, () => String(row.calls)), { kind: "number" }),
      column("tokens", "Tokens", (row) => made(row, () => amount(row.tokens)), { kind: "number" }),
      column("cost", "Cost", (row) => made(row, () => money(row.cost)), { kind: "number" }),
      column("seconds", "Time", (row) => made(row, () => seconds(row.seconds)), { kind: "number" }),
    ];
  }

  nameOf(row) {
    const text = row.task + (row.epoch > 1 ? ` #${row.epoch}` : "");
    const name = row.calls === undefined ? element("span", { class: "name" }, text)
      : element("a", { class: "name", href: written(this.target(row)), data: { row: nameFor(row) } }, text);
    return [name, row.tries > 1 && element("span", { class: "under quiet" }, `${row.tries} tries`)];
  }

  rows(columns, row) {
    const hits = [...(row.hits ?? []).map((hit) => this.hit(this.target(row), hit)), row.more_hits && element("p", { class: "hit quiet" }, "… and more")].filter(Boolean);
    return [bodyRow(columns, row, { class: "row" }), hits.length > 0 && element("tr", { class: "hits" }, element("td", { colspan: columns.length }, hits))];
  }

  hit(target, hit) {
    const call = hit.call === null ? null : { side: "call", number: hit.call };
    return element("a", { class: "hit", href: written({ ...target, call }) },
      element("span", { class: "quiet" }, hit.call === null ? hit.where : `call ${hit.call + 1}, ${hit.where}`),
      element("span", {}, hit.before, element("mark", {}, hit.hit), hit.after));
  }

  // The list is shown without scores until they are computed.
  async fill() {
    this.again = true;
    if (this.filling) return;
    this.filling = true;
    try {
      for (let left = 1; (left > 0 || this.again) && !this.stopped;) {
        this.again = false;
        const answer = await ask("scores", this.parameters);
        for (const each of answer.scores) this.scores.set(`${each.task}\n${each.epoch}`, score(each.average));
        for (const cell of this.list.querySelectorAll("[data-score]")) cell.textContent = this.scores.get(cell.dataset.score) ?? "";
        left = answer.left;
      }
    } catch (refusal) {
      if (!this.stopped) this.page.complain(refusal);
    } finally {
      this.filling = false;
    }
  }
}

function nameFor(row) {
  return `${row.task}\n${row.epoch}`;
}

function outcomes(row) {
  return Object.entries(row.outcomes).filter(([name]) => name !== "success").map(([name, count]) => tag(name, count));
}

function fillChoices(select, choices, chosen, title) {
  if (document.activeElement === select) return;
  const options = Object.entries(choices).map(([name, count]) => element("option",
    { value: name, selected: name === chosen }, `${named(name)} (${count.toLocaleString("en")})`));
  select.replaceChildren(element("option", { value: "" }, title), ...options);
  select.hidden = options.length < 1;
}
