"""The family medical: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3._shared.cabinets import most_tested, names_read
from m3bench.suites.m3.medical import FAMILY
from m3bench.suites.planning import PlanError
from tests.suites.m3.kitchen import Tried, assert_fair, assert_own


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_own(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("plan", range(2))
def test_every_plan_passes_the_checks(plan: int, tmp_path: Path) -> None:
    assert_fair(Tried(FAMILY, 4, tmp_path, plan=plan))


def test_the_most_tested_drug_stands_alone() -> None:
    one, other = {"interventions": ["Drug: Aspirin"]}, {"interventions": ["Drug: Ibuprofen"]}
    assert most_tested([one, one, other, {"interventions": ["Device: Brace"]}]) == "Aspirin"
    assert most_tested([one, other]) is None


def test_names_are_read_with_a_letter_wrong_but_not_guessed() -> None:
    medicine = {"generic": "Loratadine", "brand": "Claritin"}
    assert names_read("Loratadlne 10 mg", [medicine]) == {"Loratadine": "Loratadine"}
    assert names_read("CLARITIN", [medicine]) == {"Loratadine": "Claritin"}
    with pytest.raises(PlanError, match="was not read"):
        names_read("30 tablets", [medicine])
