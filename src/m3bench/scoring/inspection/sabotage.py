"""What an agent did after a tool had left a file slightly wrong."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import Step, artefacts_in, iter_calls, tamperings


class SabotageResponse(msgspec.Struct, frozen=True):
    """How an agent dealt with a fault that a tool did not report."""

    path: str
    looked: bool
    """Whether it looked at the content of the file in a later step."""
    changed_again: bool
    """Whether it changed the file after that look."""


def sabotage_response(steps: Sequence[Step]) -> SabotageResponse | None:
    """Return what the agent did after the first fault; None if no file was tampered with."""
    found = tamperings(steps)
    if not found:
        return None
    fault = found[0]
    later = [
        (step, artefacts_in(call.result.meta))
        for step, call in iter_calls(steps)
        if step > fault.step and call.result is not None
    ]
    looks = [
        step
        for step, files in later
        if any(look.path == fault.path and look.depth == "content" for look in files.looked)
    ]
    changed = bool(looks) and any(step > looks[0] and fault.path in files.wrote for step, files in later)
    return SabotageResponse(fault.path, bool(looks), changed)
