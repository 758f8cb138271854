from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from m3bench.core import DuplicateIdError, FormatError, Reference, Task
from m3bench.formats import read_tasks, tasks_from, write

if TYPE_CHECKING:
    from tests.formats.conftest import Save


def entry(task_id: str, **more: Any) -> dict[str, Any]:
    return {
        "task_id": task_id,
        "task_description": "Convert it.",
        "fuzzy_description": "Could you?",
        "dependency_analysis": "First, then.",
        "distraction_servers": ["NixOS", "Reddit"],
        **more,
    }


def group(*tasks: Any, **more: Any) -> dict[str, Any]:
    return {"server_name": "Math MCP+Units", "tasks": list(tasks), **more}


def document(*groups: Any) -> dict[str, Any]:
    return {"generation_info": {"status": "completed"}, "server_tasks": list(groups), "total_tasks": 0}


PAIR = {"servers": ["Math MCP", "Units"], "combination_name": "Science", "combination_type": "two_server"}


def test_a_task_knows_its_combination_and_its_distractors(save: Save) -> None:
    assert read_tasks(save("tasks.json", document(group(entry("m_000"), **PAIR)))) == [
        Task(
            id="m_000",
            family="Science",
            request="Convert it.",
            fuzzy_request="Could you?",
            servers=("Math MCP", "Units"),
            distractors=("NixOS", "Reddit"),
            extra={"dependency_analysis": "First, then.", "combination": {"combination_type": "two_server"}},
        )
    ]


def test_servers_can_be_told_from_the_name_of_the_group() -> None:
    (task,) = tasks_from(document(group({"task_id": "a"})))
    assert task == Task(id="a", family="Math MCP+Units", servers=("Math MCP", "Units"))


def test_a_name_that_is_not_the_servers_is_kept() -> None:
    (task,) = tasks_from(document(group({"task_id": "a"}, servers=["X"])))
    assert task.servers == ("X",)
    assert task.extra == {"combination": {"server_name": "Math MCP+Units"}}


def test_reading_what_was_written_is_the_identity(tmp_path: Path) -> None:
    other = {**group(entry("c", judge={"x": 1})), "server_name": "Solo", "servers": ["Lonely"], "weight": 2}
    tasks = tasks_from(document(group(entry("a"), **PAIR), group(entry("b"), **PAIR), other))
    path = tmp_path / "tasks.json"
    write(path, tasks, format="mcp_bench")
    assert read_tasks(path) == tasks
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["total_tasks"] == 3
    assert [len(task["tasks"]) for task in written["server_tasks"]] == [2, 1]
    assert "m3bench" not in path.read_text(encoding="utf-8")


def test_tasks_from_elsewhere_lose_nothing(tmp_path: Path) -> None:
    task = Task(
        id="a",
        images=("i.png",),
        level="L2",
        answer="3",
        references=(Reference(),),
        extra={"combination": "odd"},
    )
    write(tmp_path / "tasks.json", [task], format="mcp_bench")
    assert read_tasks(tmp_path / "tasks.json") == [task]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], ": expected an object, found a list of 0"),
        ({}, ", server_tasks: expected a list, found nothing"),
        (document(3), ", server_tasks[0]: expected an object, found the number 3"),
        (document({"tasks": []}), ", server_tasks[0].server_name: expected a string, found nothing"),
        (document({"server_name": "A"}), ", server_tasks[0].tasks: expected a list, found nothing"),
        (document(group(servers="A")), ", server_tasks[0].servers: expected a list, found the string 'A'"),
        (
            document(group(entry("a")), group({})),
            ", record #1, task_id: expected an id (a string or an integer), found nothing",
        ),
        (
            document(group(entry("a", task_description=1))),
            ", record a, task_description: expected a string, found the number 1",
        ),
        (
            document(group(entry("a", distraction_servers=["A", None]))),
            ", record a, distraction_servers[1]: expected a string, found null",
        ),
        (
            document(group(entry("a", combination=1), **PAIR)),
            ", record a, combination: the key is reserved for the data of the group",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(data: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        tasks_from(data, format="mcp_bench", file="t.json")
    assert str(caught.value) == f"t.json{message}"


def test_an_id_in_two_groups_is_a_duplicate() -> None:
    with pytest.raises(DuplicateIdError, match=r"^<input>: 1 duplicate id: a\n"):
        tasks_from(document(group(entry("a")), group(entry("a"), **PAIR)))
