"""Tools that change records: create, update, archive or delete, and the actions of a kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from m3bench.servers.kit import Answer, BadArgument, ToolFailure
from m3bench_world.servers.synthetic.drawing import Record
from m3bench_world.servers.synthetic.parameters import checked, id_parameter, optional, required
from m3bench_world.servers.synthetic.records import Records
from m3bench_world.servers.synthetic.table import Action, Kind
from m3bench_world.servers.synthetic.tool import RecordTool


def changing_tools(kind: Kind) -> list[RecordTool]:
    """Return the tools that change records of a kind."""
    create = RecordTool(
        f"create_{kind.name}",
        f"Create {kind.with_article}. Returns it with its new id.",
        [required(field) for field in kind.fields],
        _create,
        read_only=False,
    )
    update = RecordTool(
        f"update_{kind.name}",
        f"Change fields of {kind.with_article}; only what is given changes. Returns what was changed.",
        [id_parameter(kind), *(optional(field) for field in kind.fields)],
        _update,
        read_only=False,
    )
    return [create, update, _removing_tool(kind), *(_action_tool(kind, action) for action in kind.actions)]


def _removing_tool(kind: Kind) -> RecordTool:
    if kind.is_archivable:
        text = (
            f"Archive {kind.with_article}: it is no longer listed or found, but others can still refer to it."
        )
        return RecordTool(f"archive_{kind.name}", text, [id_parameter(kind)], _archive, read_only=False)
    text = f"Delete {kind.with_article}. This cannot be undone."
    return RecordTool(f"delete_{kind.name}", text, [id_parameter(kind)], _delete, read_only=False)


def _action_tool(kind: Kind, action: Action) -> RecordTool:
    verb, label = action.verb.replace("_", " ").capitalize(), action.field.replace("_", " ")
    return RecordTool(
        f"{action.verb}_{kind.name}",
        f"{verb} {kind.with_article}: its {label} becomes {action.value}. Refused if that is so already.",
        [id_parameter(kind)],
        partial(_set_value, action),
        read_only=False,
    )


def _create(records: Records, **given: Any) -> Answer:
    # Checked first: a change is logged with its arguments, which may be too large to write.
    fields = checked(records, given) | ({"archived": False} if records.kind.is_archivable else {})
    made: list[Record] = []

    def decide(number: int) -> dict[tuple[str, str], Record | None]:
        made.append({"id": records.new_id(number)} | fields)
        return {(records.table, made[-1]["id"]): made[-1]}

    records.context.update_records(decide)
    return Answer({"created": made[-1]})


def _update(records: Records, id: str, **given: Any) -> Answer:
    if all(value is None for value in given.values()):
        raise BadArgument(records.kind.fields[0].name, "there is nothing to change; give at least one field")
    fields = checked(records, given)
    return _change(records, id, lambda record: record | fields)


def _set_value(action: Action, records: Records, id: str) -> Answer:
    return _change(records, id, lambda record: record | {action.field: action.value})


def _archive(records: Records, id: str) -> Answer:
    return _change(records, id, lambda record: record | {"archived": True})


def _delete(records: Records, id: str) -> Answer:
    deleted: list[str] = []

    def decide(_: int) -> dict[tuple[str, str], Record | None]:
        deleted.append(records.get(id)["id"])
        return {(records.table, deleted[-1]): None}

    records.context.update_records(decide)
    return Answer({"deleted": deleted[-1]})


def _change(records: Records, key: str, change: Callable[[Record], Record]) -> Answer:
    """Change a record while no other call does. Refuse a change that changes nothing."""
    answers: list[dict[str, Any]] = []

    def decide(_: int) -> dict[tuple[str, str], Record | None]:
        before = records.get(key)
        after = change(before)
        new = {name: value for name, value in after.items() if before.get(name) != value}
        if not new:
            raise ToolFailure(f"Refused: {before['id']} has these values already.", "invalid_arguments")
        answers.append({"id": before["id"], "changed": new})
        return {(records.table, before["id"]): after}

    records.context.update_records(decide)
    return Answer(answers[-1])
