"""MCP-Bench task files: tasks grouped by their combination of servers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, groupby
from typing import Any

from m3bench.core import Task, canonical_json
from m3bench.formats.io import Cursor, Source, dump
from m3bench.formats.supplement import KEY, add_supplement, restore
from m3bench.formats.upgrade import upgrade_task

COMBINATION = "combination"
"""Key of ``extra`` for the data of a group of tasks other than its servers."""

_GROUP_KEYS = {"server_name", "servers", "combination_name", "tasks"}
_TASK_KEYS = {"task_id", "task_description", "fuzzy_description", "distraction_servers", KEY}


def read_tasks(source: Source) -> Iterator[Task]:
    numbers = count()
    for group in source.cursor["server_tasks"].elements():
        shared = _shared_by(group)
        for element in group["tasks"].elements():
            record = Cursor(element.value, source.file, f"#{next(numbers)}")
            named = record.named(record["task_id"].identifier())
            yield restore(_task_from(named, shared), named[KEY])


def write_tasks(tasks: Iterable[Task], file: str) -> Iterator[bytes]:
    parts = [_parts_of(task, file) for task in tasks]
    groups = groupby(parts, key=lambda part: canonical_json(part[0]))
    server_tasks = [_group_of(list(members)) for _, members in groups]
    document = {
        "generation_info": {"status": "completed"},
        "server_tasks": server_tasks,
        "total_tasks": len(parts),
    }
    yield dump(document, pretty=True)


def _group_of(members: list[tuple[dict[str, Any], dict[str, Any]]]) -> dict[str, Any]:
    return {**members[0][0], "tasks": [task for _, task in members]}


def _shared_by(group: Cursor) -> dict[str, Any]:
    """Return the task fields that all tasks of a group share."""
    server_name = group["server_name"].text()
    split = tuple(part.strip() for part in server_name.split("+"))
    servers = group["servers"].texts() if group["servers"].given else split
    combination = group.others(_GROUP_KEYS)
    if server_name != "+".join(servers):
        combination["server_name"] = server_name
    return {
        "family": group["combination_name"].optional_text() or server_name,
        "servers": servers,
        "extra": {COMBINATION: combination} if combination else {},
    }


def _task_from(record: Cursor, shared: dict[str, Any]) -> Task:
    own = record.others(_TASK_KEYS)
    if COMBINATION in own and shared["extra"]:
        raise record[COMBINATION].error("the key is reserved for the data of the group")
    task = Task(
        id=record["task_id"].identifier(),
        family=shared["family"],
        request=record["task_description"].optional_text(),
        fuzzy_request=record["fuzzy_description"].optional_text(),
        servers=shared["servers"],
        distractors=record["distraction_servers"].texts(),
        extra={**own, **shared["extra"]},
    )
    return upgrade_task(task)


def _parts_of(task: Task, file: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the group of a task, without its tasks, and the record of the task."""
    combination = task.extra.get(COMBINATION, {})
    details = combination if isinstance(combination, dict) else {}
    group = {
        "server_name": "+".join(task.servers),
        "servers": list(task.servers),
        **({} if task.family is None else {"combination_name": task.family}),
        **{key: value for key, value in details.items() if key not in _GROUP_KEYS or key == "server_name"},
    }
    native: dict[str, Any] = {"task_id": task.id}
    if task.request is not None:
        native["task_description"] = task.request
    if task.fuzzy_request is not None:
        native["fuzzy_description"] = task.fuzzy_request
    extra = task.to_dict().get("extra", {})
    native |= {key: value for key, value in extra.items() if key not in {*_TASK_KEYS, COMBINATION}}
    native["distraction_servers"] = list(task.distractors)
    reread = _task_from(Cursor(native, file).named(task.id), _shared_by(Cursor(group, file)))
    return group, add_supplement(native, task, reread)
