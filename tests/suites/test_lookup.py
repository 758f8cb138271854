"""Which tasks of a suite the settings choose."""

from __future__ import annotations

from pathlib import Path

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
