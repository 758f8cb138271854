"""A task as `m3bench suite show` prints it."""

from __future__ import annotations

import io

from rich.console import Console

from m3bench.core import Point, PointKind, Task
from m3bench.curation import VerifiedTask
from m3bench.curation.reach import Sense
from m3bench.reports.terminal.suites import print_task, print_verified

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


def verified(*senses: tuple[Sense, ...]) -> str:
    console = Console(file=io.StringIO(), width=200)
    print_verified(console, [VerifiedTask("t", senses=needed) for needed in senses], ())
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_senses_that_tasks_need_are_counted() -> None:
    shown = verified((), (Sense.SIGHT,), (Sense.SIGHT,), (Sense.HEARING,))
    assert "solvable with: tools alone 1, sight 2, hearing 1, sight and hearing 0\n" in shown
    assert "solvable with" not in verified((), ())
