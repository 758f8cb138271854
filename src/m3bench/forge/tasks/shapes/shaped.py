"""Plans of a shape as executed: calls, answer fields, and the branches of a decision."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

import msgspec

from m3bench.checks import Expected, Tolerance, filled_form
from m3bench.core import AnswerField, AnswerForm, FieldType, Reference
from m3bench.forge.tasks.composition import Composition, Leg, Walker
from m3bench.forge.tasks.facts import Fact, is_number
from m3bench.forge.tasks.plans import Plan
from m3bench.hosting import Tool

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_LONGEST_NAME = 6
_CENT = 0.005
_RELATIVE = 0.0005


class Execution(NamedTuple):
    """A plan to execute, and what executes it."""

    plan: Plan
    walker: Walker
    start: dict[str, Any] | None
    """The arguments of the first call."""
    tools: Mapping[str, Tool]
    """All tools by their full names."""
    today: date
    """The date of the world."""


class Asked(msgspec.Struct, frozen=True):
    """A field of the answer and its correct value."""

    field: AnswerField
    expected: Expected


class Decision(msgspec.Struct, frozen=True):
    """A figure that decides between two branches, each executed for a thing that leads to it."""

    fact: Fact
    """The figure of the thing that the task is about."""
    threshold: float
    then: Leg
    otherwise: Leg
    other_fact: Fact
    """The figure of a thing that leads to the other branch."""
    other_label: str

    @property
    def holds(self) -> bool:
        return bool(self.fact.value >= self.threshold)

    @property
    def taken(self) -> Leg:
        return self.then if self.holds else self.otherwise

    @property
    def other(self) -> Leg:
        return self.otherwise if self.holds else self.then


class Shaped(Composition, frozen=True):
    """A plan as executed, with the fields of its answer."""

    asked: tuple[Asked, ...] = ()
    decision: Decision | None = None
    total: str = ""
    """What an aggregation asks for beside the highest: `sum` or `mean`."""

    @property
    def fields(self) -> dict[str, Any]:
        return filled_form({asked.field.name: asked.expected for asked in self.asked})

    @property
    def form(self) -> AnswerForm:
        return AnswerForm(tuple(asked.field for asked in self.asked))

    @property
    def answer(self) -> str:
        values = self.fields
        return "; ".join(f"{asked.field.meaning}: {_said(values[asked.field.name])}" for asked in self.asked)

    @property
    def reference(self) -> Reference:
        made = super().reference
        return msgspec.structs.replace(made, fields=self.fields)


def ask(name: str, fact: Fact, meaning: str) -> Asked:
    """Return a field for a fact."""
    return Asked(AnswerField(name, field_type(fact.value), meaning), Expected(fact.value))


def ask_computed(name: str, value: float, meaning: str, grounds: tuple[float, ...]) -> Asked:
    """Return a field for a figure computed from `grounds`, right to two decimals or to 0.05 per cent."""
    tolerance = Tolerance(absolute=_CENT if abs(value) >= 1 else 0.0, relative=_RELATIVE)
    exact = round(value, 6)
    whole = all(isinstance(ground, int) for ground in grounds) and float(exact).is_integer()
    expected = Expected(int(exact) if whole else exact, tolerance=tolerance, grounds=grounds)
    return Asked(AnswerField(name, FieldType.NUMBER, meaning), expected)


def field_type(value: Any) -> FieldType:
    """Return how a value is compared."""
    if is_number(value):
        return FieldType.NUMBER
    if _DATE.fullmatch(value):
        return FieldType.DATE
    return FieldType.NAME if len(value.split()) <= _LONGEST_NAME else FieldType.TEXT


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_said, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
