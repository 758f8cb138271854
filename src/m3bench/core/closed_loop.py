"""Parts of closed-loop tasks: evaluation points, sabotage, and shortcuts that must fail."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

import msgspec

from m3bench.core.trajectory import Step, iter_calls

SABOTAGE_KEY: Final = "m3bench/sabotage"
"""The key in the metadata of a result that was tampered with. Only the harness sets it."""


class PointKind(StrEnum):
    """What an evaluation point is about, as TOBench classifies it."""

    FORMAT = "format"
    """Names, types and structure of what was made."""
    JUDGE = "judge"
    """What only eyes can tell: a judge answers yes or no about a rendered picture."""
    TOOL = "tool"
    """Contents, states and calls: what was found, changed and said."""


class Point(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An evaluation point of a task."""

    text: str
    """The condition, in one sentence."""
    kind: PointKind
    checks: tuple[int, ...]
    """The checks that decide it, by their position among the checks of the task. All must pass."""
    untouched: bool = False
    """Whether it holds before any work is done, as *nothing else was changed* does. It counts only together
    with a point that does not."""


class Shortcut(StrEnum):
    """What a careless agent leaves out. A task that can be passed that way is a bad task."""

    BLIND = "blind"
    """It does not look at pictures and films."""
    DEAF = "deaf"
    """It does not listen to recordings."""
    UNASKED = "unasked"
    """It does not ask the user."""
    UNINSPECTED = "uninspected"
    """It does not look at what it made, and so mends nothing."""
    TRUSTING = "trusting"
    """It takes a tool at its word that it succeeded."""


class Sabotage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """What goes wrong in a task, after a call that succeeded.

    It goes wrong again if the call is repeated, or the file made anew, before the agent has looked at it.
    """

    tool: str
    """The full name of the tool, such as `slides/add_text`."""
    fault: str
    """What happens to the file: a key of `m3bench.sabotage.FAULTS`."""
    path: str | None = None
    """The file, relative to the workspace. None: the first one that the call wrote."""
    call: int = 1
    """Which successful call of the tool that writes the file, counted from 1; the same call counts once."""
    settings: dict[str, Any] = {}
    """Details of the fault, such as by how much something is moved."""
    times: int = 1
    """How often it goes wrong for an agent that looks at the file each time."""

    def __post_init__(self) -> None:
        if self.call < 1 or self.times < 1:
            raise ValueError("call and times of a sabotage are at least 1")


class Tampering(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault that was put into a file."""

    call: int
    """The call, counted through all steps from 0."""
    step: int
    path: str
    fault: str


def sabotage_note(path: str, fault: str) -> dict[str, Any]:
    """Return the metadata of a result whose file was tampered with."""
    return {SABOTAGE_KEY: {"path": path, "fault": fault}}


def tamperings(steps: Sequence[Step]) -> list[Tampering]:
    """Return the faults that were put into files during a trajectory."""
    faults = []
    for number, (step, call) in enumerate(iter_calls(steps)):
        note = call.result.meta.get(SABOTAGE_KEY) if call.result is not None else None
        if isinstance(note, dict):
            faults.append(Tampering(number, step, str(note.get("path")), str(note.get("fault"))))
    return faults
