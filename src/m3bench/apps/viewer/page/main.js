// The whole page: current view, navigation, keys and errors.

import { AttemptView } from "./attempt.js";
import { AttemptsView } from "./attempts.js";
import { CompareView, PairView } from "./compare.js";
import { button, element } from "./dom.js";
import { isOffline } from "./offline.js";
import { parsed, sameAttempt, written } from "./routes.js";
import { RunsView } from "./runs.js";

const VIEWS = { runs: RunsView, attempts: AttemptsView, attempt: AttemptView, compare: CompareView, pair: PairView };
const HELP = [
  ["j or ↓, k or ↑", "next and previous: row, or call"],
  ["Enter", "open the row; show the selected call"],
  ["Esc", "back, one level at a time"],
  ["/", "search"],
  ["n, p", "next and previous attempt; next and previous page of a list"],
  ["1 to 4", "the tabs of an attempt"],
  ["m", "from a call to its match, and back"],
  ["f", "from a call to the call that its arguments came from"],
  ["?", "these keys"],
];
const part = (id) => document.getElementById(id);
let route = null;
let view = null;

export const page = {
  go(target) {
    const place = written(target);
    if (place.startsWith("#")) location.hash = place;
    else location.href = place;
  },
  // Selecting calls does not add entries to the browser's history.
  replace(target) {
    history.replaceState(null, "", written(target));
    follow();
  },
  say(text) {
    part("state").textContent = text;
  },
  complain(refusal) {
    const hide = button("×", "Close", () => { part("notice").hidden = true; }, "bare");
    const text = element("span", {}, [refusal.message, refusal.hint].filter(Boolean).join(" "));
    part("notice").replaceChildren(text, hide);
    part("notice").hidden = false;
  },
  calm() {
    part("notice").hidden = true;
  },
};

function follow() {
  const target = parsed(location.hash);
  if (sameAttempt(route, target)) {
    route = target;
    view.choose(target);
    return;
  }
  view?.stop();
  page.calm();
  page.say("");
  route = target;
  crumbs();
  document.title = [target.task, target.run, target.other, "m3bench view"].filter(Boolean).join(" · ");
  document.body.classList.remove("with-panel");
  if (!isOffline()) part("main").replaceChildren(element("p", { class: "quiet loading" }, "Reading…"));
  window.scrollTo(0, 0);
  view = new VIEWS[target.kind](target, part("main"), page);
}

function crumbs() {
  const steps = [element("a", { href: written({}) }, "Runs")];
  if (route.other !== undefined) {
    steps.push(element("a", { href: written({ run: route.run, other: route.other }) }, `${route.run} and ${route.other}`));
  } else if (route.run !== undefined) {
    const list = written({ run: route.run, filters: route.filters });
    steps.push(element("a", { href: list }, route.run === "." ? "this run" : route.run));
  }
  if (route.task !== undefined) {
    steps.push(element("span", { "aria-current": "page" }, route.task + (route.epoch > 1 ? ` #${route.epoch}` : "")));
  }
  part("crumbs").replaceChildren(...steps.flatMap((step, place) => (place
    ? [element("span", { class: "quiet", "aria-hidden": "true" }, "›"), step] : [step])));
}

function up() {
  if (route.call) page.go({ ...route, tab: "steps", call: null });
  else if (route.kind === "pair") page.go({ run: route.run, other: route.other });
  else if (route.kind === "attempt") page.go({ run: route.run, filters: route.filters });
  else if (route.kind !== "runs") page.go({});
}

function help() {
  const rows = HELP.flatMap(([keys, what]) => [element("dt", {}, keys), element("dd", {}, what)]);
  const close = button("Close", "", () => part("help").close());
  part("help").replaceChildren(element("h2", {}, "Keys"), element("dl", { class: "help" }, rows), close);
  part("help").showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || part("help").open) return;
  const typing = event.target.closest?.("input, textarea, select");
  if (typing) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const act = event.key === "?" ? help : view?.keys?.[event.key] ?? (event.key === "Escape" ? up : null);
  if (!act || act(event) === false) return;
  event.preventDefault();
});
part("keys").addEventListener("click", help);
part("skip").addEventListener("click", (event) => {
  event.preventDefault();
  part("main").focus();
});
window.addEventListener("hashchange", follow);
follow();
