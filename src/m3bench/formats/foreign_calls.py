"""Ids and times of calls, for formats in which spans and messages refer to calls."""

from __future__ import annotations

import math

from m3bench.core import Call, Timing
from m3bench.core.text import without_surrogates

_LONGEST = 1e9
"""Seconds. Longer times are invalid."""


class CallIds:
    """Unique ids for the calls of a trajectory."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, call: Call, step: int, place: int) -> str:
        """Return the id of the call, or one made from its position if it has none or a duplicate."""
        chosen = without_surrogates(call.id or "")
        if not chosen or chosen in self._taken:
            chosen = f"call_{step}_{place}"
            while chosen in self._taken:
                chosen += "_"
        self._taken.add(chosen)
        return chosen


def valid_timing(timing: Timing | None) -> Timing | None:
    """Return the timing if it is plausible, otherwise None."""
    if timing is None or not math.isfinite(timing.start) or not math.isfinite(timing.end):
        return None
    return timing if 0 <= timing.start <= timing.end < _LONGEST else None
