"""Which calls a file comes from: those that wrote it as it was handed in, and what they were made of."""

from __future__ import annotations

from m3bench.core import Call, Trajectory, artefacts_in, reads_any


def makers(trajectory: Trajectory, path: str) -> list[Call]:
    """Return the calls whose work is in a file at the end, the first one first.

    A call that makes a file anew ends what was before. Only bundled servers report what they write.
    """
    calls = [call for _, call in trajectory.calls()]
    everything = {name for call in calls for name in _written(call)}
    found: list[Call] = []
    wanted = {path}
    for call in reversed(calls):
        if written := wanted & _written(call):
            found.append(call)
            wanted -= written
            wanted |= {name for name in everything if reads_any(call.arguments, {name})}
    return found[::-1]


def _written(call: Call) -> set[str]:
    return set(artefacts_in(call.result.meta).wrote) if call.result is not None else set()
