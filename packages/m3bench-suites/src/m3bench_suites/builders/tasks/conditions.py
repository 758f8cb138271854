"""Solutions of tasks with conditions that the data decides, and with sources that contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from m3bench.checks import Expected
from m3bench.suites import Solution
from m3bench_suites.builders.tasks.expected import in_words
from m3bench_suites.builders.tasks.guards import require


def solution(
    fields: Mapping[str, Expected],
    *,
    branches: Sequence[Mapping[str, Any]] = (),
    validations: Sequence[Mapping[str, Any]] = (),
) -> Solution:
    """Return the solution of a plan, with an answer that states every field.

    Args:
        fields: The expected value of each field of the form.
        branches: The conditions of the task, from `branch`.
        validations: What two sources say about the same things, from `validation`.
    """
    extra: dict[str, Any] = {}
    if branches:
        extra["branches"] = [dict(condition) for condition in branches]
    if validations:
        extra["validations"] = [dict(comparison) for comparison in validations]
    return Solution(answer=in_words(fields), fields=dict(fields), extra=extra)


def branch(
    condition: str, *, holds: bool, met: Mapping[str, Sequence[Any]], unmet: Mapping[str, Sequence[Any]]
) -> dict[str, Any]:
    """Return a condition that the data decides; `docs/taxonomy.md` explains it.

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


def fork(condition: str, holds: bool, tools: str | Sequence[str], *, met: Any, unmet: Any) -> dict[str, Any]:
    """Return a condition that decides with which of two values a tool (or one of several) is called."""
    names = [tools] if isinstance(tools, str) else list(tools)
    return branch(
        condition,
        holds=holds,
        met={"tools": names, "values": [met]},
        unmet={"tools": names, "values": [unmet]},
    )


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
