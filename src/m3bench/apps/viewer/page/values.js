// Texts and tables. Long ones are folded and loaded on request.

import { ask } from "./asking.js";
import { button, element, visible } from "./dom.js";
import { counted } from "./words.js";

const LONG = 600;

export function folded(text, kind = "p") {
  const end = wordEnd(text, LONG);
  const body = element(kind, { class: "said" }, end < text.length ? `${text.slice(0, end)} …` : text);
  if (end >= text.length) return body;
  const more = button("Show more", "", () => {
    body.replaceChildren(visible(text));
    more.remove();
  }, "small");
  return element("div", {}, body, more);
}

// Where a text is cut: between words, and not for a few more letters.
function wordEnd(text, longest) {
  if (text.length <= longest * 1.2) return text.length;
  const found = text.slice(0, longest).search(/\s\S*$/);
  return found > longest / 2 ? found : longest;
}

// A text with its first piece; further pieces are loaded on request.
export function pieces(first, ask_, mark = "") {
  const body = element("pre", { class: "value" }, marked(first.text, mark));
  if (first.next === null) return body;
  let next = first.next;
  const label = () => `Show more (${(first.size - next).toLocaleString("en")} characters left)`;
  const more = button(label(), "", async () => {
    more.disabled = true;
    try {
      const piece = await ask_(next);
      body.append(visible(piece.text));
      next = piece.next;
    } catch (refusal) {
      body.after(element("p", { class: "problem" }, refusal.message));
      if (refusal.status === 404) next = null;
    }
    more.disabled = false;
    if (next === null) more.remove();
    else more.textContent = label();
  }, "small");
  return element("div", { class: "pieces" }, body, more);
}

export function asker(what, parameters) {
  return (from) => ask(what, { ...parameters, from });
}

function marked(text, mark) {
  const place = mark ? text.toLowerCase().indexOf(mark.toLowerCase()) : -1;
  if (place < 0) return [text];
  return [text.slice(0, place), element("mark", {}, text.slice(place, place + mark.length)), text.slice(place + mark.length)];
}

export function table(columns, rows, title, note = "") {
  const head = columns && element("thead", {}, element("tr", {}, columns.map((name) => element("th", { scope: "col" }, name))));
  return element("div", { class: "table-frame", tabindex: 0, role: "region", "aria-label": title || "Table" },
    element("table", {}, title && element("caption", {}, title), head,
      element("tbody", {}, rows.map((row) => element("tr", {}, row.map(tableCell))))),
    note && element("p", { class: "quiet" }, note));
}

// A text, or a spreadsheet cell: a text with its formula.
function tableCell(cell) {
  const formula = cell?.formula && element("span", { class: "formula", title: cell.formula }, cell.text ? " ƒ" : cell.formula);
  return element("td", {}, element("div", { class: "cell" }, cell?.text ?? cell, formula));
}

export function dataTable(block) {
  const left = [block.total > block.rows.length && `${counted(block.rows.length, "row")} of ${block.total.toLocaleString("en")}`,
    block.more_columns > 0 && `${counted(block.more_columns, "further column")}`].filter(Boolean);
  return table(block.columns, block.rows, block.title, left.length ? `Shown: ${left.join("; ")} not shown` : "");
}
