"""The family items_price: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.items_price import FAMILY, JOBS
from tests.suites.m3.journeys import Journey, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 2, 4, 6])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_sound(Journey(FAMILY, number, tmp_path))


def test_the_labels_can_be_read_by_eye(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 0, tmp_path, plan=1)
    assert_sound(journey)
    assert "ocr" not in {call.server for call in journey.calls}


def test_a_wrong_total_is_noticed(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 5, tmp_path, plan=1)
    before, _, rest = journey.solution.answer.rpartition(" is ")
    spoiled = [
        verdict.check
        for verdict in journey.judged(f"{before} is 1{rest}", journey.steps)
        if not verdict.passed
    ]
    assert spoiled == ["claims", "answer_number"]


def test_one_job_in_five_makes_a_sheet() -> None:
    assert [job.servers for job in JOBS].count(("excel",)) == 1
