"""The family camping: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.camping import FAMILY
from tests.suites.m3.journeys import Journey, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_sound(Journey(FAMILY, number, tmp_path))


@pytest.mark.parametrize("plan", [1, 2])
def test_the_sign_can_be_read_by_eye(plan: int, tmp_path: Path) -> None:
    journey = Journey(FAMILY, 0, tmp_path, plan=plan)
    assert_sound(journey)
    assert "ocr" not in {call.server for call in journey.calls}
