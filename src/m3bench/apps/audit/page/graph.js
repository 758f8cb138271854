// The trajectory as a graph: steps are columns, calls are boxes, dependencies are arrows.

import { drawn } from "./dom.js";

const BOX = { width: 186, height: 50 };
const GAP = { x: 52, y: 16 };
const MARGIN = { x: 12, top: 34, bottom: 12 };
const LANE = 12;
const SMALLEST_SCALE = 0.72;
const LONGEST_NAME = 19;

export function graph(view, chosen = () => {}) {
  const places = placed(view.steps);
  const rows = Math.max(1, ...view.steps.map((step) => step.calls.length));
  const floor = MARGIN.top + rows * (BOX.height + GAP.y);
  const lanes = laneOf(view.edges, places);
  const width = 2 * MARGIN.x + view.steps.length * (BOX.width + GAP.x) - GAP.x;
  const height = floor + lanes.size * LANE + MARGIN.bottom - (lanes.size ? 0 : GAP.y);
  const picture = drawn("svg", {
    class: "graph", viewBox: `0 0 ${width} ${height}`, width, height, role: "group",
    "aria-label": `${view.steps.length} steps, ${places.size} calls, ${view.edges.length} dependencies`,
  });
  picture.style.minWidth = `${Math.round(width * SMALLEST_SCALE)}px`;
  picture.append(arrowheads());
  view.steps.forEach((step, index) => picture.append(title(index)));
  for (const edge of view.edges) picture.append(arrow(edge, places, lanes, floor, view.edges_stated));
  for (const step of view.steps) for (const call of step.calls) picture.append(box(call, places, chosen));
  return picture;
}

export function highlight(picture, number) {
  for (const path of picture.querySelectorAll("path.edge")) {
    const touches = path.dataset.source === String(number) || path.dataset.target === String(number);
    path.classList.toggle("lit", number !== null && touches);
  }
  for (const group of picture.querySelectorAll("g.call")) {
    group.classList.toggle("lit", group.dataset.number === String(number));
  }
}

function placed(steps) {
  const places = new Map();
  steps.forEach((step, column) => step.calls.forEach((call, row) => {
    const x = MARGIN.x + column * (BOX.width + GAP.x);
    const y = MARGIN.top + row * (BOX.height + GAP.y);
    places.set(call.number, { x, y, column });
  }));
  return places;
}

// An arrow that skips steps runs below all boxes, in a separate lane for each source.
function laneOf(edges, places) {
  const sources = edges.filter((edge) => skips(edge, places)).map((edge) => edge.source);
  return new Map([...new Set(sources)].map((source, lane) => [source, lane]));
}

function skips(edge, places) {
  return places.get(edge.target).column - places.get(edge.source).column !== 1;
}

function title(index) {
  const x = MARGIN.x + index * (BOX.width + GAP.x) + BOX.width / 2;
  return drawn("text", { class: "column", x, y: 20, "text-anchor": "middle" }, `Step ${index + 1}`);
}

function box(call, places, chosen) {
  const { x, y } = places.get(call.number);
  const group = drawn("g", {
    class: "call", tabindex: 0, role: "button", data: { number: call.number },
    onclick: () => chosen(call.number),
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      chosen(call.number);
    },
  });
  group.append(
    drawn("title", {}, `${call.number + 1}: ${call.server}/${call.tool}`),
    drawn("rect", { x, y, width: BOX.width, height: BOX.height, rx: 8 }),
    drawn("text", { class: "number", x: x + 12, y: y + 21 }, call.number + 1),
    drawn("text", { class: "tool", x: x + 30, y: y + 21 }, short(call.tool)),
    drawn("text", { class: "server", x: x + 30, y: y + 38 }, short(call.server)),
  );
  return group;
}

function short(text) {
  const letters = Array.from(text);
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join("")}…` : text;
}

function arrow(edge, places, lanes, floor, stated) {
  const kinds = ["edge", edge.broken && "broken", !stated && "traced"].filter(Boolean);
  return drawn("path", {
    class: kinds.join(" "), d: course(edge, places, lanes, floor),
    "marker-end": edge.broken ? "url(#head-broken)" : "url(#head)",
    data: { source: edge.source, target: edge.target },
  });
}

function course(edge, places, lanes, floor) {
  const from = places.get(edge.source);
  const to = places.get(edge.target);
  const [x1, y1] = [from.x + BOX.width, from.y + BOX.height / 2];
  const [x2, y2] = [to.x - 3, to.y + BOX.height / 2];
  if (!skips(edge, places)) {
    const middle = (x1 + x2) / 2;
    return `M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`;
  }
  const low = floor + lanes.get(edge.source) * LANE;
  const [out, back] = [x1 + 18, x2 - 20];
  return `M${x1},${y1} C${out},${y1} ${out},${y1} ${out},${y1 + 14} L${out},${low - 8} `
    + `Q${out},${low} ${out + (back > out ? 8 : -8)},${low} L${back + (back > out ? -8 : 8)},${low} `
    + `Q${back},${low} ${back},${low - 8} L${back},${y2 + 14} C${back},${y2} ${back},${y2} ${x2},${y2}`;
}

function arrowheads() {
  const head = (id) => drawn("marker", {
    id, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 10, markerHeight: 10, orient: "auto",
    markerUnits: "userSpaceOnUse",
  }, drawn("path", { d: "M0,0 L8,4 L0,8 z" }));
  return drawn("defs", {}, head("head"), head("head-broken"));
}
