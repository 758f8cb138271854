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

// The parts of a wide table are sorted alike.
function sortBy(table, heading) {
  const parts = [...table.closest(".table").querySelectorAll("table")];
  const headings = [...table.tHead.rows[0].cells];
  const first = heading.classList.contains("number") ? "descending" : "ascending";
  const other = first === "descending" ? "ascending" : "descending";
  const wanted = heading.ariaSort === first ? other : first;
  for (const part of parts) for (const each of part.tHead.rows[0].cells) each.ariaSort = "none";
  heading.ariaSort = wanted;
  const before = [...table.tBodies[0].rows];
  const order = sorted(before, headings.indexOf(heading), wanted === "ascending" ? 1 : -1).map((row) => before.indexOf(row));
  for (const part of parts) {
    const rows = [...part.tBodies[0].rows];
    part.tBodies[0].append(...order.map((place) => rows[place]));
  }
}

// Numbers are not searched: a search for model 3 should not find 0.135.
function wordsOf(row) {
  const named = [...row.cells].filter((cell) => cell.dataset.v === undefined);
  return named.map((cell) => cell.dataset.hint ?? cell.textContent).join(" ").toLowerCase();
}

function filter(block) {
  const parts = [...block.querySelectorAll("tbody")].map((body) => [...body.rows]);
  const rows = parts[0];
  const words = block.querySelector(".filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const whose = block.querySelector(".whose :checked")?.value ?? "all";
  for (const [place, row] of rows.entries()) {
    const published = row.classList.contains("published");
    const theirs = whose === "all" || (whose === "published") === published;
    const text = words.length ? parts.map((part) => wordsOf(part[place])).join(" ") : "";
    const hidden = !theirs || !words.every((word) => text.includes(word));
    for (const part of parts) part[place].hidden = hidden;
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
