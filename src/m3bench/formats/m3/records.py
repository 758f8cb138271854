"""M³-Bench tasks, references and predictions: a list of records, one per line, or an object by id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from m3bench.core import Reference, Task, Trajectory
from m3bench.formats.io import Cursor, DuplicateKeys, Source, dump_records
from m3bench.formats.m3.steps import steps_from, steps_to
from m3bench.formats.supplement import KEY, add_supplement, restore, with_unread
from m3bench.formats.upgrade import upgrade_task

_TRAJECTORY_KEYS = {"id", "type", "question", "steps", "final_reply", KEY}
_TASK_KEYS = {*_TRAJECTORY_KEYS, "image", "prompt"}
_KEYS_OF_RUNS = {"dialogue", "messages", "history", "agent", "model", "usage", "status"}


def read_tasks(source: Source) -> Iterator[Task]:
    for record in _records(source):
        yield restore(_task_from(record), record[KEY])


def read_trajectories(source: Source) -> Iterator[Trajectory]:
    for record in _records(source):
        yield restore(_trajectory_from(record), record[KEY])


def write_tasks(tasks: Iterable[Task], file: str) -> Iterator[bytes]:
    return dump_records([_task_record(task, file) for task in tasks], file)


def write_trajectories(trajectories: Iterable[Trajectory], file: str) -> Iterator[bytes]:
    return dump_records([_trajectory_record(trajectory, file) for trajectory in trajectories], file)


def kind_of(source: Source) -> Literal["tasks", "trajectories"]:
    """Return the kind. References have an image and a question, and no keys of runs."""
    looks = [_looks_like_task(record.fields()) for record in _records(source)]
    return "tasks" if looks and all(looks) else "trajectories"


def _looks_like_task(fields: dict[str, Any]) -> bool:
    has_question = "image" in fields and ("question" in fields or "prompt" in fields)
    supplement = fields.get(KEY)
    keys = {*fields, *(supplement if isinstance(supplement, dict) else ())}
    return "steps" not in fields or (has_question and _KEYS_OF_RUNS.isdisjoint(keys))


def _records(source: Source) -> Iterator[Cursor]:
    if source.is_lines:
        yield from (_identified(record) for record in source.line_cursors())
        return
    top = source.cursor
    if isinstance(top.value, list):
        yield from (_identified(record) for record in top.records())
    elif _is_record(top.value):
        yield _identified(top)
    elif isinstance(top.value, dict):
        pairs = top.value.pairs if isinstance(top.value, DuplicateKeys) else top.value.items()
        yield from (_keyed(Cursor(value, top.file).named(key), key) for key, value in pairs)
    else:
        raise top.unexpected("a list of records, or an object of records by id")


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and (
        isinstance(value.get("id"), str | int) or isinstance(value.get("steps"), list)
    )


def _identified(record: Cursor) -> Cursor:
    return record.named(record[_id_key(record)].identifier())


def _id_key(record: Cursor) -> str:
    return "task_id" if record["task_id"].given and not record["id"].given else "id"


def _keyed(record: Cursor, key: str) -> Cursor:
    if not record["id"].given:
        return Cursor({**record.fields(), "id": key}, record.file, record.record)
    if record["id"].identifier() != key:
        raise record["id"].unexpected(f"{key!r}, the key of the record")
    return record


def _task_from(record: Cursor) -> Task:
    # A file of fuzzy tasks has the concrete request as `prompt` and the fuzzy one as `question`.
    question, prompt = record["question"].optional_text(), record["prompt"].optional_text()
    answer = record["final_reply"].optional_text()
    references: tuple[Reference, ...] = ()
    if "steps" in record.fields():
        references = (Reference(steps=steps_from(record["steps"], strict=True), answer=answer),)
    task = Task(
        id=record[_id_key(record)].identifier(),
        family=record["type"].optional_text(),
        request=question if prompt is None else prompt,
        fuzzy_request=None if prompt is None else question,
        images=_images_from(record["image"]),
        answer=answer,
        references=references,
        extra=_extra_of(record, _TASK_KEYS),
    )
    return upgrade_task(task)


def _images_from(cursor: Cursor) -> tuple[str, ...]:
    return (cursor.text(),) if isinstance(cursor.value, str) else cursor.texts()


def _trajectory_from(record: Cursor) -> Trajectory:
    return Trajectory(
        task_id=record[_id_key(record)].identifier(),
        steps=steps_from(record["steps"], strict=False),
        family=record["type"].optional_text(),
        request=record["question"].optional_text(),
        answer=record["final_reply"].optional_text(),
        extra=_extra_of(record, _TRAJECTORY_KEYS),
    )


def _extra_of(record: Cursor, known: set[str]) -> dict[str, Any]:
    return with_unread(record.others({*known, _id_key(record)}), record)


def _task_record(task: Task, file: str) -> dict[str, Any]:
    fuzzy = task.request is not None and task.fuzzy_request is not None
    reference = task.references[0] if task.references else None
    native = _without_none(
        id=task.id,
        image=task.images[0] if len(task.images) == 1 else list(task.images) or None,
        type=task.family,
        prompt=task.request if fuzzy else None,
        question=task.fuzzy_request if fuzzy else task.request,
        steps=steps_to(reference.steps) if reference else None,
        final_reply=task.answer,
    )
    native |= {key: value for key, value in task.to_dict().get("extra", {}).items() if key not in _TASK_KEYS}
    return add_supplement(native, task, _task_from(Cursor(native, file).named(task.id)))


def _trajectory_record(trajectory: Trajectory, file: str) -> dict[str, Any]:
    native = _without_none(
        id=trajectory.task_id,
        type=trajectory.family,
        question=trajectory.request,
        steps=steps_to(trajectory.steps),
        final_reply=trajectory.answer,
    )
    native |= {key: value for key, value in trajectory.extra.items() if key not in _TRAJECTORY_KEYS}
    return add_supplement(
        native, trajectory, _trajectory_from(Cursor(native, file).named(trajectory.task_id))
    )


def _without_none(**fields: Any) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}
