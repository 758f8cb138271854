"""Values that other programs can read, ids and times of calls, and a supplement with everything else.

Strict readers refuse lone surrogates, NaN, infinities and deep nesting. They get a value without those; the
original goes into the supplement, which is ASCII text for them.
"""

from __future__ import annotations

import json
import math
from typing import Any

from m3bench.core import Call, Timing, Trajectory
from m3bench.core.text import without_surrogates
from m3bench.formats.io import Cursor, plain
from m3bench.formats.supplement import differences, restore

KEY = "m3bench"
_DEEPEST = 40
_LONGEST = 1e9
"""Seconds. Longer times are invalid."""


def safe(value: Any) -> Any:
    """Return the JSON value of our data in a form that every reader accepts."""
    return _safe(plain(value), _DEEPEST)


def json_text(value: Any) -> str:
    return json.dumps(safe(value), ensure_ascii=False)


def _safe(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict | list | tuple) and depth == 0:
        return without_surrogates(json.dumps(value))
    if isinstance(value, dict):
        return {without_surrogates(key): _safe(inner, depth - 1) for key, inner in value.items()}
    return [_safe(inner, depth - 1) for inner in value] if isinstance(value, list | tuple) else value


def parse_or_none(text: Any) -> Any:
    """Parse a JSON text; None if it is not JSON."""
    if not isinstance(text, str):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def supplement_text(wanted: Trajectory, reread: Trajectory) -> str:
    """Return all differences between the two trajectories, as ASCII text."""
    return json.dumps(dict(differences(wanted, reread)))


def restore_from_text(record: Trajectory, supplement: Cursor) -> Trajectory:
    """Return the trajectory as it was before it was written. Without a supplement, it is unchanged."""
    differing = parse_or_none(supplement.value)
    if not isinstance(differing, dict):
        return record
    return restore(record, Cursor(differing, supplement.file, supplement.record, supplement.place))


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
