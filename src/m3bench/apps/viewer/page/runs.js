// All runs below the folder.

import { Watch } from "./asking.js";
import { element } from "./dom.js";
import { written } from "./routes.js";
import { redrawn, walker } from "./rows.js";
import { counted, tag, when } from "./words.js";

const MUCH = 1 << 18;

export class RunsView {
  constructor(route, host, page) {
    this.host = host;
    this.page = page;
    this.keys = walker(host);
    this.watch = new Watch("runs", {}, (value) => this.shown(value), page.complain);
  }

  stop() {
    this.watch.stop();
  }

  shown(value) {
    this.page.calm();
    redrawn(this.host, () => this.host.replaceChildren(element("section", { class: "card list" },
      element("div", { class: "card-head" }, element("h1", {}, "Runs"),
        element("span", { class: "quiet" }, `${counted(value.runs.length, "run")} in ${value.folder || "/"}`)),
      value.runs.length ? element("ul", { class: "rows" }, value.runs.map(runRow)) : nothing())));
  }
}

function nothing() {
  return element("p", { class: "quiet" },
    "There are no runs yet. Make one: m3bench run smoke --agent reference. It will appear by itself.");
}

function runRow(run) {
  const states = Object.entries(run.statuses).map(([state, count]) => tag(state, count));
  return element("li", {}, element("a", { class: "row run", href: written({ run: run.name }), data: { row: run.name } },
    element("span", { class: "name" }, run.name === "." ? "this run" : run.name),
    element("span", { class: "quiet who" }, [run.suite, run.agent, run.model].filter(Boolean).join(" · ")),
    progress(run),
    element("span", { class: "tags" }, states, run.checked > 0 && element("span", { class: "tag plain" },
      element("span", { class: "sign" }, "✓"), `${run.passed} of ${run.checked} pass all checks`)),
    element("span", { class: "quiet date" }, when(run.created)),
    run.problems.length > 0 && element("span", { class: "problem" }, counted(run.problems.length, "problem"))));
}

export function progress(run) {
  const share = run.planned ? run.attempts / run.planned : 0;
  const bar = element("span", { class: "bar" });
  const filled = element("span", { class: "filled" });
  filled.style.width = `${100 * share}%`;
  bar.append(filled);
  const going = run.unread > MUCH ? `, reading ${Math.round(100 * (1 - run.unread / run.size))} %` : "";
  return element("span", { class: "progress" }, bar,
    `${run.attempts.toLocaleString("en")} of ${counted(run.planned, "attempt")}${going}`);
}
