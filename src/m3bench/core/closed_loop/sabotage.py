"""Sabotage: a tool that reports success and leaves its file slightly wrong, so that only a look tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from m3bench.core.trajectory import Step, iter_calls

SABOTAGE_KEY: Final = "m3bench/sabotage"
"""The key in the metadata of a result that was tampered with. Only the harness sets it."""


class Sabotage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """What goes wrong in a task: once, after a call that succeeded."""

    tool: str
    """The full name of the tool, such as `slides/add_text`."""
    fault: str
    """What happens to the file: a key of `m3bench.sabotage.FAULTS`."""
    path: str | None = None
    """The file, relative to the workspace. None: the first one that the call wrote."""
    call: int = 1
    """Which successful call of the tool that writes the file, counted from 1."""
    settings: dict[str, Any] = {}
    """Details of the fault, such as by how much something is moved."""


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
    found = []
    for number, (step, call) in enumerate(iter_calls(steps)):
        note = call.result.meta.get(SABOTAGE_KEY) if call.result is not None else None
        if isinstance(note, dict):
            found.append(Tampering(number, step, str(note.get("path")), str(note.get("fault"))))
    return found
