"""Expected values of lists, without a tolerance of their own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from m3bench.checks import Expected


def listed(values: Iterable[Any]) -> Expected:
    """Return the expected value of a field with several values that results state."""
    return Expected(items=tuple(map(Expected, values)))
