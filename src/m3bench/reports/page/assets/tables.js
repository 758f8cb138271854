// Sort by click or key on a heading; filter rows by text and by source.

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

// Unknown values stay at the end in both sort directions.
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

// Numbers are not searched: a search for model 3 should not find 0.135.
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
