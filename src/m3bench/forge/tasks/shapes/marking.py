"""Marks that code can give: whether a task is checked by its checks, and says what is needed."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from m3bench.checks import AnswerFields, Called, Check, Evidence, run_checks, task_checks
from m3bench.checks.attacks import ATTACKS
from m3bench.core import Task, Trajectory
from m3bench.forge.opaque import is_opaque
from m3bench.forge.tasks.known_answers import executed_steps
from m3bench.forge.tasks.marks import Marks
from m3bench.forge.tasks.numbers import lost_numbers
from m3bench.forge.tasks.plans import Shape
from m3bench.forge.tasks.requests import gives_away
from m3bench.forge.tasks.shapes.shaped import Shaped

_BEST, _LOWEST = 10, 1
_USUAL = 8
"""Code cannot see whether somebody wants a task, so it never gives the best mark for utility."""
_POINTS = 4
_MOST_WORDS = 90


def shape_checks(shaped: Shaped) -> list[Check]:
    """Return the checks: all fields of the answer, and for a validation calls of both sources."""
    checks: list[Check] = [AnswerFields({asked.field.name: asked.expected for asked in shaped.asked})]
    if shaped.shape is Shape.VALIDATION:
        checks += [Called(name) for name in shaped.tools]
    return checks


def executed(shaped: Shaped, task: Task) -> Trajectory:
    """Return the reference as an attempt, with the results of its calls."""
    steps = executed_steps(shaped.levels)
    return Trajectory(task_id=task.id, steps=steps, answer=shaped.answer, fields=shaped.fields)


def code_marks(shaped: Shaped, task: Task, *, repeatable: bool, worded: bool = True) -> Marks:
    """Return the marks that code gives: 10 and 8, less 4 for everything that speaks against the task.

    It is `repeatable` if a second execution gave the same answer, and `worded` if its request counts, because
    no model will write another one.
    """
    request = task.request or ""
    against = [*_unsound(shaped, task), *(_unsaid(shaped, request) if worded else ())]
    if not repeatable:
        against.append("a second execution gives another answer")
    useless = list(_unwanted(shaped, request)) if worded else []
    return Marks(
        max(_BEST - _POINTS * len(against), _LOWEST),
        max(_USUAL - _POINTS * len(useless), _LOWEST),
        "; ".join([*against, *useless]),
    )


def _unsound(shaped: Shaped, task: Task) -> Iterator[str]:
    """Yield what the checks let pass or refuse wrongly."""
    right, checks = executed(shaped, task), task_checks(task)
    with tempfile.TemporaryDirectory() as folder:
        evidence = Evidence(task, right, Path(folder), {})
        if not run_checks(checks, evidence).passed:
            yield "the reference does not pass its checks"
            return
        idle = msgspec.structs.replace(right, steps=(), answer=None, fields=None)
        dump = ATTACKS["dump results"](right, task, ())
        for name, attempt in (("an idle answer", idle), ("a dump of all results", dump)):
            if attempt is not None and run_checks(checks, Evidence(task, attempt, Path(folder), {})).passed:
                yield f"{name} passes the checks"
        for check in checks:
            for wrong, outcome in check.corruptions(evidence, Path(folder)):
                if run_checks(checks, outcome).passed:
                    yield f"a wrong answer passes the checks ({wrong})"


def _unsaid(shaped: Shaped, request: str) -> Iterator[str]:
    """Yield what the user must know and the request does not say."""
    folded = request.casefold()
    for leg in shaped.legs:
        for given in leg.own:
            for value in given.values():
                if isinstance(value, str) and value.casefold() not in folded:
                    yield f"the request does not say {value!r}"
                elif isinstance(value, int | float) and not isinstance(value, bool):
                    yield from (
                        f"the request lost the number {number}"
                        for number in lost_numbers(str(value), request)
                    )


def _unwanted(shaped: Shaped, request: str) -> Iterator[str]:
    """Yield why nobody would ask this."""
    if len(request.split()) > _MOST_WORDS:
        yield f"the request has more than {_MOST_WORDS} words"
    if any(map(is_opaque, re.findall(r"[\w-]+", request))):
        yield "the request contains an identifier"
    if gives_away(request, shaped):
        yield "the request gives the answer away"
