"""Jobs: what one task of a family asks for, and how it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, DataFile, Plan, PlanError
from m3bench_suites.builders.verse.family import TaskDraw

OPERATION, RETRIEVAL = "operation", "retrieval"
_MOST_PARTS = 60
_Drawn = TypeVar("_Drawn")


class Wording(NamedTuple):
    """Several ways to word a request, with names in braces. Line breaks are spaces."""

    requests: tuple[str, ...]
    fuzzy: tuple[str, ...]


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A task without its id and family."""

    level: str
    kind: str = OPERATION
    wording: Wording
    words: dict[str, Any] = {}
    """What stands for the names in braces in the wordings."""
    fields: tuple[AnswerField, ...]
    plan: Callable[[], Plan]
    servers: tuple[str, ...]
    files: tuple[DataFile, ...] = ()
    secrets: tuple[str, ...] = ()
    """What only the files reveal."""

    def blueprint(self, draw: TaskDraw) -> Blueprint:
        """Return the task of this draw."""
        return Blueprint(
            id=draw.id,
            family=draw.family.title,
            request=draw.phrased(*_unwrapped(self.wording.requests), **self.words),
            fuzzy_request=draw.phrased(*_unwrapped(self.wording.fuzzy), **self.words),
            servers=self.servers,
            plans=(self.plan,),
            form=AnswerForm(self.fields),
            files=self.files,
            level=self.level,
            kind=self.kind,
            time_sensitive=False,
            extra={"modalities": ["text", "files"]},
            key_facts=self.secrets,
        )


def _unwrapped(wordings: Sequence[str]) -> list[str]:
    return [" ".join(wording.split()) for wording in wordings]


MakeJob = Callable[[TaskDraw], Job]


def make_job(draw: TaskDraw, jobs: Sequence[MakeJob]) -> Blueprint:
    """Return the task of the job whose turn it is."""
    return jobs[draw.number % len(jobs)](draw).blueprint(draw)


def first_fitting(
    draw: TaskDraw, make: Callable[[int], _Drawn], fits: Callable[[_Drawn], bool] = bool
) -> _Drawn:
    """Return the first draw that fits. `make` gets the number of the try, for the names of its choices."""
    for part in range(_MOST_PARTS):
        drawn = make(part)
        if fits(drawn):
            return drawn
    raise PlanError(f"{draw.id}: none of {_MOST_PARTS} draws fits.")


def number(name: str, meaning: str, unit: str | None = None) -> AnswerField:
    """Return a field for a number."""
    return AnswerField(name, FieldType.NUMBER, meaning, unit)


def text(name: str, meaning: str) -> AnswerField:
    """Return a field for a name."""
    return AnswerField(name, FieldType.NAME, meaning)


def code(name: str, meaning: str) -> AnswerField:
    """Return a field for an identifier."""
    return AnswerField(name, FieldType.CODE, meaning)


def date(name: str, meaning: str) -> AnswerField:
    """Return a field for a day."""
    return AnswerField(name, FieldType.DATE, meaning)


def texts(name: str, meaning: str, *, ordered: bool = False) -> AnswerField:
    """Return a field for a list of names."""
    return AnswerField(name, FieldType.NAME, meaning, many=True, ordered=ordered)


def numbers(name: str, meaning: str) -> AnswerField:
    """Return a field for a list of numbers, in any order."""
    return AnswerField(name, FieldType.NUMBER, meaning, many=True)
