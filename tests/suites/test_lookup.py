"""Which tasks of a suite the settings choose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench.core import FormatError, Task
from m3bench.formats import write
from m3bench.suites import SuiteRef, WorldRef, find_suite, select_tasks
from tests.runs.sums import sums_file


def chosen(path: Path, **wanted: int | tuple[str, ...]) -> list[str]:
    ref = SuiteRef(name=str(path), **wanted)  # type: ignore[arg-type]
    return [task.id for task in select_tasks(find_suite(ref, WorldRef()), ref)]


def test_some_of_each_family_are_chosen_in_the_order_of_the_suite(tmp_path: Path) -> None:
    path = sums_file(tmp_path / "sums.jsonl", 6)
    assert chosen(path, per_family=2) == ["sum-0000", "sum-0001", "sum-0002", "sum-0003"]
    assert chosen(path, per_family=1, families=("Odd",)) == ["sum-0001"]
    assert chosen(path, per_family=2, limit=3) == ["sum-0000", "sum-0001", "sum-0002"]


def with_check(path: Path, check: dict[str, Any]) -> SuiteRef:
    write(
        path, [Task(id="a"), Task(id="b", checks=({"check": "called", "tool": "x/y"}, check))], format="jsonl"
    )
    return SuiteRef(name=str(path))


def test_an_invalid_check_is_refused_by_its_place(tmp_path: Path) -> None:
    ref = with_check(tmp_path / "t.jsonl", {"check": "answer_number", "value": "five"})
    with pytest.raises(FormatError, match=r"t\.jsonl, record b, checks\[1\]\.value: answer_number: Expected"):
        find_suite(ref, WorldRef())


def test_a_check_of_a_missing_plugin_hides_no_task(tmp_path: Path) -> None:
    ref = with_check(tmp_path / "t.jsonl", {"check": "answer_polite"})
    assert [task.id for task in find_suite(ref, WorldRef()).tasks] == ["a", "b"]
