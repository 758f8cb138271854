from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import Call, FormatError, Step, Task, Trajectory
from m3bench.formats import FORMATS, read_tasks, read_trajectories, write

TASK, TRAJECTORY = Task(id="a"), Trajectory(task_id="a")


def trajectory(arguments: Any) -> Trajectory:
    return Trajectory(task_id="a", steps=(Step((Call("x", arguments),)),))


@pytest.mark.parametrize("name", FORMATS)
def test_no_records_are_no_records(tmp_path: Path, name: str) -> None:
    path = tmp_path / "file"
    write(path, [], format=name)
    read: Any = read_tasks if "tasks" in FORMATS[name].holds else read_trajectories
    assert read(path, format=name) == []


def test_json_is_pretty(tmp_path: Path) -> None:
    write(tmp_path / "p.json", [Trajectory(task_id="ü")], format="m3")
    assert (tmp_path / "p.json").read_text(encoding="utf-8") == '[\n {\n  "id": "ü",\n  "steps": []\n }\n]\n'


def test_half_surrogate_pairs_are_escaped(tmp_path: Path) -> None:
    for name in ("m3", "openai", "jsonl"):
        write(tmp_path / "p", [trajectory({"ü\ud800": "\udc00"})], format=name)
        assert "ü" in (tmp_path / "p").read_bytes().decode("utf-8")
        assert read_trajectories(tmp_path / "p") == [trajectory({"ü\ud800": "\udc00"})]


def test_a_failure_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    def failing() -> Iterator[Task]:
        yield TASK
        raise RuntimeError("stop")

    path = tmp_path / "t.jsonl"
    path.write_text("before", encoding="utf-8")
    with pytest.raises(RuntimeError, match="stop"):
        write(path, failing(), format="jsonl")
    assert path.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_the_file_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "t.jsonl", tmp_path / "link.jsonl"
    path.touch(mode=0o600)
    link.symlink_to(path)
    write(link, [TASK], format="jsonl")
    assert link.is_symlink()
    assert read_tasks(path) == [TASK]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none" / "t.jsonl"
    with pytest.raises(FormatError) as caught:
        write(path, [TASK], format="jsonl")
    assert str(caught.value) == f"{path}: cannot be written: No such file or directory"


@pytest.mark.parametrize(
    ("records", "name", "problem"),
    [
        (
            [TASK],
            "nosuch",
            ": unknown format 'nosuch'; known formats: m3, mcp_bench, mcpverse, openai, inspect, otel, atif",
        ),
        ([TASK], "openai", ": the format openai cannot hold tasks"),
        ([TRAJECTORY], "mcpverse", ": the format mcpverse cannot hold trajectories"),
        ([TASK, TRAJECTORY], "m3", ", record a: a file cannot hold both tasks and trajectories"),
        (
            [trajectory(object())],
            "jsonl",
            ", record a: cannot be written as JSON: Encoding objects of type object",
        ),
        ([trajectory(10**5000)], "m3", ", record a: cannot be written as JSON: Exceeds the limit"),
        ([Task(id="")], "m3", ", record , id: expected an id (a string or an integer), found the string ''"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path: Path, records: Any, name: str, problem: str) -> None:
    path = tmp_path / "file"
    with pytest.raises(FormatError) as caught:
        write(path, records, format=name)
    assert str(caught.value).startswith(f"{path}{problem}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("depth", [300, 5000])
def test_nesting_has_a_limit(tmp_path: Path, depth: int) -> None:
    nested: Any = []
    for _ in range(depth):
        nested = [nested]
    with pytest.raises(FormatError, match="record a: cannot be written"):
        write(tmp_path / "file", [trajectory(nested)], format="jsonl")
