"""Branches of a task: what its data demands under a condition, and what it rules out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import Call, Outcome, Task, UsageError, parsed_arguments
from m3bench.scoring.evidence import folded_arguments
from m3bench.scoring.provenance import says

BRANCHES = "branches"
"""Key of `Task.extra`."""


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

    def has(self, call: Call) -> bool:
        """Return whether a call belongs to this branch."""
        if not self or call.outcome is Outcome.UNKNOWN_TOOL:
            return False
        of_tool = not self.tools or call.name in self.tools or call.tool in self.tools
        return of_tool and (not self.values or any(_gives(call, value) for value in self.values))


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


def read_branches(task: Task) -> tuple[Condition, ...]:
    """Return the conditions of a task: `extra["branches"]`, a list of `Condition`.

    Raises:
        UsageError: The list has another form.
    """
    try:
        return msgspec.convert(task.extra.get(BRANCHES, ()), tuple[Condition, ...])
    except msgspec.ValidationError as error:
        raise UsageError(
            f"Task {task.id}: extra[{BRANCHES!r}] is invalid: {error}.",
            "Write a list of objects with condition, taken and other; docs/planning.md has an example.",
        ) from None


def calls_of(branch: Branch, other: Branch, calls: Sequence[Call]) -> tuple[int, ...]:
    """Return the calls of one branch that are not also of the other one."""
    return tuple(n for n, call in enumerate(calls) if branch.has(call) and not other.has(call))


def _gives(call: Call, value: str | int | float | bool) -> bool:
    found = says(folded_arguments(call), value)
    if found is not None:
        return found
    # Too common to be searched in a text, such as 3 or true: it must be the whole argument.
    arguments = parsed_arguments(call.arguments)
    given = arguments.values() if isinstance(arguments, dict) else (arguments,)
    return any(type(each) is type(value) and each == value for each in given)
