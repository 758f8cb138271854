"""Who leads among several things, if the lead is clear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from m3bench_suites.builders.tasks.guards import require_lead

_Item = TypeVar("_Item")


def leader(values: Mapping[_Item, float], by: float, *, lowest: bool = False) -> _Item:
    """Return what has the highest value (or the lowest). Raise `PlanError` if its lead is smaller."""
    return leader_of(values, values.__getitem__, by, lowest=lowest)


def leader_of(
    items: Iterable[_Item], value: Callable[[_Item], float], by: float, *, lowest: bool = False
) -> _Item:
    """Return the item with the highest value (or the lowest). Raise `PlanError` if its lead is smaller."""
    items = list(items)
    require_lead(map(value, items), by, lowest=lowest)
    return min(items, key=value) if lowest else max(items, key=value)
