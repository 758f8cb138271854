// Verdicts of checks and judges.

import { element } from "./dom.js";
import { folded } from "./values.js";
import { counted, named, score, tag } from "./words.js";

export function checksCard(checks) {
  if (!checks.verdicts.length) return null;
  const listed = checks.points.length ? checks.points : checks.verdicts;
  const met = listed.filter((each) => each.state === "passed").length;
  const word = checks.points.length ? "point" : "check";
  const ofPoints = new Set(checks.points.flatMap((each) => each.checks));
  return element("section", { class: "card", id: "checks" },
    element("div", { class: "card-head" }, element("h2", {}, "Checks"), tag(checks.state),
      element("span", { class: "quiet" }, `${met} of ${counted(listed.length, word)} passed`)),
    element("ul", { class: "verdicts" }, checks.points.map((each) => point(each, checks.verdicts)),
      checks.verdicts.filter((_, place) => !ofPoints.has(place)).map(verdict)));
}

// An evaluation point, with the checks that decide it.
function point(each, verdicts) {
  return element("li", {}, tag(each.state), element("div", {},
    element("p", {}, element("strong", {}, each.text), " ", element("span", { class: "quiet" }, each.kind)),
    element("ul", { class: "verdicts" }, each.checks.map((place) => verdict(verdicts[place])))));
}

function verdict(each) {
  return element("li", {}, tag(each.state), element("div", {},
    element("p", {}, element("strong", {}, named(each.check)), " ", element("span", { class: "quiet" }, each.kind,
      each.share !== null && ` · ${Math.round(100 * each.share)} % found`)),
    folded(each.reason),
    each.details && element("details", {}, element("summary", {}, "Details"), element("pre", { class: "value" }, each.details))));
}

export function judgesCard(host, value) {
  host.hidden = !value.columns.length && !value.problem;
  host.replaceChildren(element("h2", {}, "Judges"), value.problem ? element("p", { class: "problem" }, value.problem) : "",
    ...value.columns.map(column), ...(value.judgements.length ? [said(value.judgements)] : []));
}

function column(each) {
  const judges = Object.entries(each.scores);
  const parts = Object.entries(each.parts);
  const about = [each.spread !== null && `spread ${score(each.spread)}`, each.missing > 0 && `${each.missing} missing`].filter(Boolean);
  return element("section", { class: "column" }, element("h3", {}, each.title, element("span", { class: "value" }, score(each.score)),
    about.length > 0 && element("span", { class: "quiet" }, about.join(", "))),
  judges.length > 0 && spread(judges, each.score),
  judges.length > 0 && element("p", { class: "quiet" }, judges.map(([name, value]) => `${name} ${score(value)}`).join(" · ")),
  parts.length > 0 && element("p", { class: "quiet" }, parts.map(([name, value]) => `${named(name)} ${score(value)}`).join(" · ")));
}

// A dot for each judge on a line from 0 to 1, and a stroke for the combined score.
function spread(judges, mean) {
  const line = element("div", { class: "spread", role: "img", "aria-label": judges.map(([name, value]) => `${name} ${score(value)}`).join(", ") });
  for (const [name, value] of judges) {
    const dot = element("span", { class: "dot", title: `${name} ${score(value)}` });
    dot.style.left = `${100 * value}%`;
    line.append(dot);
  }
  if (mean !== null) {
    const stroke = element("span", { class: "mean" });
    stroke.style.left = `${100 * mean}%`;
    line.append(stroke);
  }
  return line;
}

function said(judgements) {
  return element("details", {}, element("summary", {}, counted(judgements.length, "judgement")), element("ul", { class: "verdicts" },
    judgements.map((each) => element("li", {}, element("span", { class: "tag plain" }, each.title), element("div", {},
      element("p", {}, element("strong", {}, each.judge), " ", element("span", { class: "quiet" },
        each.scores ? Object.entries(each.scores).map(([name, value]) => `${named(name)} ${value}`).join(", ") : "missing",
        each.turn > 0 && `, reading ${each.turn + 1}`)),
      folded(each.reason || each.problem))))));
}
