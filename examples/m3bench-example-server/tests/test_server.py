"""The server by itself, and in a run."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from m3bench_example_server import server

import m3bench
from m3bench.core import Call, Reference, Step, Task
from m3bench.formats import write
from m3bench.servers import Files, ToolContext, ToolFailure
from m3bench_world import World

WHERE = {"latitude": 50.1, "longitude": -5.5, "day": "2025-11-05"}


def context(folder: Path, seed: int = 7) -> ToolContext:
    return ToolContext(World(seed), Files(folder))


def test_high_and_low_water_take_turns(tmp_path: Path) -> None:
    tides = server.call(context(tmp_path), "tide_table", WHERE).data["tides"]
    kinds = [tide["kind"] for tide in tides]
    assert len(kinds) in (3, 4)
    assert all(one != next_one for one, next_one in itertools.pairwise(kinds))
    assert tides != server.call(context(tmp_path, seed=8), "tide_table", WHERE).data["tides"]


def test_files_stay_in_the_workspace(tmp_path: Path) -> None:
    server.call(context(tmp_path), "save_tide_table", {**WHERE, "path": "tides.csv"})
    assert (tmp_path / "tides.csv").read_text().startswith("kind,time,height\n")
    with pytest.raises(ToolFailure, match="workspace"):
        server.call(context(tmp_path), "save_tide_table", {**WHERE, "path": "../tides.csv"})
    with pytest.raises(ToolFailure, match="not a day"):
        server.call(context(tmp_path), "tide_table", {**WHERE, "day": "tomorrow"})


def test_tasks_can_use_it(tmp_path: Path) -> None:
    steps = (Step((Call("tides/save_tide_table", {**WHERE, "path": "tides.csv"}),)),)
    task = Task(
        id="newlyn",
        request="Save the tide table of Newlyn as tides.csv.",
        servers=("tides",),
        references=(Reference(steps=steps),),
        checks=({"check": "file_exists", "path": "tides.csv"},),
    )
    write(tmp_path / "tasks.jsonl", [task], format="jsonl")
    assert m3bench.run(tmp_path / "tasks.jsonl", "reference", out=tmp_path / "run").strict_success == 1.0
