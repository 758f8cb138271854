"""The family qr_attraction: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.qr_attraction import FAMILY
from tests.suites.m3.journeys import Journey, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_sound(Journey(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_the_address_must_come_from_the_code(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 2, tmp_path)
    verdicts = journey.judged(journey.solution.answer, journey.steps[1:])
    assert [verdict.check for verdict in verdicts if not verdict.passed] == ["argument_from_result"]
