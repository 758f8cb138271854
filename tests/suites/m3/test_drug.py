"""The family drug: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from m3bench_suites.builders.m3._shared.medicine.remedies import Remedy, is_clear, speaks_plainly
from m3bench_suites.builders.m3.drug import FAMILY
from m3bench_world import World
from tests.suites.m3.office_runs import OfficeRun, assert_sound, assert_varied, make_blueprint


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_the_plans_work_out(number: int, tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, number, tmp_path)
    first, second = office_run.task.references
    assert first.steps[0].calls[0].name == "ocr/perform_ocr"
    assert "ocr/perform_ocr" not in {call.name for _, call in second.calls()}
    assert_sound(office_run)


@pytest.mark.slow
def test_headings_and_status_in_other_words_pass_and_wrong_ones_do_not(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 1, tmp_path)
    (file,) = office_run.workspace.glob("*.xlsx")
    book = openpyxl.load_workbook(file)
    page = book["Comparison"]
    for cell, heading in zip(page[1], ("Medicine", "Sold how?", "Head lice", "USD", "Events"), strict=True):
        cell.value = heading
    page["B3"] = "OTC"
    book.save(file)
    medicines = [dict(row) for row in office_run.fields["medicines"]]
    medicines[1]["marketed"] = "OTC"
    assert office_run.judge(fields={"medicines": medicines[::-1], "any_listed": "yes"}) == []
    page["D1"], page["E1"] = "Adverse reports", "Price"
    book.save(file)
    assert office_run.judge() == ["sheet_cells"]
    medicines[1]["marketed"] = "prescription"
    assert "answer_fields" in office_run.judge(fields={"medicines": medicines, "any_listed": True})


@pytest.mark.slow
def test_a_use_that_none_has_ends_without_a_file(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 5, tmp_path)
    assert office_run.task.solvable is False
    assert [row["listed"] for row in office_run.fields["medicines"]] == [False] * 3
    assert not list(office_run.workspace.glob("*.xlsx"))
    assert_sound(office_run)


@pytest.mark.slow
def test_a_missing_workbook_is_told(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 1, tmp_path)
    for file in office_run.workspace.glob("*.xlsx"):
        file.unlink()
    assert office_run.judge() == ["file_exists", "sheet_cells"]


def test_only_plain_uses_are_asked_for() -> None:
    drugs = {drug.name: drug for drug in World(7).pharmacy.common()}
    assert is_clear("fever", drugs["Ibuprofen"])
    assert is_clear("epilepsy", drugs["Ibuprofen"])
    assert not is_clear("migraine", drugs["Topiramate"])
    assert not is_clear("rheumatoid arthritis", drugs["Ibuprofen"])
    assert speaks_plainly("high blood pressure")
    assert not speaks_plainly("after a heart attack")


def test_packs_are_named_as_the_shop_does() -> None:
    drugs = {drug.name: drug for drug in World(7).pharmacy.common()}
    naproxen = Remedy(drugs["Naproxen"], "375 mg", "delayed-release tablet")
    assert naproxen.keywords(72) == "Naproxen 375 mg delayed-release tablet 72 tablets"
    assert Remedy(drugs["Diclofenac"], "1%", "gel").pack(72) == "large tube or bottle"


def test_the_medicines_of_the_picture_are_not_told_of() -> None:
    for number in range(4):
        task = make_blueprint(FAMILY, number, seed=12)
        assert not any(name.casefold() in task.request.casefold() for name in task.key_facts)
