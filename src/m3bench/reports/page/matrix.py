"""The matrix of tasks and runs: a cell says by shade and by text how the attempts ended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from m3bench.reports.page.cells import UNKNOWN, raw
from m3bench.reports.page.markup import Markup, element, joined
from m3bench.reports.study import Row, Table

AttemptLink = Callable[[str, str, int], str]
"""Returns the address of an attempt's page, by run folder, task and number of the attempt."""

MOST_TASKS = 1_500
_FOLDED_FROM = 40
_SHADES = 6
_PASS, _FAIL = "\N{CHECK MARK}", "\N{MULTIPLICATION X}"
_LEGEND = (
    f"{_PASS} passes all checks, {_FAIL} does not, {UNKNOWN} was not scored (which counts as failed). "
    "2/3: two of three attempts pass. The number is the mean of six."
)


def matrix_block(table: Table, link: AttemptLink | None) -> Markup:
    """Return the grids of the matrix, one for each suite."""
    suites: dict[str, list[Row]] = defaultdict(list)
    for row in table.rows:
        suites[str(row["suite_digest"])].append(row)
    grids = [
        _sheet(rows, link, titled=len(suites) > 1, place=index)
        for index, rows in enumerate(suites.values(), start=1)
    ]
    return joined(*grids)


def _sheet(rows: Sequence[Row], link: AttemptLink | None, *, titled: bool, place: int) -> Markup:
    runs = list(dict.fromkeys(str(row["run"]) for row in rows))
    tasks: dict[str, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        tasks[str(row["task"])][str(row["run"])] = row
    title = str(rows[0]["suite"]) if titled else "Tasks by run"
    block = _grid(title, runs, dict(list(tasks.items())[:MOST_TASKS]), link, place)
    if len(tasks) > _FOLDED_FROM:
        block = element("details", element("summary", f"{len(tasks):,} tasks"), block)
    return element(
        "div",
        element("h3", f"{title} ({str(rows[0]['suite_digest'])[:12]})") if titled else None,
        element("p", _counted(tasks.values(), len(runs)), class_="quiet"),
        block,
        _cut_note(len(tasks)),
        element("p", _LEGEND, class_="note"),
        class_="sheet",
    )


def _counted(tasks: Iterable[Mapping[str, Row]], runs: int) -> str:
    """Say how many tasks all runs pass, some, and none."""
    shares = [
        [value for row in task.values() if isinstance(value := row.get("success"), int | float)]
        for task in tasks
    ]
    checked = [share for share in shares if share]
    every, none = (sum(set(each) == {value} for each in checked) for value in (1, 0))
    if not checked:
        return "These tasks have no checks."
    whom = "all runs" if runs > 1 else "the run"
    return f"Always passed by {whom}: {every:,}. Sometimes: {len(checked) - every - none:,}. Never: {none:,}."


def _grid(
    title: str,
    runs: Sequence[str],
    tasks: Mapping[str, Mapping[str, Row]],
    link: AttemptLink | None,
    place: int,
) -> Markup:
    heads = [_head("Task", "name"), _head("Family"), *(_head(run, "number") for run in runs)]
    body = Markup("".join(_row(task, runs, found, link) for task, found in tasks.items()))
    grid = element(
        "table",
        element("caption", title, class_="spoken"),
        element("thead", element("tr", *heads)),
        element("tbody", body),
        class_="matrix",
    )
    search = element(
        "input", type="search", class_="filter", placeholder="Filter rows", aria_label="Filter tasks"
    )
    return element(
        "div",
        element("div", search, element("span", class_="count", role="status"), class_="tools"),
        element("div", grid, class_="frame", tabindex="0", role="group", aria_label=title),
        class_="table long" if len(tasks) > 1 else "table",
        id=f"table-matrix-{place}" if place > 1 else "table-matrix",
    )


def _head(title: str, kind: str | None = None) -> Markup:
    button = element("button", title, type="button", data_hint=title)
    return element("th", button, scope="col", class_=kind, aria_sort="none")


def _row(task: str, runs: Sequence[str], found: Mapping[str, Row], link: AttemptLink | None) -> Markup:
    family = next((str(row["family"]) for row in found.values() if row.get("family")), "")
    name = element("th", task, scope="row", class_="name", data_hint=task)
    cells = (_cell(found.get(run), link) for run in runs)
    return element("tr", name, element("td", family), *cells)


def _cell(row: Row | None, link: AttemptLink | None) -> Markup:
    """Return a cell. There may be many thousands, so that the markup is short."""
    if row is None:
        return Markup("<td></td>")
    value = _value(row)
    text = _text(row)
    if link is not None and row.get("folder") and isinstance(row.get("attempt"), int):
        address = link(str(row["folder"]), str(row["task"]), int(str(row["attempt"])))
        text = f'<a href="{escape(address)}">{text}</a>'
    why = row.get("why")
    hint = f' data-hint="{escape(f"not scored: {why}")}"' if why else ""
    sorting = f' data-v="{raw(value)}"' if value is not None else ""
    return Markup(f'<td class="{_shade(row, value)}"{sorting}{hint}>{text}</td>')


def _value(row: Row) -> float | None:
    """Return what a column is sorted by: success, then the mean of six."""
    success, average = (row.get(key) for key in ("success", "average"))
    known = [value for value in (success, average) if isinstance(value, int | float)]
    if not known or _is_lost(row):
        return None
    first = success if isinstance(success, int | float) else 0.0
    return round(first + (average / 1000 if isinstance(average, int | float) else 0.0), 6)


def _is_lost(row: Row) -> bool:
    """Return whether no attempt was scored."""
    return bool(row.get("unscored")) and row.get("unscored") == row.get("attempts")


def _text(row: Row) -> str:
    passed, attempts, average = row.get("passed"), row.get("attempts"), row.get("average")
    mean = f"{average:.2f}" if isinstance(average, int | float) else ""
    if _is_lost(row):
        return UNKNOWN
    if passed is None:
        return mean or UNKNOWN
    mark = (_PASS if passed else _FAIL) if attempts == 1 else f"{passed}/{attempts}"
    return f"{mark} <i>{mean}</i>" if mean else mark


def _shade(row: Row, value: float | None) -> str:
    if value is None:
        return "lost"
    share = row.get("success")
    shown = share if isinstance(share, int | float) else row.get("average")
    return f"h{round(float(shown) * _SHADES)}" if isinstance(shown, int | float) else "lost"


def _cut_note(count: int) -> Markup | None:
    if count <= MOST_TASKS:
        return None
    return element(
        "p",
        f"Showing the first {MOST_TASKS:,} of {count:,} tasks. matrix.csv has all of them.",
        class_="note",
    )
