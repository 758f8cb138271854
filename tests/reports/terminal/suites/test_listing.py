"""A task as `m3bench suite show` prints it."""

from __future__ import annotations

import io

from rich.console import Console

from m3bench.core import Point, PointKind, Task
from m3bench.reports.terminal.suites import print_task

CHECKS = (
    {"check": "file_exists", "path": "signed.pdf"},
    {"check": "pdf_content", "path": "signed.pdf", "pages": 3},
    {"check": "no_stray_files", "allowed": ["signed.pdf"]},
)


def printed(task: Task) -> str:
    console = Console(file=io.StringIO(), width=200)
    print_task(console, task, ())
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_points_are_sentences_with_their_checks_below() -> None:
    points = (Point("signed.pdf was made.", PointKind.FORMAT, (0, 1)),)
    shown = printed(Task(id="t", family="f", request="Sign it.", checks=CHECKS, points=points))
    assert shown.endswith(
        "point (format): signed.pdf was made.\n"
        '  check: {"check":"file_exists","path":"signed.pdf"}\n'
        '  check: {"check":"pdf_content","pages":3,"path":"signed.pdf"}\n'
        'check: {"allowed":["signed.pdf"],"check":"no_stray_files"}\n'
    )


def test_without_points_there_are_only_checks() -> None:
    shown = printed(Task(id="t", family="f", request="Sign it.", checks=CHECKS))
    assert "point" not in shown
    assert shown.count("\ncheck: ") == 3
