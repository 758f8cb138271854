// The attempts of an exported run, filtered, sorted and by page, as the server does it.

const PAGE = 50;

export function filtered({ run, rows, choices }, wanted) {
  const words = (wanted.query ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => ["status", "family", "checks"].every((name) => !wanted[name] || row[name] === wanted[name])
    && (!wanted.outcome || wanted.outcome in (row.outcomes ?? {}))
    && words.every((word) => `${row.task}\n${row.family}`.toLowerCase().includes(word)));
  const sorted = inOrder(found, wanted.sort ?? "");
  const pages = Math.max(1, Math.ceil(sorted.length / PAGE));
  const page = Math.min(Math.max(0, Number(wanted.page) || 0), pages - 1);
  return { run, rows: sorted.slice(page * PAGE, (page + 1) * PAGE), found: sorted.length, page, pages, per_page: PAGE, choices };
}

function inOrder(rows, sort) {
  const name = sort.replace(/^-/, "");
  const way = sort.startsWith("-") ? -1 : 1;
  const empty = (row) => row[name] === null || row[name] === undefined || row[name] === "";
  if (!name) return rows;
  const valued = rows.filter((row) => !empty(row));
  valued.sort((one, other) => way * (one[name] < other[name] ? -1 : one[name] > other[name] ? 1 : 0));
  return [...valued, ...rows.filter(empty)];
}
