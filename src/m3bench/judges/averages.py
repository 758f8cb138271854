"""The Average Score of M³-Bench, in the two ways in which its tables have it.

The tables of the families average all eight columns. The table over all tasks leaves Task Completion out, so
that its average is of seven; `tests/judges/test_averages.py` shows it for every printed line.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def average_score(
    metrics: Sequence[float], completion: float | None, grounding: float | None
) -> float | None:
    """The mean of the six computed metrics and the two that judges give; None where one is missing."""
    return _mean((*metrics, completion, grounding))


def overall_score(metrics: Sequence[float], grounding: float | None) -> float | None:
    """The mean of seven, as in the table over all tasks: without Task Completion."""
    return _mean((*metrics, grounding))


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if len(known) == len(values) and known else None
