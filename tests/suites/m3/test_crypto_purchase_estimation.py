"""The family crypto_purchase_estimation: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.crypto_purchase_estimation import FAMILY
from tests.suites.m3.estimates import assert_estimate
from tests.suites.m3.journeys import assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    estimate = assert_estimate(FAMILY, number, tmp_path)
    assert estimate.steps[-1].calls[0].name == "okx/get_price"


def test_eyes_do_as_well_as_a_tool_that_looks(tmp_path: Path) -> None:
    estimate = assert_estimate(FAMILY, 0, tmp_path, plan=1)
    assert {"ocr", "dinox-mcp"}.isdisjoint(call.server for call in estimate.calls)
