"""The matrix of tasks and runs: a cell says by shade and by text how the attempts ended."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote, urlsplit

from m3bench.core import UsageError
from m3bench.reports.page.cells import UNKNOWN, raw
from m3bench.reports.page.markup import Markup, element, joined
from m3bench.reports.page.tables import cut_note, filter_tools
from m3bench.reports.study import Row, Table
from m3bench.runs.pages import attempt_path

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
        _sheet(rows, link, titled=len(suites) > 1, number=number)
        for number, rows in enumerate(suites.values(), start=1)
    ]
    return joined(*grids)


def _sheet(rows: Sequence[Row], link: AttemptLink | None, *, titled: bool, number: int) -> Markup:
    runs = list(dict.fromkeys(str(row["run"]) for row in rows))
    tasks: dict[str, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        tasks[str(row["task"])][str(row["run"])] = row
    title = str(rows[0]["suite"]) if titled else "Tasks by run"
    block = _grid(title, runs, dict(list(tasks.items())[:MOST_TASKS]), link, number)
    if len(tasks) > _FOLDED_FROM:
        block = element("details", element("summary", f"{len(tasks):,} tasks"), block)
    return element(
        "div",
        element("h3", f"{title} ({str(rows[0]['suite_digest'])[:12]})") if titled else None,
        element("p", _counted(tasks.values(), len(runs)), class_="quiet"),
        block,
        cut_note(f"{len(tasks):,} tasks", MOST_TASKS, "matrix") if len(tasks) > MOST_TASKS else None,
        element("p", _LEGEND, class_="note"),
        class_="sheet",
    )


def _counted(tasks: Iterable[Mapping[str, Row]], runs: int) -> str:
    """Say how many tasks all runs pass, some, and none."""
    shares = [
        [value for row in task.values() if isinstance(value := row.get("success"), int | float)]
        for task in tasks
    ]
    checked = [set(share) for share in shares if share]
    if not checked:
        return "These tasks have no checks."
    always, never = checked.count({1}), checked.count({0})
    whom = "all runs" if runs > 1 else "the run"
    sometimes = len(checked) - always - never
    return f"Always passed by {whom}: {always:,}. Sometimes: {sometimes:,}. Never: {never:,}."


def _grid(
    title: str,
    runs: Sequence[str],
    tasks: Mapping[str, Mapping[str, Row]],
    link: AttemptLink | None,
    number: int,
) -> Markup:
    heads = [_head("Task", "name"), _head("Family"), *(_head(run, "number") for run in runs)]
    body = Markup("".join(_row(task, runs, cells, link) for task, cells in tasks.items()))
    grid = element(
        "table",
        element("caption", title, class_="spoken"),
        element("thead", element("tr", *heads)),
        element("tbody", body),
        class_="matrix",
    )
    return element(
        "div",
        filter_tools("Filter tasks"),
        element("div", grid, class_="frame", tabindex="0", role="group", aria_label=title),
        class_="table long" if len(tasks) > 1 else "table",
        id=f"table-matrix-{number}" if number > 1 else "table-matrix",
    )


def _head(title: str, kind: str | None = None) -> Markup:
    button = element("button", title, type="button", data_hint=title)
    return element("th", button, scope="col", class_=kind, aria_sort="none")


def _row(
    task: str, runs: Sequence[str], cells_of_runs: Mapping[str, Row], link: AttemptLink | None
) -> Markup:
    family = next((str(row["family"]) for row in cells_of_runs.values() if row.get("family")), "")
    name = element("th", task, scope="row", class_="name", data_hint=task)
    cells = (_cell(cells_of_runs.get(run), link) for run in runs)
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


def viewer_links(viewer: str, page: Path) -> AttemptLink:
    """Return what links to attempts in an exported viewer.

    Args:
        viewer: The folder of the export, or its address on the web.
        page: The page with the links; to a folder, they are relative to it.

    Raises:
        UsageError: It is neither an address with http or https, nor a folder.
    """
    base = _base(viewer, page)

    def link(run: str, task: str, attempt: int) -> str:
        return base + quote(attempt_path(run, task, attempt))

    return link


def _base(viewer: str, page: Path) -> str:
    if urlsplit(viewer).scheme in ("http", "https"):
        return viewer.rstrip("/") + "/"
    folder = Path(viewer)
    if not folder.is_dir():
        raise UsageError(
            f"{viewer} is neither a folder nor a web address.",
            "Export the viewer with m3bench view RUNS --export DIR, and give DIR, or where it is published.",
        )
    relative = os.path.relpath(folder.resolve(), page.resolve().parent)
    return quote(Path(relative).as_posix().rstrip("/")) + "/"
