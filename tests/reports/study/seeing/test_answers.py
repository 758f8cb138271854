from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.checks import Verdict, Verdicts
from m3bench.core import CameraLevel, Picture, Task
from m3bench.reports.study.seeing.answers import FieldKey, Seen, TaskBook, answers_of, own_level, right_fields
from m3bench.reports.study.seeing.dependence import GradedFields, graded_fields
from tests.reports.study.seeing.sightings import (
    DEPENDENT,
    FEE,
    FIELDS,
    OWNER,
    PAID,
    PLATE,
    make_run,
    sight,
    verdicts,
)


def verdict(
    *, passed: bool = False, check: str = "answer_fields", undecided: bool = False, **details: object
) -> Verdict:
    return Verdict(check=check, kind="answer", passed=passed, undecided=undecided, reason="", details=details)


GRADED = graded_fields(sight(0))


def test_a_form_is_right_but_for_its_wrong_fields() -> None:
    assert right_fields(GRADED, verdicts(0, lambda _, __: True)) == set(FIELDS)
    assert right_fields(GRADED, verdicts(0, lambda _, field: field != OWNER)) == {PLATE, FEE, PAID}


@pytest.mark.parametrize(
    "found",
    [
        (),
        (verdict(),),
        (verdict(wrong={}),),
        (verdict(passed=True, check="file_exists"),),
        (verdict(undecided=True, wrong={OWNER: "?"}),),
    ],
    ids=["no verdict", "no form", "did nothing", "another check", "undecided"],
)
def test_without_a_compared_form_no_field_is_right(found: tuple[Verdict, ...]) -> None:
    assert right_fields(GRADED, Verdicts(verdicts=found)) == frozenset()


def test_a_field_of_two_checks_is_right_if_both_say_so() -> None:
    graded = [
        GradedFields(index, "answer_fields", frozenset(names), frozenset())
        for index, names in enumerate(({PLATE, OWNER}, {OWNER, FEE}))
    ]
    both = Verdicts(verdicts=(verdict(passed=True), verdict(wrong={OWNER: "is wrong"})))
    assert right_fields(graded, both) == {PLATE, FEE}


def picture(camera: CameraLevel) -> Picture:
    return Picture("a.png", "slide", 1, camera)


@pytest.mark.parametrize(
    ("pictures", "level"),
    [
        ((picture(CameraLevel.CLEAN),), Seen.CLEAN),
        ((picture(CameraLevel.HANDHELD),), Seen.HANDHELD),
        (tuple(map(picture, CameraLevel)), Seen.HARD),
        ((), Seen.GIVEN),
        (None, Seen.GIVEN),
    ],
)
def test_the_level_of_a_task_is_that_of_its_hardest_picture(
    pictures: tuple[Picture, ...] | None, level: Seen
) -> None:
    assert own_level(Task(id="x", pictures=pictures)) is level


def test_attempts_that_were_not_scored_have_no_field_right(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", map(sight, range(3)), lambda _, __: True, unscored=frozenset({1}))
    answers = answers_of(run, TaskBook())
    assert answers.keys() == {Seen.CLEAN}
    expected = {FieldKey(f"sight/{n}", name): (n != 1,) for n in range(3) for name in DEPENDENT}
    assert answers[Seen.CLEAN] == expected


def test_an_undecided_attempt_has_no_field_right_as_it_is_no_success(tmp_path: Path) -> None:
    unseen = verdict(check="vision_claims", undecided=True)
    run = make_run(tmp_path / "run", map(sight, range(2)), lambda _, __: True, further={1: unseen})
    answers = answers_of(run, TaskBook())[Seen.CLEAN]
    assert answers == {FieldKey(f"sight/{n}", name): (n != 1,) for n in range(2) for name in DEPENDENT}
    assert run.result.strict == {"sight/0": True, "sight/1": False}


def test_a_failed_check_beside_the_form_takes_no_field_away(tmp_path: Path) -> None:
    missing = verdict(check="file_exists")
    run = make_run(tmp_path / "run", [sight(1)], lambda _, __: True, further={1: missing})
    assert set(answers_of(run, TaskBook())[Seen.CLEAN].values()) == {(True,)}
    assert run.result.strict == {"sight/1": False}


def test_every_attempt_at_a_task_counts(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [sight(0)], lambda _, field: field == PLATE, epochs=2, pictures="hard")
    assert answers_of(run, TaskBook()) == {
        Seen.HARD: {FieldKey("sight/0", PLATE): (True, True), FieldKey("sight/0", OWNER): (False, False)}
    }


def test_given_pictures_are_of_the_level_of_their_task(tmp_path: Path) -> None:
    tasks = [sight(0), sight(1, "handheld"), sight(2, "hard")]
    given, forced = (
        answers_of(make_run(tmp_path / name, tasks, lambda _, __: True, pictures=name), TaskBook())
        for name in ("given", "handheld")
    )
    assert {seen: {key.task for key in fields} for seen, fields in given.items()} == {
        Seen.CLEAN: {"sight/0"},
        Seen.HANDHELD: {"sight/1"},
        Seen.HARD: {"sight/2"},
    }
    assert forced.keys() == {Seen.HANDHELD}
    assert len(forced[Seen.HANDHELD]) == 6
