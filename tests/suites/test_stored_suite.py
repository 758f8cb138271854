"""Stored suites: their files are read and written without a change."""

from __future__ import annotations

import json
import lzma
from importlib.resources import files
from pathlib import Path

import pytest

from m3bench.core import FormatError, content_hash
from m3bench.formats import read_tasks, write
from m3bench.suites import RELEASED, read_stored

STORED = tuple(
    name for name in RELEASED if files("m3bench_suites.released").joinpath(f"{name}.jsonl.xz").is_file()
)


def released(name: str) -> bytes:
    return lzma.decompress(files("m3bench_suites.released").joinpath(f"{name}.jsonl.xz").read_bytes())


def test_there_are_released_suites() -> None:
    assert {"m3", "omni", "verse"} <= set(STORED)


@pytest.mark.parametrize("name", STORED)
def test_a_released_suite_is_written_as_it_was_read(name: str, tmp_path: Path) -> None:
    tasks = read_stored(released(name))
    records = [json.loads(line) for line in released(name).splitlines()]
    assert [json.dumps(task.to_dict()) for task in tasks] == [json.dumps(record) for record in records]
    assert content_hash([task.digest for task in tasks]) == RELEASED[name]
    assert not any(task.spelling for task in tasks)
    write(tmp_path / "t.jsonl", tasks, format="jsonl")
    assert read_tasks(tmp_path / "t.jsonl") == tasks


def test_a_stored_task_with_a_wrong_value_is_named() -> None:
    line = b'{"id":"m3/x/7-1","extra":{"hops":"two"}}'
    with pytest.raises(FormatError, match="task m3/x/7-1, hops: expected int"):
        read_stored(line)
