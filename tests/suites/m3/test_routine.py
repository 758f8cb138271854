"""The family routine: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.routine import FAMILY
from tests.suites.m3.journeys import Journey, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_sound(Journey(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_another_market_is_not_the_fastest(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 0, tmp_path)
    answer = journey.solution.answer
    fastest = answer.split("The fastest way is that over ")[1].split(" (")[0]
    verdicts = journey.judged(answer.replace(fastest, "Some Other Shop"), journey.steps)
    assert not all(verdict.passed for verdict in verdicts)
