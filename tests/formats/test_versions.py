"""Version 1 of our JSONL is read for ever; version 2 is written only where version 1 has no room."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from m3bench.core import AnswerKey, Difficulty, FormatError, KeyMethod, SimulatedUser, Task, TaskFile, Turns
from m3bench.formats import read_tasks, write

if TYPE_CHECKING:
    from tests.formats.conftest import Save

FIRST: dict[str, Any] = {"m3bench": 1, "kind": "task", "id": "a"}


@pytest.mark.parametrize(
    ("extra", "task"),
    [
        ({"role": "A clerk."}, Task(id="a", role="A clerk.")),
        ({"role": 3}, Task(id="a", extra={"role": 3})),
        ({"role": " "}, Task(id="a", extra={"role": " "})),
        ({"rules": "Whisper."}, Task(id="a", rules=("Whisper.",))),
        ({"rules": ["One.", "Two."], "x": 1}, Task(id="a", rules=("One.", "Two."), extra={"x": 1})),
        ({"rules": []}, Task(id="a", extra={"rules": []})),
        ({"rules": ["One.", 2]}, Task(id="a", extra={"rules": ["One.", 2]})),
        ({"difficulty": "hard"}, Task(id="a", difficulty=Difficulty.HARD)),
        ({"difficulty": "L3"}, Task(id="a", extra={"difficulty": "L3"})),
        ({"kind": "operation"}, Task(id="a", kind="operation")),
        ({"kind": "photo"}, Task(id="a", extra={"kind": "photo"})),
        ({"time-sensitive": "No"}, Task(id="a", time_sensitive=False)),
        ({"time_sensitive": True}, Task(id="a", time_sensitive=True)),
        ({"time-sensitive": "often"}, Task(id="a", extra={"time-sensitive": "often"})),
        ({"eval_method": "eval_script"}, Task(id="a", answer_key=AnswerKey(method=KeyMethod.SCRIPT))),
        ({"eval_method": "by hand"}, Task(id="a", extra={"eval_method": "by hand"})),
    ],
)
def test_what_version_1_kept_in_extra_lands_in_its_field(
    extra: dict[str, Any], task: Task, save: Save, tmp_path: Path
) -> None:
    assert read_tasks(save("one.jsonl", json.dumps({**FIRST, "extra": extra}))) == [task]
    second = {**FIRST, "m3bench": 2, "extra": extra}
    assert read_tasks(save("two.jsonl", json.dumps(second))) == [Task(id="a", extra=extra)]
    write(tmp_path / "again.jsonl", [task, Task(id="b", extra=extra)], format="jsonl")
    assert read_tasks(tmp_path / "again.jsonl") == [task, Task(id="b", extra=extra)]


@pytest.mark.parametrize(
    ("task", "version"),
    [
        (Task(id="a", level="L1", images=("p.png",), extra={"hops": 2}), 1),
        (Task(id="a", extra={"role": "A clerk."}), 2),
        (Task(id="a", files=(TaskFile("a.pdf", "application/pdf"),)), 2),
        (Task(id="a", role="A clerk."), 2),
        (Task(id="a", rules=("Whisper.",)), 2),
        (Task(id="a", user=SimulatedUser(persona="Ann")), 2),
        (Task(id="a", turns=Turns.DIALOGUE), 2),
        (Task(id="a", difficulty=Difficulty.EASY), 2),
        (Task(id="a", kind="retrieval"), 2),
        (Task(id="a", time_sensitive=False), 2),
        (Task(id="a", answer_key=AnswerKey(value=3)), 2),
    ],
)
def test_the_lowest_version_that_holds_the_task(task: Task, version: int, tmp_path: Path) -> None:
    write(tmp_path / "t.jsonl", [task], format="jsonl")
    raw = json.loads((tmp_path / "t.jsonl").read_text())
    assert (raw["m3bench"], raw["kind"]) == (version, "task")
    assert read_tasks(tmp_path / "t.jsonl") == [task]


def test_the_kind_of_a_task_is_not_the_kind_of_the_record(tmp_path: Path) -> None:
    write(tmp_path / "t.jsonl", [Task(id="a", kind="creation")], format="jsonl")
    text = (tmp_path / "t.jsonl").read_text()
    assert text == '{"m3bench": 2, "kind": "task", "id": "a", "task_kind": "creation"}\n'


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (
            {**FIRST, "role": "A clerk."},
            "record a, role: version 1 has no such field; mark the record m3bench: 2",
        ),
        (
            {**FIRST, "m3bench": 3},
            "record #0, m3bench: version 3 was made by a newer m3bench; this one reads up to 2; update it",
        ),
        (
            {**FIRST, "m3bench": 2, "files": [{"name": "../a.pdf", "media_type": "application/pdf"}]},
            "record a, files[0]: the file name '../a.pdf' leads out of its folder",
        ),
        (
            {**FIRST, "m3bench": 2, "files": [{"name": "a.pdf", "media_type": "pdf"}]},
            "record a, files[0]: 'pdf' is not a media type such as application/pdf",
        ),
        (
            {**FIRST, "m3bench": 2, "images": ["a"], "files": [{"name": "a", "media_type": "a/b"}]},
            "record a: the file 'a' is listed more than once",
        ),
        (
            {**FIRST, "m3bench": 2, "task_kind": "Two Words"},
            "record a: the kind 'Two Words' must be one lower-case word, such as retrieval",
        ),
        (
            {**FIRST, "extra": {"points": [{"text": "", "kind": "taste", "checks": []}]}},
            "record a, points[0].kind: invalid enum value 'taste'",
        ),
        (
            {**FIRST, "m3bench": 2, "checks": []},
            "record a, checks: unknown key 'checks'; put checks and the like into extra",
        ),
        ({**FIRST, "m3bench": 2, "difficulty": "L1"}, "record a, difficulty: invalid enum value 'L1'"),
        (
            {**FIRST, "m3bench": 2, "user": {"persona": "Ann", "age": 3}},
            "record a, user.age: unknown key 'age'",
        ),
    ],
)
def test_what_is_wrong_is_said(record: dict[str, Any], message: str, save: Save) -> None:
    path = save("t.jsonl", json.dumps(record))
    with pytest.raises(FormatError) as caught:
        read_tasks(path, format="jsonl")
    assert str(caught.value) == f"{path}, {message}"
