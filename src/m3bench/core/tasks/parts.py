"""Parts of a task: files, simulated user, answer key, classification, and what its data decides."""

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
"""The task kinds of the known suites. A suite may define others with the same spelling rules."""

_KIND = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_MEDIA_TYPE = re.compile(r"[A-Za-z0-9][\w.+-]*/[\w.+-]+")


class Turns(StrEnum):
    """Whether the agent works alone from request to answer, or in a dialogue with the user."""

    SINGLE = "single"
    DIALOGUE = "dialogue"


class Difficulty(StrEnum):
    """The difficulty of a task for a professional."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @property
    def rank(self) -> int:
        """The position in the order from easy to hard."""
        return list(Difficulty).index(self)


class CameraLevel(StrEnum):
    """How hard a picture is to see, from a drawing to a careless photograph."""

    CLEAN = "clean"
    """As drawn."""
    HANDHELD = "handheld"
    """A usual photograph: perspective, light, noise, some blur."""
    HARD = "hard"
    """A bad photograph: strong perspective, blur, glare, folds, things in the way."""


class Art(StrEnum):
    """What the things in a picture are made of."""

    DRAWN = "drawn"
    PHOTOGRAPHS = "photographs"
    """Cut out of photographs, which `m3bench install photographs` downloads."""


class KeyMethod(StrEnum):
    """How an answer is compared with the answer key."""

    EQUIVALENCE = "equivalence"
    """By code: exact or numeric equivalence."""
    JUDGE = "judge"
    """By a model that reads both."""
    SCRIPT = "script"
    """By a program that belongs to the task."""


class AnswerKey(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The correct answer as data, and how answers are compared with it. Never shown to agents."""

    value: bool | int | float | str | list[Any] | dict[str, Any] | None = None
    """A number, a text, a list or a table. None: the text in `Task.answer` is the key."""
    also: tuple[bool | int | float | str | list[Any] | dict[str, Any], ...] = ()
    """Other correct values."""
    tolerance: float | None = None
    """The maximum relative error of a number. None: the default of the comparison."""
    method: KeyMethod | None = None
    """None: the first method that decides, code before a judge."""

    def __post_init__(self) -> None:
        if self.tolerance is not None and not 0 <= self.tolerance < 1:
            raise ValueError(f"a tolerance must be at least 0 and below 1, not {self.tolerance}")


class TaskFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """An input file of a task."""

    name: str
    """The relative path in the workspace, and next to the file of tasks."""
    media_type: str
    """Such as `application/pdf` or `text/csv`."""
    inline: bool = True
    """Whether a model gets the content in its first message. Otherwise it needs a tool to read the file."""

    def __post_init__(self) -> None:
        problem = path_problem(self.name)
        if problem is not None:
            raise ValueError(f"the file name {self.name!r} {problem}")
        if not _MEDIA_TYPE.fullmatch(self.media_type):
            raise ValueError(f"{self.media_type!r} is not a media type such as application/pdf")


class UserFact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact that only the user knows."""

    topic: str
    """The topic of questions that it answers, such as `order number`."""
    answer: str
    """The answer of the user."""
    keywords: tuple[str, ...] = ()
    """Other words for the topic."""


class SimulatedUser(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The person behind the request. Only the harness knows it; an agent has to ask."""

    persona: str
    """Who the person is, for the model that plays the user."""
    goal: str | None = None
    """What the person wants to achieve."""
    manner: str | None = None
    """How the person talks."""
    facts: tuple[UserFact, ...] = ()


class Branch(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """The calls of one branch: of one of these tools, with one of these values among their arguments.

    Without tools, calls of all tools are meant; without values, any arguments. With neither, the branch is to
    do nothing.
    """

    tools: tuple[str, ...] = ()
    """As `server/tool`, or the name of a tool on any server."""
    values: tuple[str | int | float | bool, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.tools or self.values)


class Condition(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """A condition in a request. The data of the task decides which branch is taken."""

    condition: str
    """In words, as in `it will rain in Lyon on Sunday`."""
    taken: Branch
    """The branch that the data demands."""
    other: Branch
    """The branch that the data rules out."""
    holds: bool | None = None
    """Whether the condition is met; None: not stated."""

    def __post_init__(self) -> None:
        if not self.taken and not self.other:
            raise ValueError("one of the branches must have tools or values")


class Validation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What two sources say about the same things."""

    fact: str
    sources: tuple[str, str]
    """The tools that state it."""
    compared: tuple[str, ...]
    contradicted: tuple[str, ...]
    """Things about which the sources contradict each other."""


def rules_text(rules: Sequence[str]) -> str:
    """Format rules for an agent or a judge: a single rule unchanged, several as a list."""
    return rules[0] if len(rules) == 1 else "\n".join(f"- {rule}" for rule in rules)


def briefing(role: str | None, rules: Sequence[str]) -> str:
    """Return the text about role and rules that precedes a request; empty if a task has neither."""
    parts = (
        f"Your role:\n{role}" if role else "",
        f"The rules of this work:\n{rules_text(rules)}" if rules else "",
    )
    return "\n\n".join(filter(None, parts))


def check_kind(kind: str) -> None:
    """Raise `ValueError` if a text is not a valid task kind."""
    if not _KIND.fullmatch(kind):
        raise ValueError(f"the kind {kind!r} must be one lower-case word, such as {next(iter(TASK_KINDS))}")
