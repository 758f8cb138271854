"""Unordered lists: each item with its best partner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from m3bench.statistics import assign

_MAX_ITEMS = 200


def best_pairs(left: Sequence[Any], right: Sequence[Any], compare: Callable[[Any, Any], float]) -> float:
    """Return the largest sum of similarities of disjoint pairs of items.

    Beyond 200 items, items without an equal are ignored.
    """
    rest_left, rest_right, equal = _without_twins(left, right)
    if not rest_left or not rest_right:
        return float(equal)
    scores = np.array(
        [[compare(one, other) for other in rest_right[:_MAX_ITEMS]] for one in rest_left[:_MAX_ITEMS]]
    )
    rows, columns = assign(scores, maximize=True)
    return equal + float(scores[rows, columns].sum())


def _without_twins(left: Sequence[Any], right: Sequence[Any]) -> tuple[list[Any], list[Any], int]:
    """Return the items without an equal on the other side, and the number of equal pairs."""
    rest = list(right)
    alone = []
    for item in left:
        if item in rest:
            rest.remove(item)
        else:
            alone.append(item)
    return alone, rest, len(left) - len(alone)
