"""Pairs for preference training."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet
import pytest

from m3bench.core import UsageError
from m3bench.formats import AttemptRecord
from m3bench.formats.training import write_preferences
from tests.formats.training.samples import PROMPT, attempt, collection


def test_a_success_is_chosen_over_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    runs = [collection(attempt(), attempt(None, 2)), collection(attempt(False))]
    selection = write_preferences(path, runs)
    (row,) = [json.loads(line) for line in path.read_text().splitlines()]
    assert row["prompt"] == list(PROMPT)
    assert [row[side][0]["content"] for side in ("chosen", "rejected")] == ["57.7", "12"]
    assert row["margin"] == pytest.approx(0.5)
    assert (selection.written, dict(selection.left_out)) == (1, {"attempts without a decision": 1})


@pytest.mark.parametrize(
    ("records", "margin", "reason"),
    [
        ([attempt(), attempt(epoch=2)], 0.0, "tasks without both a success and a failure"),
        ([attempt(), attempt(False, 2)], 0.6, "pairs below the margin"),
        ([attempt(), attempt(False, 2, scores={})], 0.1, "pairs below the margin"),
        ([attempt(), attempt(False, 2, messages=())], 0.0, "pairs that began with other messages"),
        ([attempt(), attempt(False, 2, messages=PROMPT)], 0.0, "pairs whose failure has no messages"),
    ],
)
def test_what_is_no_pair_is_counted(
    tmp_path: Path, records: list[AttemptRecord], margin: float, reason: str
) -> None:
    selection = write_preferences(tmp_path / "pairs.jsonl", [collection(*records)], margin=margin)
    assert (selection.written, dict(selection.left_out)) == (0, {reason: 1})
    assert (tmp_path / "pairs.jsonl").read_bytes() == b""


def test_one_task_does_not_flood_the_pairs(tmp_path: Path) -> None:
    records = [attempt(epoch=index) for index in range(4)] + [attempt(False, index) for index in range(4, 8)]
    selection = write_preferences(tmp_path / "pairs.parquet", [collection(*records)])
    assert (selection.written, dict(selection.left_out)) == (8, {"pairs beyond eight of a task": 8})
    assert pyarrow.parquet.read_table(tmp_path / "pairs.parquet").num_rows == 8


def test_a_sealed_suite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="sealed suite"):
        write_preferences(tmp_path / "x.jsonl", [collection(attempt(task_id="sealed/fish/0"))])
