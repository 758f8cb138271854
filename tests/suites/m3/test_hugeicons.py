"""The family hugeicons: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.hugeicons import FAMILY
from tests.suites.m3.filled_forms import Attempted, assert_solved
from tests.suites.m3.kitchen import assert_own


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_own(FAMILY, (1, 2))


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_icons_are_searched_and_listed(number: int, tmp_path: Path) -> None:
    attempted = Attempted(FAMILY, number, tmp_path)
    assert_solved(attempted)
    names = [call.name for call in attempted.calls]
    assert names.count("hugeicons-mcp/search_icons") >= 2
    assert names.count("hugeicons-mcp/list_icons") == 1


@pytest.mark.slow
def test_nothing_is_listed_where_nothing_is_large(tmp_path: Path) -> None:
    attempted = Attempted(FAMILY, 5, tmp_path)
    assert attempted.right["objects"] == []
    assert attempted.problems() == []
    assert attempted.problems(objects=[{"object": attempted.right["largest"]}])
    assert attempted.problems(largest="house boat")
