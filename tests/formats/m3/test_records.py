from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from m3bench.core import Call, DuplicateIdError, FormatError, Reference, Status, Step, Task, Trajectory, Usage
from m3bench.formats import read_records, read_tasks, read_trajectories, tasks_from, trajectories_from, write

if TYPE_CHECKING:
    from tests.formats.conftest import Save

CALL: dict[str, Any] = {"name": "maps/search", "arguments": {"q": "café", "n": 2}}
REFERENCE: dict[str, Any] = {
    "id": "00010000",
    "image": "images/00010000.png",
    "type": "attraction",
    "question": "Where can I eat?",
    "steps": [{"step": 1, "calls": [CALL, CALL]}, {"step": 2, "calls": []}],
    "final_reply": "Here.",
    "num_step": 2,
}
PREDICTION: dict[str, Any] = {"id": "a", "type": "food", "steps": [{"calls": [CALL]}], "final_reply": "Done."}


def test_a_reference_becomes_a_task_with_one_reference(save: Save) -> None:
    call = Call("maps/search", {"q": "café", "n": 2})
    assert read_tasks(save("references.json", [REFERENCE])) == [
        Task(
            id="00010000",
            family="attraction",
            request="Where can I eat?",
            images=("images/00010000.png",),
            answer="Here.",
            references=(Reference(steps=(Step((call, call)), Step()), answer="Here."),),
            extra={"num_step": 2},
        )
    ]


def test_a_task_without_steps_has_a_concrete_and_a_fuzzy_request(save: Save) -> None:
    record = {"id": "1", "image": ["a.png", "b.png"], "type": "t", "prompt": "Use x/y.", "question": "Help?"}
    assert read_tasks(save("tasks.json", [record])) == [
        Task(id="1", family="t", request="Use x/y.", fuzzy_request="Help?", images=("a.png", "b.png"))
    ]


def test_a_prediction_becomes_a_trajectory_and_keeps_its_dialogue() -> None:
    record = {**PREDICTION, "dialogue": [{"role": "user"}], "image": "a.png", "prompt": "Use x."}
    assert trajectories_from([record]) == [
        Trajectory(
            task_id="a",
            family="food",
            steps=(Step((Call("maps/search", {"q": "café", "n": 2}),)),),
            answer="Done.",
            extra={"dialogue": [{"role": "user"}], "image": "a.png", "prompt": "Use x."},
        )
    ]


def test_records_by_id_may_lack_their_id() -> None:
    bare = {key: value for key, value in PREDICTION.items() if key != "id"}
    read = trajectories_from({"x": bare, "7": {**bare, "id": 7}})
    assert [trajectory.task_id for trajectory in read] == ["x", "7"]
    assert read[0].extra == {}


def test_a_single_record_and_an_id_under_another_name() -> None:
    assert trajectories_from(PREDICTION)[0].task_id == "a"
    renamed = {"task_id": "t", "steps": []}
    assert trajectories_from([renamed]) == [Trajectory(task_id="t")]
    assert trajectories_from([{"id": None, **renamed}]) == [Trajectory(task_id="t")]
    assert trajectories_from([{"id": "i", **renamed}]) == [Trajectory(task_id="i", extra={"task_id": "t"})]


def test_one_record_a_line(tmp_path: Path) -> None:
    trajectories = trajectories_from([PREDICTION, {**PREDICTION, "id": "b"}])
    write(tmp_path / "p.jsonl", trajectories, format="m3")
    assert len((tmp_path / "p.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    assert read_trajectories(tmp_path / "p.jsonl") == trajectories


def test_integers_as_ids_become_strings() -> None:
    assert trajectories_from([{**PREDICTION, "id": 12}])[0].task_id == "12"


def test_an_id_that_is_not_its_key_is_refused() -> None:
    with pytest.raises(FormatError) as caught:
        trajectories_from({"x": PREDICTION}, file="p.json")
    assert str(caught.value) == (
        "p.json, record x, id: expected 'x', the key of the record, found the string 'a'"
    )


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"steps": []}, "record #0, id: expected an id (a string or an integer), found nothing"),
        (
            {"id": "", "steps": []},
            "record #0, id: expected an id (a string or an integer), found the string ''",
        ),
        ({"id": True, "steps": []}, "record #0, id: expected an id (a string or an integer), found true"),
        (
            {"id": "a", "question": 5, "steps": []},
            "record a, question: expected a string, found the number 5",
        ),
        ({"id": "a", "steps": {}}, "record a, steps: expected a list, found an object"),
        ({"id": "a", "steps": None}, "record a, steps: expected a list, found null"),
        ({"id": "a", "steps": [7]}, "record a, steps[0]: expected an object, found the number 7"),
        ({"id": "a", "steps": [{}]}, "record a, steps[0].calls: expected a list, found nothing"),
        (
            {"id": "a", "steps": [{"calls": "x"}]},
            "record a, steps[0].calls: expected a list, found the string 'x'",
        ),
        (
            {"id": "a", "steps": [[{"name": "x", "id": []}]]},
            "record a, steps[0][0].id: expected an id (a string or an integer), found a list of 0",
        ),
        ({"id": "a", "steps": [], "m3bench": 3}, "record a, m3bench: expected an object, found the number 3"),
        ("text", "record #0: expected an object, found the string 'text'"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_place(save: Save, record: Any, message: str) -> None:
    path = save("p.json", [record])
    for read in (read_tasks, read_trajectories):
        with pytest.raises(FormatError) as caught:
            read(path, format="m3")
        assert str(caught.value) == f"{path}, {message}"


def test_predictions_need_steps_and_tasks_do_not() -> None:
    with pytest.raises(FormatError) as caught:
        trajectories_from([{"id": "a", "question": "?"}])
    assert str(caught.value) == "<input>, record a, steps: expected a list, found nothing"
    assert tasks_from([{"id": "a", "question": "?"}]) == [Task(id="a", request="?")]


@pytest.mark.parametrize("data", ["text", 3])
def test_a_document_of_another_shape_is_refused(data: Any) -> None:
    with pytest.raises(
        FormatError, match=r"^<input>: expected a list of records, or an object of records by id"
    ):
        tasks_from(data, format="m3")


def test_duplicate_keys_of_records_are_duplicate_ids(save: Save) -> None:
    path = save("p.json", '{"x": {"steps": []}, "y": {"steps": []}, "x": {"steps": [[]]}}')
    with pytest.raises(DuplicateIdError) as caught:
        read_trajectories(path)
    assert caught.value.ids == ("x",)
    assert [len(trajectory.steps) for trajectory in read_trajectories(path, duplicates="last")] == [1, 0]


def test_a_key_that_stands_twice_in_a_record_is_refused(save: Save) -> None:
    path = save("p.json", '[{"id": "a", "steps": [], "steps": [[]]}]')
    with pytest.raises(FormatError) as caught:
        read_trajectories(path)
    assert str(caught.value) == f"{path}, record #0: the key steps occurs more than once"


def test_reading_what_was_written_is_the_identity(tmp_path: Path) -> None:
    tasks = tasks_from([REFERENCE, {"id": "2", "prompt": "Use x.", "question": "Help?", "image": ["a", "b"]}])
    write(tmp_path / "tasks.json", tasks, format="m3")
    assert read_tasks(tmp_path / "tasks.json") == tasks
    predictions = trajectories_from([{**PREDICTION, "history": ["x"], "elapsed": 2.5}])
    write(tmp_path / "predictions.json", predictions, format="m3")
    assert read_trajectories(tmp_path / "predictions.json") == predictions


def test_the_written_record_is_the_one_that_was_read(tmp_path: Path) -> None:
    write(tmp_path / "references.json", tasks_from([REFERENCE]), format="m3")
    assert json.loads((tmp_path / "references.json").read_text(encoding="utf-8")) == [REFERENCE]


def test_what_the_format_has_no_room_for_travels_along(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    full = Trajectory(
        task_id="a",
        agent="me",
        model="m",
        usage=Usage(1, 2, 3, 0.5),
        status=Status.COMPLETED,
        extra={"id": "odd"},
    )
    write(path, [full], format="m3")
    assert read_trajectories(path) == [full]
    assert set(json.loads(path.read_text(encoding="utf-8"))[0]) == {"id", "steps", "m3bench"}
    references = (Reference(name="one"), Reference(name="two", answer="x"))
    task = Task(id="t", fuzzy_request="Help?", servers=("s",), level="L1", references=references)
    write(path, [task], format="m3")
    assert read_tasks(path) == [task]


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        (REFERENCE, Task),
        ({"id": "1", "question": "?"}, Task),
        (PREDICTION, Trajectory),
        ({**REFERENCE, "messages": []}, Trajectory),
        ({**REFERENCE, "m3bench": {"status": "completed"}}, Trajectory),
    ],
)
def test_what_a_file_holds_is_told_from_its_records(save: Save, record: Any, kind: type) -> None:
    path = save("records.json", [record])
    assert isinstance(read_records(path)[0], kind)
    assert isinstance(read_records(save("by_id.json", {str(record["id"]): record}))[0], kind)


def test_what_a_file_holds_can_be_said(save: Save) -> None:
    assert isinstance(read_records(save("records.json", [REFERENCE]), kind="trajectories")[0], Trajectory)
