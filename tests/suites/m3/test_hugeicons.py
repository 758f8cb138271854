"""The family hugeicons: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.hugeicons import FAMILY
from tests.suites.m3.estimates import assert_estimate
from tests.suites.m3.journeys import assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (1, 2))


@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    estimate = assert_estimate(FAMILY, number, tmp_path)
    assert [call.name for call in estimate.calls].count("hugeicons-mcp/search_icons") >= 2
