"""Evaluation points: what the verdicts of their checks come to."""

from __future__ import annotations

import pytest

from m3bench.checks import Verdict, Verdicts, point_results
from m3bench.core import Point, PointKind, Task


def verdict(passed: bool | None) -> Verdict:
    return Verdict(check="any", kind="answer", passed=passed is True, undecided=passed is None, reason="")


def task(*checks: tuple[int, ...]) -> Task:
    return Task(id="t", points=tuple(Point("It fits.", PointKind.TOOL, places) for places in checks))


@pytest.mark.parametrize(
    ("verdicts", "passed"),
    [
        ((True, True, True), [True, True]),
        ((True, False, True), [False, True]),
        ((True, None, True), [None, True]),
        ((False, None, True), [False, True]),
        ((True, True, None), [True, None]),
    ],
)
def test_a_point_passes_if_all_its_checks_do(
    verdicts: tuple[bool | None, ...], passed: list[bool | None]
) -> None:
    found = point_results(task((0, 1), (2,)), Verdicts(verdicts=tuple(map(verdict, verdicts))))
    assert [each.passed for each in found] == passed


@pytest.mark.parametrize(
    ("work", "rest", "passed"),
    [
        (True, True, [True, True]),
        (False, True, [False, False]),
        (None, True, [None, False]),
        (True, False, [True, False]),
    ],
)
def test_what_holds_from_the_start_counts_only_beside_work(
    work: bool | None, rest: bool, passed: list[bool | None]
) -> None:
    made = Point("The note was written.", PointKind.TOOL, (0,))
    kept = Point("Nothing else was changed.", PointKind.TOOL, (1,), untouched=True)
    results = point_results(
        Task(id="t", points=(made, kept)), Verdicts(verdicts=(verdict(work), verdict(rest)))
    )
    assert [result.passed for result in results] == passed


def test_a_check_may_belong_to_no_point() -> None:
    (result,) = point_results(task((0,)), Verdicts(verdicts=(verdict(True), verdict(False))))
    assert result.passed


def test_other_checks_than_those_of_the_points_give_no_results() -> None:
    assert point_results(task((0, 1)), Verdicts(verdicts=(verdict(True),))) == ()
    assert point_results(Task(id="t"), Verdicts(verdicts=(verdict(True),))) == ()
