// One attempt: task, steps, comparison with the reference, and explanation of the score.

import { annotationsCard } from "./annotations.js";
import { ask, Watch } from "./asking.js";
import { CallPanel } from "./panel.js";
import { checksCard, judgesCard } from "./verdicts.js";
import { conversationCard } from "./conversation.js";
import { button, element } from "./dom.js";
import { filesCard, recordCard } from "./files.js";
import { Lanes } from "./lanes.js";
import { Pairs } from "./pairs.js";
import { isOffline } from "./offline.js";
import { TABS, written } from "./routes.js";
import { taskCard } from "./task.js";
import { timingCard } from "./timing.js";
import { transcriptCard } from "./transcript.js";
import { whyCard } from "./why.js";

export class AttemptView {
  constructor(route, host, page) {
    Object.assign(this, { route, host, page, stopped: false, found: {} });
    this.keys = {
      j: () => this.walk(1), ArrowDown: () => this.walk(1),
      k: () => this.walk(-1), ArrowUp: () => this.walk(-1),
      Enter: (event) => this.enter(event),
      n: () => this.turn("next"), p: () => this.turn("previous"),
      m: () => this.toMatch(), f: () => this.toSource(),
      "/": () => page.go({ run: route.run, filters: { ...route.filters, query: route.filters.query } }),
      ...Object.fromEntries(TABS.map((name, place) => [String(place + 1), () => this.toTab(name)])),
    };
    this.watch = new Watch("attempt", this.parameters, (value) => this.shown(value), (refusal) => this.failed(refusal));
  }

  stop() {
    this.stopped = true;
    this.watch.stop();
    this.lanes?.stop();
    this.pairs?.stop();
  }

  get parameters() {
    const { run, task, epoch } = this.route;
    return { run, task, epoch, try: this.route.try };
  }

  failed(refusal) {
    if (this.value) this.page.complain(refusal);
    else this.host.replaceChildren(element("section", { class: "card" }, element("h1", {}, this.route.task),
      element("p", { class: "quiet" }, [refusal.message, refusal.hint].filter(Boolean).join(" "))));
  }

  shown(value) {
    this.value = value;
    this.page.calm();
    const place = window.scrollY;
    this.draw();
    window.scrollTo(0, place);
    this.more();
  }

  draw() {
    this.lanes?.stop();
    this.pairs?.stop();
    const select = (side, number) => this.select(side, number);
    const over = (side, number) => this.light(side, number);
    this.why = element("section", { class: "card", id: "why" }, element("h2", {}, "Score"), waiting());
    this.judges = element("section", { class: "card", id: "judges", hidden: true });
    this.annotations = element("section", { class: "card", id: "annotations", hidden: true });
    this.transcript = element("section", { class: "card", id: "conversation" }, element("h2", {}, "Conversation"), waiting());
    this.lanes = new Lanes(this.value, select, over, (link) => this.follow(link));
    this.pairs = new Pairs(this.value, select, over);
    this.panel = new CallPanel(this.parameters, {
      select, close: () => this.page.go({ ...this.route, tab: this.tab, call: null }), follow: (link) => this.follow(link),
    });
    this.walkers = element("span", { class: "tools" });
    this.tabs = {
      score: [this.why, checksCard(this.value.checks), this.judges, this.annotations],
      steps: [conversationCard(this.value.conversation, select), this.lanes.card, this.pairs.card, timingCard(this.value, select)],
      conversation: [this.transcript],
      files: [filesCard(this.value.files, this.parameters) ?? none("files", "Files", "The attempt changed no files."),
        !isOffline() && recordCard(this.value, this.parameters)],
    };
    this.bar = element("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the attempt", onkeydown: (event) => this.alongTabs(event) },
      TABS.map((name) => this.tabButton(name)));
    this.panels = TABS.map((name) => element("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, data: { tab: name } },
      this.tabs[name].filter(Boolean)));
    this.host.replaceChildren(element("div", { class: "attempt-page" }, element("div", { class: "cards" },
      taskCard(this.value, this.parameters, this.walkers, this.route), this.bar, this.panels), this.panel.element));
    this.lanes.start();
    this.pairs.start();
    this.choose(this.route);
  }

  get tab() {
    return this.route.tab ?? (this.route.call ? "steps" : "score");
  }

  tabButton(name) {
    return element("a", { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, href: written({ ...this.route, tab: name, call: null }), data: { tab: name },
      onclick: (event) => {
        event.preventDefault();
        this.toTab(name);
      } }, TITLES[name], element("span", { class: "quiet" }));
  }

  toTab(name) {
    if (!this.value) return false;
    this.page.go({ ...this.route, tab: name, call: null });
    return true;
  }

  alongTabs(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = TABS[(TABS.indexOf(this.tab) + step + TABS.length) % TABS.length];
    event.preventDefault();
    event.stopPropagation();
    this.page.replace({ ...this.route, tab: next, call: null });
    this.bar.querySelector(`[data-tab=${next}]`).focus();
  }

  showTab() {
    for (const tab of this.bar.children) {
      const chosen = tab.dataset.tab === this.tab;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    for (const panel of this.panels) panel.hidden = panel.dataset.tab !== this.tab;
  }

  // Slow parts are loaded after fast ones.
  async more() {
    await Promise.all([
      this.later("origins", (value) => { this.lanes.link(value); this.panel.origins(value); }),
      this.later("explanation", (value) => this.explained(value)),
      this.later("judgements", (value) => this.judged(value)),
      this.annotated(),
      this.transcribed(),
      this.later("neighbours", (value) => this.neighbours(value), this.route.filters),
    ]);
  }

  async later(what, use, filters = {}) {
    const value = this.value;
    try {
      const answer = await ask(what, { ...filters, ...this.parameters });
      if (this.stopped || this.value !== value) return;
      this.found[what] = answer;
      use(answer);
      this.choose(this.route);
    } catch (refusal) {
      if (!this.stopped) this.page.complain(refusal);
    }
  }

  async annotated() {
    try {
      await annotationsCard(this.annotations, this.parameters, (refusal) => this.page.complain(refusal));
    } catch (refusal) {
      if (!this.stopped) this.page.complain(refusal);
    }
  }

  async transcribed() {
    const card = this.transcript;
    const count = await transcriptCard(card, this.parameters);
    if (this.transcript === card && count) this.bar.querySelector("[data-tab=conversation] .quiet").textContent = ` ${count}`;
  }

  judged(value) {
    judgesCard(this.judges, value);
  }

  explained(value) {
    whyCard(this.why, value, this.value.counts);
    if (value.problem) return;
    this.pairs.match(value);
    this.panel.matches(value);
  }

  neighbours(value) {
    const go = (key) => key && { ...this.route, task: key[0], epoch: key[1], try: undefined, call: null };
    this.around = { previous: go(value.previous), next: go(value.next) };
    const step = (title, label, target) => {
      const made = button(label, title, () => this.page.go(target));
      made.disabled = !target;
      return made;
    };
    this.walkers.replaceChildren(step("Previous attempt (p)", "←", this.around.previous),
      value.place === null ? "" : element("span", { class: "quiet" }, `${value.place + 1} of ${value.count}`),
      step("Next attempt (n)", "→", this.around.next));
  }

  choose(route) {
    this.route = route;
    if (!this.value) return;
    this.showTab();
    const call = route.call && this.line(route.call);
    this.lanes.choose(call ? route.call : null);
    this.pairs.choose(call ? route.call : null);
    this.panel.show(call ? route.call : null, call, this.found.explanation?.reference ?? 0);
  }

  // The outline of a call of the attempt or of a reference.
  line({ side, number }) {
    const steps = side === "call" ? this.value.steps : this.value.references[this.found.explanation?.reference ?? 0]?.steps ?? [];
    return steps.flatMap((step) => step.calls).find((call) => call.number === number);
  }

  select(side, number) {
    this.page.go({ ...this.route, tab: undefined, call: { side, number } });
  }

  walk(step) {
    const side = this.route.call?.side ?? "call";
    const number = this.route.call ? this.route.call.number + step : 0;
    if (!this.value || !this.line({ side, number })) return false;
    this.page.replace({ ...this.route, tab: undefined, call: { side, number } });
    this.lanes.reveal();
    return true;
  }

  enter(event) {
    if (event.target.closest?.("a, button, summary, [role=button]") || !this.route.call) return false;
    this.panel.focus();
    return true;
  }

  turn(way) {
    if (!this.around?.[way]) return false;
    this.page.go(this.around[way]);
    return true;
  }

  toMatch() {
    const partner = this.route.call && this.panel.partner(this.route.call);
    if (!partner) return false;
    this.page.replace({ ...this.route, call: partner });
    this.pairs.reveal();
    return true;
  }

  toSource() {
    const link = this.found.origins?.links.find((each) => this.route.call?.side === "call" && each.target === this.route.call.number);
    if (!link) return false;
    this.follow(link);
    return true;
  }

  // Jump from an argument to the result that it came from, and mark the value there.
  follow(link) {
    const value = this.found.origins?.values.find((each) => each.call === link.target && each.source === link.source
      && (link.path === undefined || each.path === link.path));
    this.panel.mark(value?.value ?? "");
    this.select("call", link.source);
  }

  light(side, number) {
    this.pairs.light(side, number);
    if (side === "call") this.lanes.light(number);
  }
}

const TITLES = { score: "Score", steps: "Steps", conversation: "Conversation", files: "Files" };

function waiting() {
  return element("p", { class: "quiet" }, "Computing…");
}

function none(id, title, text) {
  return element("section", { class: "card", id }, element("h2", {}, title), element("p", { class: "quiet" }, text));
}
