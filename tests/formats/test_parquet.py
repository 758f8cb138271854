"""Parquet: lossless, in groups of rows, with clear errors for what cannot be read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from m3bench.core import Call, FormatError, MissingExtraError, Step, Task, Trajectory, Usage
from m3bench.formats import detect, iter_records, read_records, read_tasks, read_trajectories, write
from tests.formats.test_jsonl import TASK, TRAJECTORY


def many(count: int) -> Iterator[Trajectory]:
    for number in range(count):
        yield Trajectory(task_id=f"t{number}", steps=(Step((Call("a/b", {"n": number}),)),))


def test_columns_hold_plain_values_and_the_rest_is_json(tmp_path: Path) -> None:
    write(tmp_path / "t.parquet", [TRAJECTORY], format="parquet")
    (row,) = pyarrow.parquet.read_table(tmp_path / "t.parquet").to_pylist()
    assert {name: row[name] for name in ("kind", "task_id", "answer", "input_tokens", "cost")} == {
        "kind": "trajectory", "task_id": "t", "answer": "ü", "input_tokens": 1, "cost": 0.1,
    }  # fmt: skip
    assert row["extra"] == '{"k": {"deep": [1]}}'
    assert row["other"] is None


@pytest.mark.parametrize(
    "odd",
    [
        Trajectory(task_id="huge", usage=Usage(2**70, 1, 1, 0.5)),
        Trajectory(task_id="empty usage", usage=Usage()),
        Trajectory(task_id="surrogate", answer="\ud800", model="m"),
        Trajectory(task_id="empty", answer="", extra={}),
        TRAJECTORY,
    ],
    ids=lambda one: one.task_id,
)
def test_what_a_column_cannot_hold_is_not_lost(tmp_path: Path, odd: Trajectory) -> None:
    write(tmp_path / "t.parquet", [odd], format="parquet")
    assert read_trajectories(tmp_path / "t.parquet") == [odd]


def test_the_format_and_the_kind_are_detected(tmp_path: Path) -> None:
    write(tmp_path / "tasks", [TASK], format="parquet")
    write(tmp_path / "trajectories", [TRAJECTORY], format="parquet")
    assert detect(tmp_path / "tasks") == "parquet"
    assert read_records(tmp_path / "tasks") == [TASK]
    assert read_tasks(tmp_path / "tasks") == [TASK]
    assert list(iter_records(tmp_path / "trajectories")) == [TRAJECTORY]


def test_rows_are_written_in_groups(tmp_path: Path) -> None:
    write(tmp_path / "t.parquet", many(2_500), format="parquet")
    assert pyarrow.parquet.ParquetFile(tmp_path / "t.parquet").num_row_groups == 3
    assert list(iter_records(tmp_path / "t.parquet")) == list(many(2_500))


def test_an_empty_file_is_written_and_read(tmp_path: Path) -> None:
    write(tmp_path / "t.parquet", [], format="parquet")
    assert read_tasks(tmp_path / "t.parquet") == []


def test_a_truncated_file_is_damaged(tmp_path: Path) -> None:
    write(tmp_path / "t.parquet", many(100), format="parquet")
    whole = (tmp_path / "t.parquet").read_bytes()
    for length in (4, 10, len(whole) // 2, len(whole) - 1):
        (tmp_path / "cut.parquet").write_bytes(whole[:length])
        with pytest.raises(FormatError, match=r"cut\.parquet: the Parquet file is damaged or truncated"):
            read_trajectories(tmp_path / "cut.parquet")


def test_changed_bytes_never_end_in_a_traceback(tmp_path: Path) -> None:
    write(tmp_path / "t.parquet", many(100), format="parquet")
    whole = bytearray((tmp_path / "t.parquet").read_bytes())
    refused = 0
    for index in range(8, len(whole), max(1, len(whole) // 60)):
        broken = whole.copy()
        broken[index] ^= 0xFF
        (tmp_path / "broken.parquet").write_bytes(broken)
        try:
            read_trajectories(tmp_path / "broken.parquet", format="parquet")
        except FormatError:
            refused += 1
    assert refused > 10


def test_other_columns_are_named(tmp_path: Path) -> None:
    pyarrow.parquet.write_table(pyarrow.table({"question": ["?"]}), tmp_path / "other.parquet")
    with pytest.raises(FormatError, match=r"has no column m3bench, kind, .*its columns: question") as error:
        read_trajectories(tmp_path / "other.parquet")
    assert "m3bench convert" in (error.value.hint or "")


def test_other_records_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "tasks.parquet", [Task(id="a")], format="parquet")
    with pytest.raises(FormatError, match="has no column"):
        read_trajectories(tmp_path / "tasks.parquet")


def test_text_is_not_parquet(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text("[]")
    with pytest.raises(FormatError, match="expected a Parquet file, found other content"):
        read_trajectories(tmp_path / "t.json", format="parquet")


def test_a_bad_value_is_named_by_its_row(tmp_path: Path) -> None:
    write(tmp_path / "t.parquet", many(2), format="parquet")
    rows = pyarrow.parquet.read_table(tmp_path / "t.parquet").to_pylist()
    rows[1]["steps"] = "[1"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "t.parquet")
    with pytest.raises(FormatError, match="#1"):
        read_trajectories(tmp_path / "t.parquet")


def test_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "t.parquet", [TRAJECTORY], format="parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"(?s)Reading Parquet .*m3bench\[parquet\]"):
        read_trajectories(tmp_path / "t.parquet")
    with pytest.raises(MissingExtraError, match=r"Writing Parquet"):
        write(tmp_path / "u.parquet", [TRAJECTORY], format="parquet")
    assert not (tmp_path / "u.parquet").exists()
