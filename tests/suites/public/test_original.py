"""M³-Bench's own data, as far as it can be had: a folder like the one that is downloaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from m3bench.core import FormatError, UsageError
from m3bench.runs import read_run, run_settings, start_run
from m3bench.suites import SuiteRef, WorldRef, find_suite
from m3bench.suites.public import original_suite


def record(number: int, **more: Any) -> dict[str, Any]:
    calls = [{"name": "math/add", "arguments": {"firstNumber": number, "secondNumber": 1}}]
    return {
        "id": f"{number:08}",
        "image": f"images/{number:08}.png",
        "type": "sums",
        "question": f"Add one to {number}.",
        "steps": [{"step": 1, "calls": calls}],
        "final_reply": str(number + 1),
        **more,
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three tasks with references, fuzzy questions of two, and a file that is something else."""
    (tmp_path / "images").mkdir()
    for number in range(3):
        Image.new("RGB", (8, 8)).save(tmp_path / "images" / f"{number:08}.png")
    fuzzy = [
        {"id": f"{number:08}", "image": "", "prompt": "Add.", "question": f"One more than {number}?"}
        for number in range(2)
    ]
    put(tmp_path / "references.json", [record(number) for number in range(3)])
    put(tmp_path / "tasks_fuzzy.json", fuzzy)
    put(tmp_path / "tools.json", {"math": {"tools": 22}})
    return tmp_path


def put(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")


def test_references_fuzzy_questions_and_pictures_come_together(folder: Path) -> None:
    suite = original_suite(folder)
    assert [task.fuzzy_request for task in suite.tasks] == ["One more than 0?", "One more than 1?", None]
    assert suite.tasks[1].request == "Add one to 1."
    assert suite.tasks[1].servers == ("math",)
    assert suite.assets(suite.tasks[2]) == {
        "images/00000002.png": (folder / "images" / "00000002.png").resolve()
    }


@pytest.mark.anyio
async def test_it_is_run_over_the_bundled_servers(folder: Path, tmp_path: Path) -> None:
    settings = run_settings(suite="m3-original", data=str(folder), agent="reference")
    assert await start_run(settings, tmp_path / "run") is None
    result = read_run(tmp_path / "run")
    assert result.statuses == {"completed": 3}
    assert result.outcomes == {"success": 3}


def test_a_folder_can_be_named_in_place_of_a_suite(folder: Path) -> None:
    assert len(find_suite(SuiteRef(name=str(folder)), WorldRef()).tasks) == 3


def test_of_a_task_that_stands_twice_in_a_file_the_last_counts(folder: Path) -> None:
    put(folder / "references.json", [record(1), record(1, question="Add one to one.")])
    assert [task.request for task in original_suite(folder).tasks] == ["Add one to one."]


def test_the_public_references_can_be_run(shared_data: Path, tmp_path: Path) -> None:
    public = shared_data / "m3" / "references.json"
    (tmp_path / "references.json").write_bytes(public.read_bytes())
    for record in json.loads(public.read_bytes()):
        picture = tmp_path / record["image"]
        picture.parent.mkdir(exist_ok=True)
        picture.touch()
    suite = original_suite(tmp_path)
    assert len(suite.tasks) == 208
    assert len({server for task in suite.tasks for server in task.servers}) == 27


def test_missing_pictures_are_counted_and_named(folder: Path) -> None:
    (folder / "images" / "00000001.png").unlink()
    with pytest.raises(UsageError, match=r"1 of 3 pictures are missing from .*: images/00000001\.png"):
        original_suite(folder)


def test_a_task_in_two_files_is_refused(folder: Path) -> None:
    put(folder / "more.json", [record(2)])
    with pytest.raises(UsageError, match=r"00000002 is in more\.json and in references\.json"):
        original_suite(folder)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("more.json", '[{"id": "00000009", "question": "Add', "more.json"),
        ("more.json", "", "more.json"),
        ("more.jsonl", '{"m3bench": 1, "kind": "task", "id": 5}\n', "more.jsonl"),
        ("more.json", '[{"id": "00000009", "question": 5, "steps": "none"}]', "more.json"),
        ("more.json", '[{"steps": [], "id": "1"}, {"messages": []}]', "may be"),
    ],
)
def test_a_broken_file_is_named_although_others_have_tasks(
    folder: Path, name: str, text: str, words: str
) -> None:
    (folder / name).write_text(text)
    with pytest.raises(FormatError, match=words):
        original_suite(folder)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", '{"name": "m3", "version": "1.0"}'),
        ("list.json", "[1, 2, {}]"),
        ("number.json", "3"),
        ("log.jsonl", '{"time": 1}\n{"time": 2}\n'),
        ("chats.json", '[{"messages": [{"role": "user", "content": "hello"}]}]'),
    ],
)
def test_what_is_of_another_kind_is_left_out(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    assert len(original_suite(folder).tasks) == 3


def test_a_folder_without_tasks_says_what_was_found(tmp_path: Path) -> None:
    put(tmp_path / "tools.json", {"math": 3})
    with pytest.raises(UsageError, match=r"no tasks with references in .*tools\.json"):
        original_suite(tmp_path)


def test_the_data_has_to_be_named() -> None:
    with pytest.raises(UsageError) as error:
        find_suite(SuiteRef(name="m3-original"), WorldRef())
    assert "--data DIR" in str(error.value.hint)
