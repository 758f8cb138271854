"""Branches of a task: what its data demands under a condition, and what it rules out."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import Branch, Call, Outcome, parsed_arguments
from m3bench.scoring.evidence import folded_arguments
from m3bench.scoring.provenance import says


def is_of_branch(call: Call, branch: Branch) -> bool:
    """Return whether a call belongs to a branch."""
    if not branch or call.outcome is Outcome.UNKNOWN_TOOL:
        return False
    of_tool = not branch.tools or call.name in branch.tools or call.tool in branch.tools
    return of_tool and (not branch.values or any(_gives(call, value) for value in branch.values))


def calls_of(branch: Branch, other: Branch, calls: Sequence[Call]) -> tuple[int, ...]:
    """Return the calls of one branch that are not also of the other one."""
    return tuple(
        n for n, call in enumerate(calls) if is_of_branch(call, branch) and not is_of_branch(call, other)
    )


def _gives(call: Call, value: str | int | float | bool) -> bool:
    is_said = says(folded_arguments(call), value)
    if is_said is not None:
        return is_said
    # Too common to be searched in a text, such as 3 or true: it must be the whole argument.
    arguments = parsed_arguments(call.arguments)
    given = arguments.values() if isinstance(arguments, dict) else (arguments,)
    return any(type(argument) is type(value) and argument == value for argument in given)
