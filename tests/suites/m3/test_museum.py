"""The family museum: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.museum import FAMILY
from tests.suites.m3.filled_forms import Attempted, assert_solved
from tests.suites.m3.kitchen import assert_own


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_own(FAMILY, (1, 6))


@pytest.mark.slow
@pytest.mark.parametrize("plan", [0, 1])
def test_the_department_is_looked_up_and_searched(plan: int, tmp_path: Path) -> None:
    attempted = Attempted(FAMILY, 1, tmp_path, plan=plan)
    assert_solved(attempted)
    names = [call.name for call in attempted.calls]
    search = next(call for call in attempted.calls if call.name == "metmuseum-mcp/search-museum-objects")
    assert "metmuseum-mcp/list-departments" in names
    assert search.arguments["departmentId"] > 0
    assert ("ocr/perform_ocr" in names) is (plan == 0)


@pytest.mark.slow
def test_an_object_of_another_department_is_not_found(tmp_path: Path) -> None:
    attempted = Attempted(FAMILY, 3, tmp_path)
    assert attempted.right["in_department"] is False
    assert attempted.right["object_number"] is None
    assert attempted.problems() == []
    assert attempted.problems(in_department=True)
    assert attempted.problems(object_number="1704021")
    assert attempted.problems(title="")
    assert attempted.problems(found=attempted.right["found"] + 1)
