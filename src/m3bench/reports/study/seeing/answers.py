"""Which fields of a run's answers are right, by task, field and what the agent saw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec

from m3bench.checks import Verdict, Verdicts
from m3bench.core import Task
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.seeing.dependence import GradedFields, PictureFields, graded_fields, picture_fields
from m3bench.runs import Pictures
from m3bench.scoring import NO_FAMILY


class Seen(StrEnum):
    """What an agent saw, from nothing to a clean picture."""

    NONE = "none"
    WRONG = "wrong"
    HARD = "hard"
    HANDHELD = "handheld"
    CLEAN = "clean"
    GIVEN = "given"
    """The pictures of the task, whose camera level is unknown."""


class FieldKey(NamedTuple):
    """One field of the answers to one task."""

    task: str
    field: str


Answers = Mapping[FieldKey, tuple[bool, ...]]
"""Whether each attempt has the field right."""


class TaskFacts(msgspec.Struct, frozen=True):
    """What decides how the attempts at a task are counted."""

    family: str
    fields: PictureFields
    graded: tuple[GradedFields, ...]
    level: Seen


class TaskBook:
    """The facts of the tasks of one suite. Runs share them, so each task is read once."""

    def __init__(self) -> None:
        self._known: dict[str, TaskFacts] = {}

    def of(self, name: str, task: Task) -> TaskFacts:
        """Return the facts of a task. `name` is its id, without the number of the attempt."""
        if name not in self._known:
            self._known[name] = TaskFacts(
                task.family or NO_FAMILY, picture_fields(task), graded_fields(task), own_level(task)
            )
        return self._known[name]

    def __getitem__(self, name: str) -> TaskFacts:
        return self._known[name]


def own_level(task: Task) -> Seen:
    """Return the camera level of a task's own pictures: the hardest if they differ."""
    if not task.pictures:
        return Seen.GIVEN
    levels = {picture.camera.value for picture in task.pictures}
    return next((Seen(level) for level in (Seen.HARD, Seen.HANDHELD) if level in levels), Seen.CLEAN)


def answers_of(run: StudyRun, book: TaskBook) -> dict[Seen, Answers]:
    """Return the fields that depend on the picture, by what the agent saw of it.

    As in the success of the run, an attempt that was not scored has nothing right: if it was not made, if a
    server or the harness failed, or if one of its checks is undecided, even where the form is right.
    """
    right, pictures = dict(_right_fields(run, book)), run.result.settings.suite.pictures
    answers: dict[Seen, dict[FieldKey, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for name, task in run.result.planned.items():
        plain = task_name(run, name)
        facts = book.of(plain, task)
        seen = facts.level if pictures is Pictures.GIVEN else Seen(pictures.value)
        for field in sorted(facts.fields.dependent):
            answers[seen][FieldKey(plain, field)].append(field in right.get(name, ()))
    return {seen: {key: tuple(hits) for key, hits in fields.items()} for seen, fields in answers.items()}


def task_name(run: StudyRun, attempt: str) -> str:
    """Return the id of an attempt's task. With several epochs, attempts are numbered."""
    return attempt.rpartition("#")[0] if run.result.settings.epochs > 1 else attempt


def _right_fields(run: StudyRun, book: TaskBook) -> Iterable[tuple[str, frozenset[str]]]:
    planned, dropped = run.result.planned, {attempt.id for attempt in run.result.dropped}
    for name, verdicts in run.result.verdicts.items():
        if name not in dropped:
            yield name, right_fields(book.of(task_name(run, name), planned[name]).graded, verdicts)


def right_fields(graded: Iterable[GradedFields], verdicts: Verdicts) -> frozenset[str]:
    """Return the fields that every check of them finds right, from the verdicts of all checks of a task."""
    right, wrong = set[str](), set[str]()
    for check in graded:
        here = _right_in(check, verdicts.verdicts)
        right |= here
        wrong |= check.names - here
    return frozenset(right - wrong)


def _right_in(graded: GradedFields, verdicts: tuple[Verdict, ...]) -> frozenset[str]:
    verdict = verdicts[graded.place] if graded.place < len(verdicts) else None
    if verdict is None or verdict.check != graded.check or verdict.undecided:
        return frozenset()
    wrong = verdict.details.get("wrong")
    if verdict.passed or not wrong:
        # Without a list of wrong fields, a failed check means that there was no form to compare.
        return graded.names if verdict.passed else frozenset()
    return graded.names - frozenset(wrong)
