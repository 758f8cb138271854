"""The family medical: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.m3._shared.medicine.diagnoses import (
    comes_near,
    is_labelled,
    match_names,
    most_tested,
)
from m3bench_suites.builders.m3.medical import FAMILY
from m3bench_world import World
from tests.suites.m3.office_runs import OfficeRun, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY)


@pytest.mark.slow
@pytest.mark.parametrize("number", [4, 7])
def test_the_plans_work_out(number: int, tmp_path: Path) -> None:
    """With a medicine that is meant for it, and with none and nothing to buy."""
    assert_sound(OfficeRun(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_other_words_pass_and_another_medicine_does_not(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 4, tmp_path)
    other = {
        "diagnosis": "stomach ulcer",
        "marketed": "OTC and prescription",
        "product": f"https://www.amazon.com/dp/{office_run.fields['product']}",
        "warning": "Keep out of reach of children.",
    }
    assert office_run.judge(fields={**office_run.fields, **other}) == []
    wrong = {"labelled": "Anastrozole", "marketed": "prescription", "warning": "It has no known risks."}
    for name, value in wrong.items():
        assert office_run.judge(fields={**office_run.fields, name: value}) == ["answer_fields"], name


@pytest.mark.parametrize(
    ("generic", "names", "labelled", "near"),
    [
        ("Docosanol", ("Common cold", "cold"), False, True),
        ("Ibuprofen", ("Osteoarthritis", "arthritis"), False, True),
        ("Famotidine", ("Peptic ulcer", "stomach ulcer"), True, True),
        ("Quetiapine", ("Osteoarthritis", "arthritis"), False, False),
    ],
)
def test_a_label_names_the_condition_or_it_does_not(
    generic: str, names: tuple[str, ...], labelled: bool, near: bool
) -> None:
    drug = World(7).pharmacy.find(generic)
    assert drug is not None
    assert is_labelled(drug, names) is labelled
    assert comes_near(drug, names) is near


def test_the_most_tested_drug_stands_alone() -> None:
    one, other = {"interventions": ["Drug: Aspirin"]}, {"interventions": ["Drug: Ibuprofen"]}
    assert most_tested([one, one, other, {"interventions": ["Device: Brace"]}]) == "Aspirin"
    assert most_tested([one, other]) is None


def test_names_are_read_with_a_letter_wrong_but_not_guessed() -> None:
    medicine = {"generic": "Loratadine", "brand": "Claritin"}
    assert match_names("Loratadlne 10 mg", [medicine]) == {"Loratadine": "Loratadine"}
    assert match_names("CLARITIN", [medicine]) == {"Loratadine": "Claritin"}
    with pytest.raises(PlanError, match="was not read"):
        match_names("30 tablets", [medicine])
