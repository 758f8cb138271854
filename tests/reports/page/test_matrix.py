"""The matrix on the page: marks, links, folding, and what names may do to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from m3bench.core import UsageError
from m3bench.reports.page.matrix import MOST_TASKS, matrix_block, viewer_links
from m3bench.reports.study import Row, Table
from m3bench.runs.pages import attempt_path
from tests.reports.page.reading import PageTables
from tests.reports.study_samples import HOSTILE, table_of, text

RUNS = ("a", "b")


def cell(task: str, run: str, **more: object) -> Row:
    row = {
        "suite": "places", "suite_digest": "d1", "task": task, "family": "Fish", "run": run, "folder": run,
        "success": 1.0, "average": 0.5, "attempts": 1, "passed": 1, "unscored": 0, "why": None, "attempt": 1,
    }  # fmt: skip
    return {**row, **more}  # type: ignore[dict-item]


def matrix(*rows: Row) -> Table:
    return table_of("matrix", [text(key) for key in rows[0]], list(rows))


def test_every_end_has_a_mark_and_a_shade() -> None:
    block = matrix_block(
        matrix(
            cell("t1", "a"),
            cell("t1", "b", success=0.0, passed=0),
            cell("t2", "a", success=2 / 3, passed=2, attempts=3),
            cell("t2", "b", success=0.0, passed=0, unscored=1, average=None, why="server failure"),
            cell("t3", "a", success=None, passed=None, average=0.25),
        ),
        None,
    )
    (rows,) = PageTables(block).tables.values()
    assert rows == [
        ["Task", "Family", "a", "b"],
        ["t1", "Fish", "✓ 0.50", "\N{MULTIPLICATION X} 0.50"],
        ["t2", "Fish", "2/3 0.50", "–"],
        ["t3", "Fish", "0.25", ""],
    ]
    assert re.findall(r'<td class="(\w+)"', block) == ["h6", "h0", "h4", "lost", "h2"]
    assert 'data-hint="not scored: server failure"' in block
    assert "Always passed by all runs: 0. Sometimes: 2. Never: 0." in block
    assert "href" not in block


def test_cells_link_into_the_exported_viewer(tmp_path: Path) -> None:
    (tmp_path / "my view").mkdir()
    link = viewer_links(str(tmp_path / "my view"), tmp_path / "pages" / "report.html")
    block = matrix_block(matrix(cell("Task 1", "a", attempt=2), cell("t", "b", attempt=None)), link)
    assert re.findall(r'href="([^"]+)"', block) == [f"../my%20view/{attempt_path('a', 'Task 1', 2)}"]
    assert viewer_links("https://x.org/v/", Path("r.html"))("a", "t", 1) == "https://x.org/v/runs/a/t.html"


@pytest.mark.parametrize("viewer", ["javascript:alert(1)", "nowhere", "ftp://x.org", "data:text/html,x"])
def test_what_is_no_viewer_is_refused(viewer: str) -> None:
    with pytest.raises(UsageError, match="neither a folder nor a web address"):
        viewer_links(viewer, Path("report.html"))


def test_names_are_text_only() -> None:
    link = viewer_links('https://x.org/"><script>', Path("r.html"))
    rows = [cell(f"{HOSTILE}\N{RIGHT-TO-LEFT OVERRIDE}", HOSTILE, family=HOSTILE, folder=HOSTILE)]
    block = matrix_block(matrix(*rows), link)
    assert "<script" not in block
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in block


def test_each_suite_has_its_own_grid() -> None:
    block = matrix_block(matrix(cell("t", "a"), cell("t", "b", suite="lakes", suite_digest="d2")), None)
    assert PageTables(block).tables.keys() == {"matrix", "matrix-2"}
    assert "lakes (d2)" in block


def test_many_tasks_are_folded_and_the_page_stays_small() -> None:
    few = matrix_block(matrix(*(cell(f"t{n}", "a") for n in range(40))), None)
    assert "<details" not in few
    runs = [f"run-{n}" for n in range(12)]
    link = viewer_links("https://example.org/view", Path("r.html"))
    many = matrix_block(matrix(*(cell(f"task-{n}", run) for n in range(1000) for run in runs)), link)
    assert "<summary>1,000 tasks</summary>" in many
    assert len(many) < 2_000_000
    most = matrix_block(matrix(*(cell(f"t{n}", "a") for n in range(MOST_TASKS + 1))), None)
    assert "Showing the first 1,500 of 1,501 tasks" in most
    assert most.count("<tr>") == MOST_TASKS + 1
