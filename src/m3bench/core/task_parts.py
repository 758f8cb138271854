"""The parts of a task: its files, its simulated user, its answer key, and the words that classify it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import msgspec

from m3bench.core.paths import path_problem

TASK_KINDS = MappingProxyType(
    {
        "retrieval": "find something out",
        "operation": "change the state of a system: files, records, settings",
        "service": "serve a customer: records, domain rules, often a dialogue",
        "creation": "make or edit an artefact: a document, a deck, a picture, a film",
    }
)
"""Kinds of tasks that the known suites use. A suite may name others in the same spelling."""

_KIND = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_MEDIA_TYPE = re.compile(r"[A-Za-z0-9][\w.+-]*/[\w.+-]+")


class Turns(StrEnum):
    """Whether an agent works alone from request to answer, or talks with the user meanwhile."""

    SINGLE = "single"
    DIALOGUE = "dialogue"


class Difficulty(StrEnum):
    """How hard a task is for a person of the trade."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @property
    def rank(self) -> int:
        """Its place in the order from easy to hard."""
        return list(Difficulty).index(self)


class KeyMethod(StrEnum):
    """How an answer is compared with the answer key."""

    EQUIVALENCE = "equivalence"
    """By code: exact or numeric equivalence."""
    JUDGE = "judge"
    """By a model that reads both."""
    SCRIPT = "script"
    """By a program that belongs to the task."""


class AnswerKey(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The right answer as data, and how answers are compared with it. Agents never see it."""

    value: bool | int | float | str | list[Any] | dict[str, Any] | None = None
    """A number, a text, a list or a table. None: the text in `Task.answer` is the key."""
    also: tuple[bool | int | float | str | list[Any] | dict[str, Any], ...] = ()
    """Other values that are right as well."""
    tolerance: float | None = None
    """The largest relative error of a number that is still right. None: the comparison's own default."""
    method: KeyMethod | None = None
    """None: whatever decides first, code before a judge."""

    def __post_init__(self) -> None:
        if self.tolerance is not None and not 0 <= self.tolerance < 1:
            raise ValueError(f"a tolerance is a share from 0 to below 1, not {self.tolerance}")


class TaskFile(msgspec.Struct, frozen=True):
    """An input file of a task."""

    name: str
    """Its relative path in the workspace, and beside a file of tasks."""
    media_type: str
    """Such as `application/pdf` or `text/csv`."""

    def __post_init__(self) -> None:
        problem = path_problem(self.name)
        if problem is not None:
            raise ValueError(f"the name {self.name!r} of a file {problem}")
        if not _MEDIA_TYPE.fullmatch(self.media_type):
            raise ValueError(f"{self.media_type!r} is no media type such as application/pdf")


class UserFact(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that only the user knows."""

    topic: str
    """What a question must be about to be answered with it, such as `order number`."""
    answer: str
    """What the user says then."""
    keywords: tuple[str, ...] = ()
    """Other words for the topic."""


class SimulatedUser(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The person behind the request. Known to the harness alone; an agent learns of it only by asking."""

    persona: str
    """Who it is, for whoever plays the part."""
    goal: str | None = None
    """What the person wants in the end."""
    manner: str | None = None
    """How the person talks."""
    facts: tuple[UserFact, ...] = ()


def rules_text(rules: Sequence[str]) -> str:
    """Rules as an agent or a judge reads them: one alone as it is written, several as a list."""
    return rules[0] if len(rules) == 1 else "\n".join(f"- {rule}" for rule in rules)


def briefing(role: str | None, rules: Sequence[str]) -> str:
    """What is said about role and rules ahead of a request; empty where a task has neither."""
    parts = (
        f"Your role:\n{role}" if role else "",
        f"The rules of this work:\n{rules_text(rules)}" if rules else "",
    )
    return "\n\n".join(filter(None, parts))


def check_kind(kind: str) -> None:
    """Raise `ValueError` for a text that cannot be the kind of a task."""
    if not _KIND.fullmatch(kind):
        raise ValueError(f"the kind {kind!r} is not one lower-case word such as {next(iter(TASK_KINDS))}")
