"""Points and shortcuts: what a task with evaluation points must rule out."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from m3bench.core import (
    Call,
    Point,
    PointKind,
    Reference,
    Result,
    Sabotage,
    Shortcut,
    SimulatedUser,
    Step,
    Task,
    TaskFile,
    Trajectory,
    sabotage_note,
)
from m3bench.curation.shortcuts import missed_sabotage, needed_shortcuts, point_problems

CHECKS: tuple[dict[str, Any], ...] = (
    {"check": "file_exists", "path": "a.txt"},
    {"check": "picture_shows", "path": "a.png"},
)
POINT = Point("It exists.", PointKind.FORMAT, (0,))
JUDGED = Point("It is pretty.", PointKind.JUDGE, (1,))


def task(**fields: Any) -> Task:
    return Task(id="t", checks=CHECKS, **{"points": (POINT, JUDGED), **fields})


def test_the_inputs_of_a_task_say_what_it_must_rule_out() -> None:
    assert needed_shortcuts(task()) == set()
    rich = replace(
        task(closed_loop=True, sabotage=Sabotage(tool="slides/add_text_box", fault="move_shape")),
        files=(TaskFile("a.wav", "audio/wav"), TaskFile("a.mp4", "video/mp4")),
        user=SimulatedUser(persona="a customer"),
    )
    assert needed_shortcuts(rich) == set(Shortcut)
    assert needed_shortcuts(replace(task(), images=("a.png",))) == {Shortcut.BLIND}


def test_a_sabotage_that_does_not_apply_is_a_problem() -> None:
    sabotaged = task(sabotage=Sabotage(tool="slides/add_text_box", fault="move_shape"))
    untouched = Call("slides/add_text_box", result=Result())
    spoiled = Call("slides/add_text_box", result=Result(meta=sabotage_note("a.pptx", "move_shape")))
    for calls, problem in (
        ((untouched, untouched), "put into files of slides/add_text_box 0 times, expected 2"),
        ((untouched, spoiled), "1 times, expected 2"),
        ((spoiled, spoiled), None),
    ):
        found = missed_sabotage(sabotaged, Trajectory(task_id="t", steps=(Step(calls),)), 2)
        assert (found is None) if problem is None else problem in str(found)
    assert missed_sabotage(task(), Trajectory(task_id="t")) is None


def test_a_shortcut_that_is_not_tried_is_a_problem() -> None:
    looped = task(closed_loop=True)
    assert list(point_problems(looped)) == ["the shortcut uninspected is not tried"]
    tried = task(closed_loop=True, shortcuts={Shortcut.UNINSPECTED: Reference(answer="done")})
    assert list(point_problems(tried)) == []


@pytest.mark.parametrize(
    ("points", "problem"),
    [
        ((POINT, JUDGED, POINT), "belongs to two"),
        ((POINT, JUDGED, replace(POINT, checks=(7,))), "names a check that it does not have"),
        ((replace(POINT, kind=PointKind.JUDGE), JUDGED), "does not fit its checks"),
        ((POINT, replace(JUDGED, kind=PointKind.TOOL)), "does not fit its checks"),
    ],
)
def test_points_that_do_not_fit_their_checks_are_a_problem(points: tuple[Point, ...], problem: str) -> None:
    assert problem in "".join(point_problems(task(points=points)))


def test_tasks_without_points_have_no_problem() -> None:
    assert list(point_problems(Task(id="t", checks=CHECKS, closed_loop=True))) == []
