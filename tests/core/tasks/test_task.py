"""Tasks: the fields that files have in `extra`, and digests that do not depend on where they are."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import msgspec
import pytest

from m3bench.core import (
    EXTRA_FIELDS,
    Branch,
    Condition,
    DataFile,
    Picture,
    Point,
    PointKind,
    Reference,
    Sabotage,
    Shortcut,
    Task,
    TaskFieldError,
    TaskWorld,
    Validation,
    WorldFile,
    content_hash,
)

NOW = "2025-11-05T15:00:00+00:00"
STORED: dict[str, Any] = {
    "modalities": ["text", "image"],
    "branches": [{"condition": "it rains", "taken": {"tools": ["a/b"]}, "other": {}, "holds": True}],
    "closed_loop": True,
    "validations": [{"fact": "the size", "sources": ["a/b", "a/c"], "compared": ["x"], "contradicted": []}],
    "solvable": False,
    "writes": ["a.txt"],
    "hops": 2,
    "threads": 3,
    "key_facts": ["Gala"],
    "pictures": [{"name": "a.png", "kind": "slide", "number": 4, "camera": "hard"}],
    "varying": ["a/b"],
    "data_files": [{"name": "a.csv", "kind": "csv", "content": [["a", 1]]}],
    "world_files": [{"name": "a.wav", "source": "speech", "kind": "message"}],
    "sabotage": {"tool": "a/b", "fault": "move_shape"},
    "world": {"seed": 7, "now": NOW},
    "canary": "a canary",
    "checks": [{"check": "answer_number", "value": 5}],
    "points": [{"text": "It fits.", "kind": "tool", "checks": [0]}],
    "results": ["0f7a"],
    "dependency_analysis": "Look before you buy.",
    "shortcuts": {"blind": {"answer": "?"}},
    "other_world": 8,
    "picture_fields": ["plate"],
    "missing_files": ["b.txt"],
    "contradiction": "day of birth",
}
"""A value of each field, as files have it."""
TASK = Task(
    id="t",
    modalities=("text", "image"),
    branches=(Condition(condition="it rains", taken=Branch(tools=("a/b",)), other=Branch(), holds=True),),
    closed_loop=True,
    validations=(Validation(fact="the size", sources=("a/b", "a/c"), compared=("x",), contradicted=()),),
    solvable=False,
    writes=("a.txt",),
    hops=2,
    threads=3,
    key_facts=("Gala",),
    pictures=(msgspec.convert(STORED["pictures"][0], Picture),),
    varying=("a/b",),
    data_files=(DataFile("a.csv", "csv", [["a", 1]]),),
    world_files=(WorldFile("a.wav", "speech", "message"),),
    sabotage=Sabotage(tool="a/b", fault="move_shape"),
    world=TaskWorld(7, NOW),
    canary="a canary",
    checks=({"check": "answer_number", "value": 5},),
    points=(Point("It fits.", PointKind.TOOL, (0,)),),
    results=("0f7a",),
    dependency_analysis="Look before you buy.",
    shortcuts={Shortcut.BLIND: Reference(answer="?")},
    other_world=8,
    picture_fields=("plate",),
    missing_files=("b.txt",),
    contradiction="day of birth",
)


def stored_digest(extra: dict[str, Any]) -> str:
    return content_hash({"id": "t", "extra": extra})


def test_values_of_extra_become_fields() -> None:
    assert STORED.keys() == set(EXTRA_FIELDS)
    assert Task(id="t", extra=STORED) == TASK
    assert Task(id="t", extra={**STORED, "note": 1}) == msgspec.structs.replace(TASK, extra={"note": 1})


def test_a_task_is_stored_with_these_fields_in_extra() -> None:
    assert list(TASK.to_dict()) == ["id", "extra"]
    assert tuple(TASK.to_dict()["extra"]) == EXTRA_FIELDS
    assert TASK.digest == stored_digest(STORED)
    assert Task(id="t").to_dict() == {"id": "t"}


def test_entries_of_others_stay_in_extra() -> None:
    task = Task(id="t", extra={"note": {"a": [1]}, "hops": 1, "modalities": ["text"]})
    assert task.extra == {"note": {"a": [1]}}
    assert list(task.to_dict()["extra"]) == ["hops", "modalities", "note"]


@pytest.mark.parametrize("make", [copy.copy, lambda task: pickle.loads(pickle.dumps(task))])
def test_copies_are_equal(make: Any) -> None:
    assert make(TASK) == TASK
    assert make(TASK).digest == TASK.digest


@pytest.mark.parametrize(
    "extra",
    [
        *({name: value} for name, value in STORED.items()),
        {"checks": [], "modalities": [], "key_facts": [], "pictures": [], "writes": [], "shortcuts": {}},
        {"closed_loop": False, "solvable": None, "results": []},
        {"sabotage": {"tool": "a/b", "fault": "move_shape", "call": 1}},
        {"branches": [{"condition": "x", "taken": {"tools": ["a/b"]}, "other": {"tools": []}}]},
        {"world": {"seed": 7, "now": "2025-11-05T16:00:00+01:00"}},
        {"world_files": [{"name": "a", "source": "film", "kind": "b", "now": NOW}]},
        {"shortcuts": {"blind": {"answer": "?", "note": "of another version"}}},
        {"checks": [{"value": float("nan")}, {"value": 2**70}, {"value": "\ud800"}]},
    ],
)
def test_a_digest_is_that_of_the_file_however_it_is_written(extra: dict[str, Any]) -> None:
    task = Task(id="t", extra=extra)
    assert task.extra == {}
    assert task.digest == stored_digest(extra)
    assert msgspec.structs.replace(task, family="x", extra={"note": 1}).to_dict()["extra"].keys() == {
        "note",
        *extra,
    }


def test_a_new_value_is_not_written_as_the_old_one_was() -> None:
    task = Task(id="t", extra={"checks": [], "closed_loop": False})
    checked = msgspec.structs.replace(task, checks=({"check": "called"},))
    assert checked.to_dict()["extra"] == {"closed_loop": False, "checks": ({"check": "called"},)}


def test_a_value_in_extra_replaces_that_of_the_field() -> None:
    task = msgspec.structs.replace(TASK, extra={**TASK.extra, "checks": [{"check": "called"}]})
    assert task.checks == ({"check": "called"},)
    assert task.points == TASK.points


CONDITION: dict[str, Any] = {"condition": "x", "taken": {}, "other": {}}
POINT = {"text": "", "kind": "tool", "checks": []}
PICTURE, WORLD_FILE = STORED["pictures"][0], STORED["world_files"][0]
WRONG: tuple[tuple[str, Any, str], ...] = (
    ("modalities", "text", ": expected array, found str"),
    ("branches", [CONDITION], "[0]: one of the branches must have tools or values"),
    ("branches", [{"condition": "x", "taken": {}}], "[0]: object missing required field other"),
    ("branches", [CONDITION | {"other": {"tool": "a"}}], "[0].other: object contains unknown field tool"),
    ("closed_loop", "yes", ": expected bool | null, found str"),
    ("validations", [{"fact": "x"}], "[0]: object missing required field sources"),
    ("solvable", 1, ": expected bool | null, found int"),
    ("writes", [1], "[0]: expected str, found int"),
    ("hops", "two", ": expected int | null, found str"),
    ("threads", 1.5, ": expected int | null, found float"),
    ("key_facts", 3, ": expected array | null, found int"),
    ("pictures", [{"name": "a.png"}], "[0]: object missing required field kind"),
    ("pictures", [PICTURE | {"camera": "x"}], "[0].camera: invalid enum value 'x'"),
    ("pictures", [PICTURE | {"size": 1}], "[0]: object contains unknown field size"),
    ("varying", {"a/b": 1}, ": expected array, found object"),
    ("data_files", [{"name": "a.csv"}], "[0]: object missing required field kind"),
    ("world_files", [WORLD_FILE | {"now": "noon"}], "[0].now: invalid RFC3339 encoded datetime"),
    ("sabotage", {"tool": "a/b"}, ": object missing required field fault"),
    ("world", "Paris", ": expected object | null, found str"),
    ("world", {"seed": 7, "now": "2025-11-05"}, ": the time '2025-11-05' needs a time zone"),
    ("canary", 1, ": expected str | null, found int"),
    ("checks", "called", ": expected array, found str"),
    ("checks", [{"check": "called"}, "called"], "[1]: expected object, found str"),
    ("points", [POINT, POINT, POINT | {"kind": "taste"}], "[2].kind: invalid enum value 'taste'"),
    ("results", "0f", ": expected array | null, found str"),
    ("dependency_analysis", 1, ": expected str | object | array | null, found int"),
    ("shortcuts", {"lazy": {}}, ": invalid enum value 'lazy'"),
    ("shortcuts", {"blind": {"steps": 1}}, "[...].steps: expected array, found int"),
    ("other_world", "8", ": expected int | null, found str"),
    ("picture_fields", "plate", ": expected array | null, found str"),
    ("missing_files", None, ": expected array, found null"),
    ("contradiction", 5, ": expected str | null, found int"),
)


@pytest.mark.parametrize(("name", "value", "problem"), WRONG)
def test_a_wrong_value_is_refused_by_its_place(name: str, value: Any, problem: str) -> None:
    with pytest.raises(TaskFieldError) as caught:
        Task(id="m3/x/7-1", extra={name: value})
    assert str(caught.value) == f"task m3/x/7-1, {name}{problem}"


def test_every_field_has_a_wrong_value() -> None:
    assert {name for name, _, _ in WRONG} == set(EXTRA_FIELDS)


def test_a_lone_surrogate_where_no_text_is_expected_is_refused() -> None:
    with pytest.raises(TaskFieldError, match="task t, extra: 'utf-8' codec"):
        Task(id="t", extra={"other_world": "\ud800"})
