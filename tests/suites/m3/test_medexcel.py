"""The family medexcel: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.m3.medexcel import FAMILY, PaperCount, leaders
from tests.suites.m3.office_runs import OfficeRun, assert_sound, assert_varied


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 3])
def test_the_plans_work_out(number: int, tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, number, tmp_path)
    assert [path.parent.name for path in office_run.workspace.rglob("*.xlsx")] == ["media"]
    assert_sound(office_run)


@pytest.mark.slow
def test_without_a_paper_that_counts_there_is_no_file(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 6, tmp_path)
    assert office_run.task.solvable is False
    assert office_run.fields["any_counted"] is False
    assert not list(office_run.workspace.rglob("*.xlsx"))
    assert_sound(office_run)


@pytest.mark.slow
def test_a_count_that_is_off_by_one_fails(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 3, tmp_path)
    first, *others = office_run.fields["medicines"]
    off = {**first, "recent_papers": first["recent_papers"] + 1}
    assert office_run.judge(fields={**office_run.fields, "medicines": [off, *others]}) == ["answer_fields"]
    assert office_run.judge(fields={**office_run.fields, "medicines": [*others, first]}) == []


def searched(*articles: tuple[str, str, bool]) -> CallResult:
    listed = [{"title": title, "publication_date": day, "open_access": free} for title, day, free in articles]
    return CallResult(0, "healthcare-mcp/pubmed_search", Result((Text(json.dumps({"articles": listed})),)))


def test_titles_count_that_name_the_drug_and_the_condition() -> None:
    found = searched(
        ("Safety of naproxen in adults with gout", "2023-01-02", True),
        ("Incidence of gout in Peru", "2025-03-04", False),
        ("Trends in naproxen use in Peru", "2024-05-06", True),
    )
    titles = ("Safety of naproxen in adults with gout",)
    assert PaperCount.of("Naproxen", [found], "gout", 2025) == ("Naproxen", 1, 2, "2025-03-04", 0, titles)
    assert PaperCount.of("Naproxen", [found], "", 2024).relevant == 1


def test_all_that_are_level_lead() -> None:
    three = [PaperCount("a", 2, 0, ""), PaperCount("b", 1, 0, ""), PaperCount("c", 2, 0, "")]
    assert [leader.name for leader in leaders(three)] == ["a", "c"]


def test_a_drug_without_papers_is_another_draw() -> None:
    with pytest.raises(PlanError, match="no papers about"):
        PaperCount.of("Naproxen", [searched()], "", 2024)
