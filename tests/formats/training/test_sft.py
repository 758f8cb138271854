"""Conversations for supervised fine-tuning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from m3bench.core import UsageError
from m3bench.formats.training import write_sft
from tests.formats.training.samples import PNG, attempt, collection


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_only_successes_are_examples(tmp_path: Path) -> None:
    path = tmp_path / "sft.jsonl"
    selection = write_sft(path, collection(attempt(), attempt(False, 2), attempt(None, 3)))
    (row,) = lines(path)
    assert [message["role"] for message in row["messages"]] == ["system", "user", "assistant"]
    assert json.loads(row["tools"])[0]["function"]["name"] == "maps__geocode"
    assert selection.written == 1
    assert selection.lines() == [
        "left out, attempts that failed: 1",
        "left out, attempts without a decision: 1",
    ]


def test_without_a_transcript_the_trajectory_tells(tmp_path: Path) -> None:
    path = tmp_path / "sft.jsonl"
    selection = write_sft(path, collection(attempt(messages=(), tools=())))
    (row,) = lines(path)
    user, step, result, answer = row["messages"]
    assert [part["type"] for part in user["content"]] == ["text", "image_url"]
    assert json.loads(step["tool_calls"][0]["function"]["arguments"]) == {"place": "Skagen"}
    assert (result["tool_call_id"], answer["content"]) == ("a", "57.7")
    assert "attempts without a transcript: 1." in selection.lines()[0]


def test_a_table_has_pictures_as_bytes(tmp_path: Path) -> None:
    path = tmp_path / "sft.parquet"
    write_sft(path, collection(attempt(messages=()), attempt(epoch=2)))
    first, second = pyarrow.parquet.read_table(path).to_pylist()
    assert first["images"] == [{"bytes": PNG, "path": None}] * 2
    kinds = [part["type"] for message in first["messages"] for part in message["content"]]
    assert kinds.count("image") == 2
    assert first["messages"][1]["tool_calls"][0]["function"] == {
        "name": "maps__geocode",
        "arguments": '{"place": "Skagen"}',
    }
    assert second["images"] == []


def test_a_sealed_suite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="sealed suite"):
        write_sft(tmp_path / "sft.jsonl", collection(attempt(), attempt(task_id="sealed/fish/0")))
    assert list(tmp_path.iterdir()) == []


def test_hostile_texts_are_written(tmp_path: Path) -> None:
    odd = ({"role": "user", "content": "\ud800\x00"}, {"role": "assistant", "content": ""})
    for name in ("a.jsonl", "a.parquet"):
        assert write_sft(tmp_path / name, collection(attempt(messages=odd))).written == 1
