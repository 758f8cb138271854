"""The public data of the benchmarks, where it lies beside the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import Call, DuplicateIdError, Task, Trajectory
from m3bench.formats import detect, read_records, read_tasks, read_trajectories, write


@pytest.mark.parametrize(
    ("name", "format_name", "kind", "count"),
    [
        ("m3/references.json", "m3", Task, 208),
        ("m3/tasks_fuzzy.json", "m3", Task, 141),
        ("golden/p2.json", "m3", Trajectory, 208),
        ("golden/p3.json", "m3", Trajectory, 208),
        ("mcp_bench/tasks_single.json", "mcp_bench", Task, 56),
        ("mcp_bench/tasks_multi_2server.json", "mcp_bench", Task, 30),
        ("mcp_bench/tasks_multi_3server.json", "mcp_bench", Task, 18),
        ("mcpverse/time_invariant_v1.1.csv", "mcpverse", Task, 126),
    ],
)
def test_every_file_is_read_and_written_back(
    shared_data: Path, tmp_path: Path, name: str, format_name: str, kind: type, count: int
) -> None:
    path, copy = shared_data / name, tmp_path / Path(name).name
    assert detect(path) == format_name
    records = read_records(path, duplicates="last")
    assert (len(records), type(records[0])) == (count, kind)
    write(copy, records, format=format_name)
    assert read_records(copy) == records
    assert "m3bench" not in copy.read_text(encoding="utf-8")


def test_the_duplicates_of_the_references_are_listed(shared_data: Path) -> None:
    with pytest.raises(DuplicateIdError) as caught:
        read_tasks(shared_data / "m3" / "references.json")
    assert caught.value.ids == ("00070008", "00230000", "00230005", "00230006", "00230008")


def test_the_call_without_arguments(shared_data: Path) -> None:
    tasks = read_tasks(shared_data / "m3" / "references.json", duplicates="last")
    calls = [call for task in tasks for _, call in task.references[0].calls()]
    assert [call for call in calls if call.arguments is None] == [
        Call("ppt/create_presentation", None, "vision_language_models_presentation")
    ]


def test_predictions_survive_as_chats(shared_data: Path, tmp_path: Path) -> None:
    predictions = read_trajectories(shared_data / "golden" / "p3.json", duplicates="last")
    write(tmp_path / "chats.jsonl", predictions, format="openai")
    assert read_trajectories(tmp_path / "chats.jsonl") == predictions
