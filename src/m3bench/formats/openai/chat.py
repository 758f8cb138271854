"""Chat messages with tool calls, as in OpenAI-compatible APIs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from m3bench.core import Trajectory, Usage
from m3bench.formats.io import Cursor, Source, dump_records
from m3bench.formats.openai.reader import Dialogue, dialogue_from
from m3bench.formats.openai.writer import ATTACHMENTS, OTHERS, messages_of
from m3bench.formats.supplement import KEY, add_supplement, restore, with_unread

_KEYS = {"messages", "model", "usage", KEY}
_TOKENS = ("prompt_tokens", "completion_tokens")


def read_trajectories(source: Source) -> Iterator[Trajectory]:
    for record in _records(source):
        named = record.named(record[_id_key(record)].identifier())
        yield restore(_trajectory_from(named), named[KEY])


def write_trajectories(trajectories: Iterable[Trajectory], file: str) -> Iterator[bytes]:
    return dump_records([_record_of(trajectory, file) for trajectory in trajectories], file)


def _records(source: Source) -> Iterator[Cursor]:
    if source.is_lines:
        yield from source.line_cursors()
        return
    top = source.cursor
    if isinstance(top.value, dict):
        yield top
    elif _is_message_list(top):
        yield Cursor({"id": source.default_id, "messages": top.value}, top.file)
    else:
        yield from top.records()


def _is_message_list(top: Cursor) -> bool:
    elements = top.elements()
    return bool(elements) and isinstance(elements[0].value, dict) and "role" in elements[0].value


def _id_key(record: Cursor) -> str:
    return "task_id" if record["task_id"].given else "id"


def _trajectory_from(record: Cursor) -> Trajectory:
    messages = record["messages"].elements()
    dialogue = dialogue_from(messages)
    return Trajectory(
        task_id=record[_id_key(record)].identifier(),
        steps=dialogue.trajectory_steps(),
        request=dialogue.request,
        answer=dialogue.answer,
        model=record["model"].optional_text(),
        usage=_usage_from(record["usage"], messages),
        extra=with_unread({**record.others({*_KEYS, _id_key(record)}), **_remarks(dialogue)}, record),
    )


def _remarks(dialogue: Dialogue) -> dict[str, Any]:
    remarks = {ATTACHMENTS: dialogue.attachments, OTHERS: dialogue.others}
    return {key: value for key, value in remarks.items() if value}


def _usage_from(total: Cursor, messages: list[Cursor]) -> Usage | None:
    """Return the sum of the tokens of the record, of its requests, or else of its messages."""
    several = isinstance(total.value, list)
    bills = total.elements() if several else [total] if total.given else [m["usage"] for m in messages]
    bills = [bill for bill in bills if bill.given]
    if not bills:
        return None
    for bill in bills:
        bill.note_others({*_TOKENS, "total_tokens"})
    prompt, completion = (_sum_tokens([bill[key] for bill in bills]) for key in _TOKENS)
    return Usage(prompt, completion, len(bills) if several else None)


def _sum_tokens(counts: list[Cursor]) -> int | None:
    given = [count for count in counts if count.given]
    for count in given:
        if not isinstance(count.value, int) or isinstance(count.value, bool):
            raise count.unexpected("a number of tokens")
    return sum(count.value for count in given) if given else None


def _record_of(trajectory: Trajectory, file: str) -> dict[str, Any]:
    native: dict[str, Any] = {"id": trajectory.task_id}
    if trajectory.model is not None:
        native["model"] = trajectory.model
    native["messages"] = messages_of(trajectory)
    if trajectory.usage is not None:
        native["usage"] = _usage_to(trajectory.usage)
    reserved = {*_KEYS, "id", "task_id", ATTACHMENTS, OTHERS}
    native |= {key: value for key, value in trajectory.extra.items() if key not in reserved}
    return add_supplement(
        native, trajectory, _trajectory_from(Cursor(native, file).named(trajectory.task_id))
    )


def _usage_to(usage: Usage) -> dict[str, int]:
    counts = zip(_TOKENS, (usage.input_tokens, usage.output_tokens), strict=True)
    return {key: count for key, count in counts if count is not None}
