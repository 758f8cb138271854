"""Rewrites: a correct answer in other formats, spellings and orders, which must still pass."""

from __future__ import annotations

import msgspec

from m3bench.checks.attacks.layouts import LAYOUTS
from m3bench.checks.attacks.notations import NOTATIONS
from m3bench.checks.attacks.rewriting import Fields, Rewrite
from m3bench.checks.attacks.spellings import SPELLINGS
from m3bench.core import AnswerForm, Step, Trajectory


def _one_by_one(right: Trajectory, _form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Make the same calls one after the other."""
    steps = tuple(Step((call,)) for step in right.steps for call in step.calls)
    return msgspec.structs.replace(right, steps=steps) if steps != right.steps else None


def _other_order(right: Trajectory, _form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Make the calls of each step in another order."""
    steps = tuple(Step(step.calls[::-1], step.plan) for step in right.steps)
    return msgspec.structs.replace(right, steps=steps) if steps != right.steps else None


REWRITES: dict[str, Rewrite] = {
    **NOTATIONS,
    **SPELLINGS,
    **LAYOUTS,
    "one call a step": _one_by_one,
    "other order in steps": _other_order,
}
"""Rewrites by name. All must pass on every task with a form."""
