from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from m3bench.core import (
    Call,
    Data,
    DuplicateIdError,
    Edge,
    FormatError,
    Media,
    Outcome,
    Reference,
    Result,
    Status,
    Step,
    Task,
    Text,
    Timing,
    Trajectory,
    Usage,
)
from m3bench.formats import (
    detect,
    iter_trajectories,
    read_records,
    read_tasks,
    read_trajectories,
    trajectories_from,
    write,
)

if TYPE_CHECKING:
    from tests.formats.conftest import Save

RESULT = Result(
    (Text("x\u2028y"), Data({"a": [1.0, None]}), Media(media_type="image/png", data=b"\0")), is_error=True
)
CALL = Call("a/b", {"n": float("inf"), "s": "\ud800"}, "1", RESULT, Outcome.SUCCESS, Timing(0.5, 1.5))
TRAJECTORY = Trajectory(
    task_id="t",
    steps=(Step((CALL, Call("c", "text")), "Plan."), Step()),
    family="f",
    request="?",
    answer="ü",
    agent="me",
    model="m",
    usage=Usage(1, 2, 3, 0.1),
    status=Status.OUT_OF_STEPS,
    extra={"k": {"deep": [1]}},
)
TASK = Task(
    id="t", references=(Reference(steps=TRAJECTORY.steps, name="r", edges=(Edge(0, 1),)),), images=("i",)
)
MINIMAL: dict[str, Any] = {"m3bench": 1, "kind": "trajectory", "task_id": "a"}


def test_everything_survives(tmp_path: Path) -> None:
    trajectories = [TRAJECTORY, Trajectory(task_id="u")]
    write(tmp_path / "t.jsonl", trajectories, format="jsonl")
    assert detect(tmp_path / "t.jsonl") == "jsonl"
    assert read_trajectories(tmp_path / "t.jsonl") == trajectories
    assert list(iter_trajectories(tmp_path / "t.jsonl")) == trajectories
    assert read_records(tmp_path / "t.jsonl") == trajectories
    write(tmp_path / "tasks.jsonl", [TASK], format="jsonl")
    assert read_tasks(tmp_path / "tasks.jsonl") == [TASK]
    assert read_records(tmp_path / "tasks.jsonl") == [TASK]


def test_one_line_a_record_in_valid_utf8(tmp_path: Path) -> None:
    write(tmp_path / "t.jsonl", [TRAJECTORY, Trajectory(task_id="u")], format="jsonl")
    first, second, rest = (tmp_path / "t.jsonl").read_bytes().decode("utf-8").split("\n")
    assert json.loads(first)["answer"] == "ü"
    assert second == '{"m3bench": 1, "kind": "trajectory", "task_id": "u"}'
    assert rest == ""


def test_nan_survives(save: Save) -> None:
    path = save("t.jsonl", json.dumps({**MINIMAL, "extra": {"x": float("nan")}}))
    assert repr(read_trajectories(path)[0].extra) == "{'x': nan}"


def test_blank_lines_and_foreign_line_ends_are_skipped(save: Save) -> None:
    line = json.dumps(MINIMAL)
    path = save("t.jsonl", f"\n{line}\r\n  \n\n".encode())
    assert read_trajectories(path) == list(iter_trajectories(path)) == [Trajectory(task_id="a")]


def test_no_records_are_a_blank_line(tmp_path: Path) -> None:
    write(tmp_path / "t.jsonl", [], format="jsonl")
    assert read_trajectories(tmp_path / "t.jsonl", format="jsonl") == []
    assert read_records(tmp_path / "t.jsonl", format="jsonl") == []
    assert list(iter_trajectories(tmp_path / "t.jsonl", format="jsonl")) == []


def test_records_in_memory() -> None:
    assert trajectories_from([MINIMAL]) == trajectories_from(MINIMAL) == [Trajectory(task_id="a")]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ([], "record #1: expected an object, found a list of 0"),
        ({}, "record #1, m3bench: expected the version of the format, 1 or 2, found nothing"),
        (
            {**MINIMAL, "m3bench": 3},
            "record #1, m3bench: version 3 was made by a newer m3bench; this one reads up to 2; update it",
        ),
        (
            {**MINIMAL, "m3bench": 0},
            "record #1, m3bench: unknown version 0; this m3bench reads versions 1 to 2",
        ),
        (
            {**MINIMAL, "m3bench": "1"},
            "record #1, m3bench: unknown version '1'; this m3bench reads versions 1 to 2",
        ),
        (
            {**MINIMAL, "m3bench": True},
            "record #1, m3bench: unknown version True; this m3bench reads versions 1 to 2",
        ),
        ({**MINIMAL, "kind": "task"}, "record #1, kind: expected 'trajectory', found the string 'task'"),
        (
            {**MINIMAL, "task_id": None},
            "record #1, task_id: expected an id (a string or an integer), found null",
        ),
        ({**MINIMAL, "task_id": 3}, "record 3, task_id: expected str, found int"),
        ({**MINIMAL, "surprise": 1}, "record a, surprise: unknown key 'surprise'"),
        ({**MINIMAL, "status": "odd"}, "record a, status: invalid enum value 'odd'"),
        ({**MINIMAL, "steps": "\ud800"}, "record a, steps: expected array, found str"),
        ({**MINIMAL, "\ud800": 1}, "record a, ['?']: unknown key '?'"),
        (
            {**MINIMAL, "steps": [{"calls": [{"name": None}]}]},
            "record a, steps[0].calls[0].name: expected str, found null",
        ),
        (
            {**MINIMAL, "steps": [{"calls": [{"name": "x", "result": {"content": [{"type": "data"}]}}]}]},
            "record a, steps[0].calls[0].result.content[0]: object missing required field value",
        ),
        (
            {**MINIMAL, "steps": [{}, {"calls": [{"name": "x"}, {"name": "x", "nam": 1}]}]},
            "record a, steps[1].calls[1].nam: unknown key 'nam'",
        ),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_place(save: Save, line: Any, message: str) -> None:
    path = save("t.jsonl", "\n".join([json.dumps({**MINIMAL, "task_id": "first"}), "", json.dumps(line), ""]))
    for read in (read_trajectories, iter_trajectories):
        with pytest.raises(FormatError) as caught:
            list(read(path, format="jsonl"))
        assert str(caught.value) == f"{path}, {message}"


def test_a_key_that_stands_twice_is_refused(save: Save) -> None:
    start = '{"m3bench": 1, "kind": "trajectory", "task_id": "a", '
    path = save("t.jsonl", start + '"steps": [{"plan": "a", "plan": "b"}]}\n')
    with pytest.raises(FormatError, match=r"record a, steps\[0\]\.plan: the key occurs more than once$"):
        read_trajectories(path)
    path = save("t.jsonl", start + '"model": "a", "model": "b"}\n')
    with pytest.raises(FormatError, match=r"record #0: the key model occurs more than once$"):
        read_trajectories(path)


@pytest.mark.parametrize("cut", [1, 2, 12, 40])
def test_a_last_line_that_is_cut_off_is_said_to_be_truncated(save: Save, cut: int) -> None:
    whole = json.dumps(MINIMAL)
    path = save("t.jsonl", f"{whole}\n\n{json.dumps({**MINIMAL, 'task_id': 'b'})[:-cut]}")
    for read in (read_trajectories, iter_trajectories):
        with pytest.raises(FormatError) as caught:
            list(read(path))
        assert str(caught.value).startswith(f"{path}, record #1, line 3: the last line is truncated (")


def test_a_last_line_that_is_cut_off_inside_a_character(save: Save) -> None:
    path = save("t.jsonl", (json.dumps(MINIMAL) + '\n{"m3bench": "ü').encode()[:-1])
    for read in (read_trajectories, iter_trajectories):
        with pytest.raises(FormatError) as caught:
            list(read(path))
        assert str(caught.value) == f"{path}, line 2: truncated: the last character is cut off"


def test_a_broken_line_in_the_middle_is_said_with_its_place(save: Save) -> None:
    path = save("t.jsonl", f"{json.dumps(MINIMAL)}\n{{]\n{json.dumps(MINIMAL)}\n")
    with pytest.raises(FormatError) as caught:
        read_trajectories(path)
    assert str(caught.value).startswith(
        f"{path}, record #1, line 2, column 2: not valid JSON: expecting property name"
    )


def test_an_empty_file_is_refused(save: Save) -> None:
    path = save("t.jsonl", "")
    for read in (read_trajectories, iter_trajectories):
        with pytest.raises(FormatError) as caught:
            list(read(path, format="jsonl"))
        assert str(caught.value) == f"{path}: expected lines of JSON, found an empty file"


def test_a_byte_order_mark_is_named(save: Save) -> None:
    path = save("t.jsonl", "\ufeff" + json.dumps(MINIMAL))
    with pytest.raises(
        FormatError, match=r"record #0: starts with a byte order mark; save it as UTF-8 without one$"
    ):
        read_trajectories(path, format="jsonl")


def test_streaming_yields_before_it_meets_an_error(save: Save) -> None:
    path = save("t.jsonl", f"{json.dumps(MINIMAL)}\n{json.dumps(MINIMAL)}\n")
    stream = iter_trajectories(path)
    assert next(stream).task_id == "a"
    with pytest.raises(DuplicateIdError) as caught:
        next(stream)
    assert caught.value.ids == ("a",)
    assert len(list(iter_trajectories(path, duplicates="first"))) == 1


def test_streaming_another_format_reads_it_whole(save: Save) -> None:
    path = save("p.json", [{"id": "a", "steps": []}])
    assert (
        list(iter_trajectories(path))
        == list(iter_trajectories(path, format="m3"))
        == [Trajectory(task_id="a")]
    )


@pytest.mark.parametrize("format_name", [None, "jsonl"])
def test_streaming_a_file_that_is_not_there(tmp_path: Path, format_name: str | None) -> None:
    with pytest.raises(FormatError) as caught:
        list(iter_trajectories(tmp_path / "none.jsonl", format=format_name))
    assert str(caught.value) == f"{tmp_path / 'none.jsonl'}: cannot be read: No such file or directory"
