"""What the data of a task decides: conditions with their branches, and sources that contradict each other."""

from __future__ import annotations

import msgspec


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
