"""Points and shortcuts: what a task with evaluation points must rule out."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from m3bench.core import (
    CLOSED_LOOP,
    POINTS,
    SABOTAGE,
    SHORTCUTS,
    Shortcut,
    SimulatedUser,
    Task,
    TaskFile,
    shortcuts_of,
)
from m3bench.curation.shortcuts import (
    needed_shortcuts,
    point_problems,
)

CHECKS = [{"check": "file_exists", "path": "a.txt"}, {"check": "picture_shows", "path": "a.png"}]
POINT = {"text": "It exists.", "kind": "format", "checks": [0]}
JUDGED = {"text": "It is pretty.", "kind": "judge", "checks": [1]}


def task(**extra: Any) -> Task:
    return Task(id="t", extra={"checks": CHECKS, POINTS: [POINT, JUDGED], **extra})


def test_the_inputs_of_a_task_say_what_it_must_rule_out() -> None:
    assert needed_shortcuts(task()) == set()
    rich = msgspec.structs.replace(
        task(**{CLOSED_LOOP: True, SABOTAGE: {"tool": "slides/add_text_box", "fault": "move_shape"}}),
        files=(TaskFile("a.wav", "audio/wav"), TaskFile("a.mp4", "video/mp4")),
        user=SimulatedUser(persona="a customer"),
    )
    assert needed_shortcuts(rich) == set(Shortcut)
    assert needed_shortcuts(msgspec.structs.replace(task(), images=("a.png",))) == {Shortcut.BLIND}


def test_a_shortcut_that_is_not_tried_is_a_problem() -> None:
    looped = task(**{CLOSED_LOOP: True})
    assert list(point_problems(looped)) == ["the shortcut uninspected is not tried"]
    tried = task(**{CLOSED_LOOP: True, SHORTCUTS: {"uninspected": {"answer": "done"}}})
    assert list(point_problems(tried)) == []
    assert shortcuts_of(tried)[Shortcut.UNINSPECTED].answer == "done"


@pytest.mark.parametrize(
    ("points", "problem"),
    [
        ([POINT], "do not share out"),
        ([POINT, JUDGED, POINT], "do not share out"),
        ([{**POINT, "kind": "judge"}, JUDGED], "does not fit its checks"),
        ([POINT, {**JUDGED, "kind": "tool"}], "does not fit its checks"),
    ],
)
def test_points_that_do_not_fit_their_checks_are_a_problem(points: list[Any], problem: str) -> None:
    assert problem in "".join(point_problems(task(**{POINTS: points})))


def test_tasks_without_points_have_no_problem() -> None:
    assert list(point_problems(Task(id="t", extra={"checks": CHECKS, CLOSED_LOOP: True}))) == []
