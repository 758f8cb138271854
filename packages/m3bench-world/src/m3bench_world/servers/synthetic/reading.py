"""Tools that read records: list, get, search, summarize, history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from m3bench.servers.kit import Answer, NotFound, check_limit, check_offset, check_text
from m3bench_world.servers.synthetic.drawing import Record
from m3bench_world.servers.synthetic.parameters import (
    Parameter,
    checked,
    choice_of,
    described,
    id_parameter,
    optional,
)
from m3bench_world.servers.synthetic.records import Records, contains_words
from m3bench_world.servers.synthetic.table import Application, Field, FieldType, Kind
from m3bench_world.servers.synthetic.tool import RecordTool

_MOST, _USUAL = 50, 20
_LIMIT: Parameter = ("limit", described(int, f"At most this many records, up to {_MOST}."), _USUAL)
_OFFSET: Parameter = ("offset", described(int, "Leave out this many records at the beginning."), 0)


def reading_tools(application: Application, kind: Kind) -> list[RecordTool]:
    """Return the tools that read records of a kind."""
    tools = [
        _list_tool(application, kind),
        RecordTool(
            f"get_{kind.name}",
            f"Return one {kind.label} with all its fields: {_names(kind.fields)}.",
            [id_parameter(kind)],
            _get,
        ),
        RecordTool(
            f"search_{kind.plural}",
            f"Find {kind.labels} by words in any of their fields; all words must occur. Returns how many "
            f"there are, and at most {_MOST} of them.",
            [("query", described(str, f"Words to look for in {kind.labels}.")), _LIMIT],
            _search,
        ),
        _summary_tool(kind),
    ]
    return [*tools, _history_tool(kind)] if kind.actions else tools


def _names(fields: Sequence[Field]) -> str:
    return ", ".join(field.name for field in fields)


def _list_tool(application: Application, kind: Kind) -> RecordTool:
    filters = kind.of_type(FieldType.CHOICE, FieldType.REFERENCE)
    by = f" Filter by {' or '.join(field.name for field in filters)}." if filters else ""
    given = [optional(field, "Only with this value. ") for field in filters]
    if kind.is_archivable:
        given.append(("include_archived", described(bool, f"Also list archived {kind.labels}."), False))
    return RecordTool(
        f"list_{kind.plural}",
        f"List the {kind.labels} in {application.name}, ordered by id.{by} Returns how many there are, and a "
        "page of them.",
        [*given, _LIMIT, _OFFSET],
        _list,
    )


def _summary_tool(kind: Kind) -> RecordTool:
    choices = tuple(field.name for field in kind.of_type(FieldType.CHOICE))
    numbers = kind.of_type(FieldType.NUMBER)
    sums = f", with the sum of {numbers[0].name}" if numbers else ""
    archived = " Archived ones do not count." if kind.is_archivable else ""
    return RecordTool(
        f"summarize_{kind.plural}",
        f"Count the {kind.labels} by {' or '.join(choices)}{sums}. Returns total and groups.{archived}",
        [("by", described(choice_of(choices), "The field to group by."), choices[0])],
        _summarize,
    )


def _history_tool(kind: Kind) -> RecordTool:
    return RecordTool(
        f"get_{kind.name}_history",
        f"List the changes of one {kind.label} since the beginning of the session, the oldest first: the "
        f"tool and the new values. Returns the last {_MOST}.",
        [id_parameter(kind)],
        _history,
    )


def _history(records: Records, id: str) -> Answer:
    key = records.get(id)["id"]
    before, changes = records.original(key) or {}, list[dict[str, Any]]()
    for change in records.context.records.changes():
        if (change.table, change.key) == (records.table, key):
            after: Record = change.value or {}
            new = {name: value for name, value in after.items() if before.get(name) != value}
            changes.append({"tool": change.call.tool, "set": new})
            before = after
    return Answer({"id": key, "changes": changes[-_MOST:]})


def _list(records: Records, limit: int, offset: int, **given: Any) -> Answer:
    most, first = check_limit(limit, "limit", _MOST), check_offset(offset, "offset")
    wanted = checked(records, given).items()
    found = [
        record
        for record in records.all(archived=given.get("include_archived", False))
        if wanted <= record.items()
    ]
    return Answer({"total": len(found), records.kind.plural: found[first : first + most]})


def _get(records: Records, id: str) -> Answer:
    return Answer(records.get(id))


def _search(records: Records, query: str, limit: int) -> Answer:
    words, most = check_text(query, "query"), check_limit(limit, "limit", _MOST)
    found = [record for record in records.all() if contains_words(record, words)]
    if not found:
        raise NotFound(f"no {records.kind.label} with '{words[:60]}'")
    return Answer({"total": len(found), records.kind.plural: found[:most]})


def _summarize(records: Records, by: str) -> Answer:
    counts, sums = Counter[str](), Counter[str]()
    numbers = records.kind.of_type(FieldType.NUMBER)
    for record in records.all():
        counts[record[by]] += 1
        if numbers:
            sums[record[by]] += record[numbers[0].name]
    groups = [
        {by: value, "count": counts[value]}
        | ({f"sum_of_{numbers[0].name}": round(sums[value], 2)} if numbers else {})
        for value in sorted(counts)
    ]
    return Answer({"total": counts.total(), "groups": groups})
