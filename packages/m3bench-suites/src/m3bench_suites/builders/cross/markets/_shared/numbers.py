"""Computing with candles, pools and prices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from m3bench.checks import Tolerance
from m3bench.suites import CallResult
from m3bench_suites.builders.tasks import require

_Item = TypeVar("_Item")
MONEY = Tolerance(relative=0.0005)
"""For prices and amounts, which may be rounded sensibly."""
PERCENT = Tolerance(absolute=0.02)
"""For percentages that are asked for with two decimals."""


def change(start: float, end: float) -> float:
    """Return the change from one value to another in percent."""
    return 100 * (end / start - 1)


def complete(candles: CallResult) -> list[dict[str, Any]]:
    """Return the complete candles of the exchange, newest first."""
    return [candle for candle in candles.data["candles"] if candle["complete"]]


def hour_of(moment: str) -> int:
    """Return the hour of a time such as `2025-11-05T07:00:00Z`."""
    return int(moment[11:13])


def differing(first: Mapping[str, float], second: Mapping[str, float]) -> list[str]:
    """Return the keys for which two sources state different numbers."""
    return [key for key, value in first.items() if value != second[key]]


def ranked(items: Iterable[_Item], key: Callable[[_Item], float], *leads: int, by: float) -> list[_Item]:
    """Return items with the highest value first.

    Args:
        items: The items.
        key: Their value.
        leads: Places (from 1) that must be clearly ahead of the next.
        by: How far they must be ahead.

    Raises:
        PlanError: A place is not clearly ahead.
    """
    ordered = sorted(items, key=key, reverse=True)
    for rank in leads:
        ahead = len(ordered) <= rank or key(ordered[rank - 1]) - key(ordered[rank]) >= by
        require(ahead, f"places {rank} and {rank + 1} are too close.")
    return ordered


def closes(candles: Sequence[Mapping[str, Any]]) -> list[float]:
    return [candle["close"] for candle in candles]
