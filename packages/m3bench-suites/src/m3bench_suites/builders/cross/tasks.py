"""Tasks of `cross`: words, form, plan and solution, put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm
from m3bench.suites import Blueprint, Plan, PlanError, Solution
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw

_EXACT = Tolerance()
CENT = Tolerance(absolute=0.006)
"""For values that are computed or rounded to two decimals."""


class Wording(msgspec.Struct, frozen=True):
    """How a task is worded, with the names of words in braces."""

    request: str
    """Says what to look up where, under which condition, and what to report."""
    fuzzy: str
    """What a person would say: no names of tools or platforms, no lists, all numbers."""


def task(
    draw: TaskDraw,
    family: CrossFamily,
    wording: Wording,
    words: Mapping[str, Any],
    form: Sequence[AnswerField],
    *plans: Callable[[], Plan],
) -> Blueprint:
    """Return a task.

    Args:
        draw: The source of its random choices.
        family: Its family, which names its servers.
        wording: Its requests.
        words: What fills the braces of the requests.
        form: The fields of the answer.
        plans: How it is solved, and other correct ways.
    """
    return Blueprint(
        id=draw.id,
        family=family.title,
        request=wording.request.format(**words),
        fuzzy_request=wording.fuzzy.format(**words),
        servers=family.servers,
        plans=plans,
        form=AnswerForm(tuple(form)),
        level="L3" if len(family.servers) > 1 else "L2",
        kind="retrieval",
        extra={"modalities": ["text"]},
    )


def solution(
    fields: Mapping[str, Expected],
    *,
    branches: Sequence[Mapping[str, Any]] = (),
    validations: Sequence[Mapping[str, Any]] = (),
) -> Solution:
    """Return the solution of a plan.

    Args:
        fields: The expected value of each field of the form.
        branches: The conditions of the task, from `branch`.
        validations: What two sources say about the same things, from `validation`.
    """
    extra: dict[str, Any] = {}
    if branches:
        extra["branches"] = [dict(each) for each in branches]
    if validations:
        extra["validations"] = [dict(each) for each in validations]
    return Solution(answer=_answer(fields), fields=dict(fields), extra=extra)


def branch(
    condition: str, *, holds: bool, met: Mapping[str, Sequence[Any]], unmet: Mapping[str, Sequence[Any]]
) -> dict[str, Any]:
    """Return a condition that the data decides; `docs/planning.md` explains it.

    Args:
        condition: The condition in words. It must be the same in every world, so it names no value found.
        holds: Whether it is met here.
        met: The calls that follow if it is met: `tools`, and `values` among their arguments. Empty: none.
        unmet: The calls that follow if it is not met.
    """
    taken, other = (met, unmet) if holds else (unmet, met)
    return {
        "condition": condition,
        "taken": {name: list(values) for name, values in taken.items()},
        "other": {name: list(values) for name, values in other.items()},
        "holds": holds,
    }


def validation(
    fact: str, sources: tuple[str, str], compared: Iterable[str], contradicted: Iterable[str]
) -> dict[str, Any]:
    """Return a comparison of what two sources say.

    Args:
        fact: What both state, such as `the enrollment of a trial`.
        sources: The tools that state it.
        compared: The things that were compared.
        contradicted: Those about which the sources contradict each other. The answer names them.

    Raises:
        PlanError: Nothing is contradicted, or everything is.
    """
    compared, contradicted = list(compared), list(contradicted)
    require(bool(contradicted), f"the sources agree on {fact} of all things.")
    require(len(contradicted) < len(compared), f"the sources agree on {fact} of nothing.")
    return {"fact": fact, "sources": list(sources), "compared": compared, "contradicted": contradicted}


def require(holds: object, problem: str) -> None:
    """Raise `PlanError` unless a condition holds. The next number is tried then."""
    if not holds:
        raise PlanError(problem)


def require_lead(values: Iterable[float], by: float, *, lowest: bool = False) -> None:
    """Raise `PlanError` if the highest value (or the lowest) does not lead by that much."""
    ordered = sorted(values, reverse=not lowest)
    require(len(ordered) < 2 or abs(ordered[0] - ordered[1]) >= by, "the first two are too close.")


def require_clear(value: float, threshold: float, by: float) -> None:
    """Raise `PlanError` if a value is so close to a threshold that rounding could decide."""
    require(abs(value - threshold) >= by, f"{value} is too close to {threshold}.")


def found(value: Any, tolerance: Tolerance = _EXACT, *, also: Sequence[Any] = ()) -> Expected:
    """Return the expected value of a field that a result states."""
    return Expected(value, also=tuple(also), tolerance=tolerance)


def computed(value: Any, grounds: Iterable[Any], tolerance: Tolerance = CENT) -> Expected:
    """Return the expected value of a field that is computed or decided from values in results."""
    return Expected(value, tolerance=tolerance, grounds=tuple(grounds))


def listed(values: Iterable[Any]) -> Expected:
    """Return the expected value of a field with several values that results state."""
    return Expected(items=tuple(found(value) for value in values))


def rows(values: Iterable[Mapping[str, Expected]]) -> Expected:
    """Return the expected value of a field of records."""
    return Expected(rows=tuple(dict(row) for row in values))


NOTHING = Expected()
"""The expected value of a field that must stay empty, such as one of the branch that is not taken."""


def _answer(fields: Mapping[str, Expected]) -> str:
    """Return the answer as text, for judges and people."""
    return "; ".join(f"{name.replace('_', ' ')}: {_said(value)}" for name, value in fields.items())


def _said(expected: Expected) -> str:
    if expected.items is not None:
        return ", ".join(map(_said, expected.items)) or "none"
    if expected.rows is not None:
        return ", ".join(f"({_answer(row)})" for row in expected.rows) or "none"
    if isinstance(expected.value, bool):
        return "yes" if expected.value else "no"
    return "none" if expected.value is None else str(expected.value)
