"""What an agent did after a tool had left a file slightly wrong."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import Call, Step, artefacts_in, iter_calls, tamperings


class SabotageResponse(msgspec.Struct, frozen=True):
    """How an agent dealt with a fault that a tool did not report."""

    path: str
    looked: bool
    """Whether it looked at the content of the file in a later step, or of a file made from it."""
    changed_again: bool
    """Whether it changed the file after that look."""


def sabotage_response(steps: Sequence[Step]) -> SabotageResponse | None:
    """Return what the agent did after the first fault; None if no file was tampered with."""
    found = tamperings(steps)
    if not found:
        return None
    fault = found[0]
    tainted, looked = {fault.path}, None
    for step, call in iter_calls(steps):
        if step <= fault.step or call.result is None:
            continue
        files = artefacts_in(call.result.meta)
        if looked is not None and step > looked and fault.path in files.wrote:
            return SabotageResponse(fault.path, looked=True, changed_again=True)
        if looked is None and any(look.path in tainted and look.depth == "content" for look in files.looked):
            looked = step
        if _uses(call, tainted):
            tainted.update(files.wrote)
    return SabotageResponse(fault.path, looked=looked is not None, changed_again=False)


def _uses(call: Call, paths: set[str]) -> bool:
    """Return whether an argument, or an item of a list, is one of the files."""
    values = call.arguments.values() if isinstance(call.arguments, dict) else ()
    return any(
        item in paths
        for value in values
        for item in (value if isinstance(value, list) else [value])
        if isinstance(item, str)
    )
