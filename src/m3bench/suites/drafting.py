"""Small words for writing tasks down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.core import Call, Step


def use(tool: str, /, **arguments: Any) -> Call:
    """A call of a tool, by its full name."""
    return Call(tool, arguments)


def together(*calls: Call) -> Step:
    """Calls that are issued at the same time."""
    return Step(calls)


def traits(
    hops: int,
    threads: int = 1,
    *,
    modalities: Sequence[str] = ("text",),
    solvable: bool = True,
    writes: Sequence[str] = (),
) -> dict[str, Any]:
    """What kind of task it is, for `Task.extra`: steps in a chain, calls at once, and what it deals with."""
    found: dict[str, Any] = {"hops": hops, "threads": threads, "modalities": list(modalities)}
    found["solvable"] = solvable
    if writes:
        found["writes"] = list(writes)
    return found
