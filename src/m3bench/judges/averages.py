"""The Average Score of M³-Bench, in the two variants of its tables.

The tables per family average all eight columns. The table over all tasks leaves Task Completion out and
averages seven; `tests/judges/test_averages.py` shows it for every printed row.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def average_score(
    metrics: Sequence[float], completion: float | None, grounding: float | None
) -> float | None:
    """Return the mean of the six computed and the two judged metrics; None if one is missing."""
    return mean_of_all((*metrics, completion, grounding))


def overall_score(metrics: Sequence[float], grounding: float | None) -> float | None:
    """Return the mean of seven metrics, without Task Completion, as in the table over all tasks."""
    return mean_of_all((*metrics, grounding))


def mean_of_all(values: Sequence[float | None]) -> float | None:
    """Return the mean of these values; None if one is missing, or if there are none."""
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if len(known) == len(values) and known else None
