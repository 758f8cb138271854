"""Values that other programs can read, and a supplement with everything else.

Strict readers refuse lone surrogates, NaN, infinities and deep nesting. They get a value without those; the
original goes into the supplement, which is ASCII text for them.
"""

from __future__ import annotations

import json
import math
from typing import Any

from m3bench.core import Trajectory
from m3bench.core.text import without_surrogates
from m3bench.formats.io import Cursor, plain
from m3bench.formats.supplement import differences, restore

KEY = "m3bench"
_DEEPEST = 40


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
    found = parse_or_none(supplement.value)
    if not isinstance(found, dict):
        return record
    return restore(record, Cursor(found, supplement.file, supplement.record, supplement.place))
