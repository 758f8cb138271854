// Sorting by a click or a key on a heading, and filtering by words and by whose rows they are.

function valueOf(row, column) {
  const cell = row.cells[column];
  if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
  const text = cell.dataset.hint ?? cell.textContent;
  return text === "–" ? null : text;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

// What is unknown stays below, whichever way the rest is sorted.
function sorted(rows, column, direction) {
  const keyed = rows.map((row) => ({ row, value: valueOf(row, column) }));
  const known = keyed.filter((each) => each.value !== null).sort((a, b) => direction * compare(a.value, b.value));
  return [...known, ...keyed.filter((each) => each.value === null)].map((each) => each.row);
}

function sortBy(table, heading) {
  const headings = [...table.tHead.rows[0].cells];
  const first = heading.classList.contains("number") ? "descending" : "ascending";
  const other = first === "descending" ? "ascending" : "descending";
  const wanted = heading.ariaSort === first ? other : first;
  for (const each of headings) each.ariaSort = "none";
  heading.ariaSort = wanted;
  const body = table.tBodies[0];
  const direction = wanted === "ascending" ? 1 : -1;
  body.append(...sorted([...body.rows], headings.indexOf(heading), direction));
}

// Digits of scores are not words: who looks for model 3 does not mean 0.135.
function wordsOf(row) {
  const named = [...row.cells].filter((cell) => cell.dataset.v === undefined);
  return named.map((cell) => cell.dataset.hint ?? cell.textContent).join(" ").toLowerCase();
}

function filter(block) {
  const words = block.querySelector(".filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const whose = block.querySelector(".whose :checked")?.value ?? "all";
  const rows = [...block.querySelectorAll("tbody tr")];
  for (const row of rows) {
    const published = row.classList.contains("published");
    const theirs = whose === "all" || (whose === "published") === published;
    const text = words.length ? wordsOf(row) : "";
    row.hidden = !theirs || !words.every((word) => text.includes(word));
  }
  const left = rows.filter((row) => !row.hidden).length;
  block.querySelector(".count").textContent = left === rows.length ? `${left} rows` : `${left} of ${rows.length} rows`;
}

for (const heading of document.querySelectorAll("thead th[aria-sort]")) {
  heading.querySelector("button").addEventListener("click", () => sortBy(heading.closest("table"), heading));
}
for (const tools of document.querySelectorAll(".tools")) {
  const block = tools.parentElement;
  tools.addEventListener("input", () => filter(block));
  filter(block);
}
