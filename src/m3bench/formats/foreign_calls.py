"""Ids and times of calls as formats need them that let spans and messages refer to calls."""

from __future__ import annotations

import math

from m3bench.core import Call, Timing
from m3bench.core.text import without_surrogates

_LONGEST = 1e9
"""Seconds; what is longer is no time of a call."""


class CallIds:
    """An id for every call of a trajectory, different from all others."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, call: Call, step: int, place: int) -> str:
        """Its own; one made from its place where it has none, or one that another call has."""
        chosen = without_surrogates(call.id or "")
        if not chosen or chosen in self._taken:
            chosen = f"call_{step}_{place}"
            while chosen in self._taken:
                chosen += "_"
        self._taken.add(chosen)
        return chosen


def usable(timing: Timing | None) -> Timing | None:
    """The times, if a clock can have told them."""
    if timing is None or not math.isfinite(timing.start) or not math.isfinite(timing.end):
        return None
    return timing if 0 <= timing.start <= timing.end < _LONGEST else None
