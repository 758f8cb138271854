// Tables with heads that sort: by click or key, without a reload. The order is told to screen readers.

import { element } from "./dom.js";

// columns: { key, title, about, kind, value(row), cell(row) }. `sorted` is told the new order, as "key" or "-key".
export function heads(columns, order, sorted) {
  return element("tr", {}, columns.map((column) => element("th", {
    scope: "col", class: column.kind ?? "", title: column.about ?? "", "aria-sort": column.value && direction(column.key, order),
  }, column.value ? element("button", {
    type: "button", class: "sort", data: { sort: column.key }, onclick: () => sorted(turned(column, order)),
  }, column.title, element("span", { class: "arrow", "aria-hidden": "true" }, arrow(column.key, order)))
    : column.title || element("span", { class: "unseen" }, column.about ?? ""))));
}

export function bodyRow(columns, row, properties = {}) {
  return element("tr", properties, columns.map((column, place) => {
    const content = [column.cell(row)].flat(Infinity);
    return element(place === (columns[0].isHead === false ? 1 : 0) ? "th" : "td",
      { scope: place === (columns[0].isHead === false ? 1 : 0) && "row", class: column.kind ?? "", data: { label: column.title } }, content);
  }));
}

export function framed(head, bodies, name) {
  return element("div", { class: "table-frame wide", tabindex: 0, role: "region", "aria-label": name },
    element("table", { class: "grid" }, element("thead", {}, head), bodies));
}

// Rows in an order. Those without a value come last in both directions.
export function ordered(rows, columns, order) {
  const column = columns.find((each) => each.key === order.replace(/^-/, ""));
  if (!column?.value) return rows;
  const way = order.startsWith("-") ? -1 : 1;
  const keyed = rows.map((row, place) => ({ row, place, value: column.value(row) }));
  const empty = (value) => value === null || value === undefined || value === "";
  keyed.sort((one, other) => {
    if (empty(one.value) || empty(other.value)) return empty(one.value) - empty(other.value) || one.place - other.place;
    const less = typeof one.value === "string" ? one.value.localeCompare(other.value, "en", { numeric: true }) : one.value - other.value;
    return way * less || one.place - other.place;
  });
  return keyed.map((each) => each.row);
}

// Numbers start with the largest, words with the first.
function turned(column, order) {
  const first = column.kind === "number" ? `-${column.key}` : column.key;
  const second = column.kind === "number" ? column.key : `-${column.key}`;
  return order === first ? second : first;
}

function direction(key, order) {
  if (order === key) return "ascending";
  return order === `-${key}` ? "descending" : "none";
}

function arrow(key, order) {
  if (order === key) return " ▲";
  return order === `-${key}` ? " ▼" : "";
}

// Draws again and leaves the focus on the head that was used.
export function refocused(host, draw) {
  const sort = document.activeElement?.dataset?.sort;
  draw();
  if (sort) [...host.querySelectorAll("[data-sort]")].find((each) => each.dataset.sort === sort)?.focus({ preventScroll: true });
}
