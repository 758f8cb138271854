"""Lists whose order says nothing: each item with its best partner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

_MOST_ITEMS = 200


def best_pairs(left: Sequence[Any], right: Sequence[Any], compare: Callable[[Any, Any], float]) -> float:
    """The greatest sum of similarities that pairs of items can have, each item used once.

    Beyond 200 items, what is left over after equal items is not looked at.
    """
    rest_left, rest_right, equal = _without_twins(left, right)
    if not rest_left or not rest_right:
        return float(equal)
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - slow to import, often not needed

    scores = np.array(
        [[compare(one, other) for other in rest_right[:_MOST_ITEMS]] for one in rest_left[:_MOST_ITEMS]]
    )
    rows, columns = linear_sum_assignment(scores, maximize=True)
    return equal + float(scores[rows, columns].sum())


def _without_twins(left: Sequence[Any], right: Sequence[Any]) -> tuple[list[Any], list[Any], int]:
    """What has no equal on the other side, and how many pairs of equals there are."""
    rest = list(right)
    alone = []
    for item in left:
        if item in rest:
            rest.remove(item)
        else:
            alone.append(item)
    return alone, rest, len(left) - len(alone)
