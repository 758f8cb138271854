"""The family barcode_lookup: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.barcode_lookup import FAMILY
from tests.suites.m3.forms import assert_fair, right_form, wrong
from tests.suites.m3.plan_runs import PlanRun, assert_varied

_TOO_LONG = 6


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("plan", range(3))
def test_every_plan_passes_the_checks(plan: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, 1, tmp_path, plan=plan), least=4)


@pytest.mark.slow
def test_wrong_books_fail_and_other_spellings_pass(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path, plan=1)
    assert_fair(plan_run)
    right = right_form(plan_run)
    (book,) = right["books"]
    isbn = book["isbn"]
    hyphens = f"ISBN {isbn[:3]}-{isbn[3:5]}-{isbn[5:9]}-{isbn[9:12]}-{isbn[12]}"
    assert wrong(plan_run, books=[{**book, "isbn": hyphens, "title": book["title"].upper()}]) == []
    assert wrong(plan_run, books=[{**book, "pages": book["pages"] + 1}]) == ["books"]
    assert wrong(plan_run, other_isbn=isbn) == ["other_isbn"]
    assert wrong(plan_run, other_title=book["title"], books=[]) == ["books", "other_title"]


@pytest.mark.slow
def test_a_long_book_ends_the_search(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, _TOO_LONG, tmp_path, plan=1)
    assert_fair(plan_run)
    assert plan_run.blueprint.extra["solvable"] is False
    assert len(plan_run.calls) == 1
    assert wrong(plan_run, short_enough=True, other_isbn="9786964072864") == ["other_isbn", "short_enough"]
    assert wrong(plan_run, books=None) == ["books"]
