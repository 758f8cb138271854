"""The family nixos_diagnostic: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.nixos_diagnostic import FAMILY
from tests.suites.m3.filled_forms import Attempted, assert_solved
from tests.suites.m3.kitchen import assert_own


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_own(FAMILY, (1, 0))


@pytest.mark.slow
@pytest.mark.parametrize("plan", [0, 1])
def test_every_plan_fills_in_the_form(plan: int, tmp_path: Path) -> None:
    attempted = Attempted(FAMILY, 0, tmp_path, plan=plan)
    assert_solved(attempted)
    assert attempted.problems(option_default=not attempted.right["option_default"])
    assert ("ocr" in {call.server for call in attempted.calls}) is (plan == 0)


@pytest.mark.slow
def test_with_too_few_packages_it_stops(tmp_path: Path) -> None:
    attempted = Attempted(FAMILY, 1, tmp_path)
    assert attempted.right["enough"] is False
    assert attempted.problems() == []
    assert attempted.problems(enough=True)
    assert attempted.problems(packages=[])
    assert attempted.problems(option_default=False)
    assert {call.name for call in attempted.calls} == {"ocr/perform_ocr", "nixos/nixos_search"}
