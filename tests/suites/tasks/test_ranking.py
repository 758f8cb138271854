"""Who leads, and leads that are too small."""

from __future__ import annotations

import pytest

from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import leader, leader_of

DEGREES = {"Rome": 21.0, "Oslo": 9.0, "Bern": 20.0}


def test_the_leader_is_ahead_by_enough() -> None:
    assert leader(DEGREES, 1) == "Rome"
    assert leader(DEGREES, 11, lowest=True) == "Oslo"
    assert leader_of(iter(["aa", "b", "cccc"]), len, 2) == "cccc"
    assert leader_of([["x"]], len, 5) == ["x"]


def test_a_small_lead_is_refused() -> None:
    with pytest.raises(PlanError, match="too close"):
        leader(DEGREES, 1.5)
    with pytest.raises(PlanError, match="too close"):
        leader_of(["aa", "b"], len, 2, lowest=True)
