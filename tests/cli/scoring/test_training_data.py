"""`m3bench convert --to hf|sft|preferences`."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet
import pytest

from m3bench.cli.scoring.convert import convert
from m3bench.core import FormatError, UsageError
from tests.apps.viewer.samples import TRIP
from tests.apps.viewer.test_transcripts import talked_run
from tests.runs.jury import made_run


def test_the_conversation_comes_from_the_transcript(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talked_run(tmp_path / "run")
    convert(source=tmp_path / "run", target=tmp_path / "set", to="hf", scores=False)
    (row,) = pyarrow.parquet.read_table(tmp_path / "set" / "data").to_pylist()
    assert [message["role"] for message in row["messages"]] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    assert row["task_id"] == TRIP.id
    assert json.loads(row["tools"])[0]["function"]["name"] == "town__find"
    assert len(row["images"]) == 2
    assert "1 records written" in capsys.readouterr().out


def test_atif_has_the_reasoning_of_the_transcript(tmp_path: Path) -> None:
    talked_run(tmp_path / "run")
    convert(source=tmp_path / "run", target=tmp_path / "run.json", to="atif", scores=False)
    document = json.loads((tmp_path / "run.json").read_text())
    assert document["agent"]["tool_definitions"][0]["function"]["name"] == "town__find"


def test_counts_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = made_run(tmp_path, 2)
    convert(source=run, target=tmp_path / "sft.jsonl", to="sft", scores=False)
    shown = capsys.readouterr()
    assert "conversations written to" in shown.out
    assert "left out" in shown.err or "without a transcript" in shown.err
    convert(source=run.parent, target=tmp_path / "pairs.jsonl", to="preferences", scores=False)
    assert "0 pairs written to" in capsys.readouterr().out


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    for to in ("hf", "sft", "preferences"):
        with pytest.raises(UsageError, match="is not a run folder"):
            convert(source=tmp_path, target=tmp_path / "out", to=to)
    with pytest.raises(FormatError, match="Is a directory"):
        convert(source=made_run(tmp_path / "runs", 1), target=tmp_path, to="sft", scores=False)
