"""Results in TOBench's paper: success by family and difficulty, with calls, tokens and cost."""

from __future__ import annotations

from functools import cache

import msgspec

from m3bench.core import Difficulty
from m3bench.reports.published import data_rows

AREAS = ("service", "creation")
"""TOBench's macro families: Customer Service and Intelligent Creation."""
HUMAN = 0.94
"""The success of people."""


class PublishedTobench(msgspec.Struct, frozen=True, kw_only=True):
    """A model of the paper. Rates are from 0 to 1."""

    model: str
    rates: dict[str, float]
    """By area and difficulty: `service_easy`."""
    success: float
    calls: float
    tokens: float
    cost: float
    """US dollars per task; 0 for models that the authors hosted."""


def cells() -> list[str]:
    """Return the six cells of the paper's table: `service_easy` to `creation_hard`."""
    return [f"{area}_{difficulty}" for area in AREAS for difficulty in Difficulty]


@cache
def published_tobench() -> tuple[PublishedTobench, ...]:
    """Return the models of the paper's main table, in its order."""
    return tuple(
        PublishedTobench(
            model=row["model"],
            rates={cell: _share(row[cell]) for cell in cells()},
            success=_share(row["success"]),
            calls=float(row["calls"]),
            tokens=float(row["tokens_k"]) * 1000,
            cost=float(row["cost"]),
        )
        for row in data_rows("tobench")
    )


def _share(printed: str) -> float:
    return round(float(printed) / 100, 6)
