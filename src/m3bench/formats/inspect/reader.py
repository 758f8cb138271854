"""Conversion of Inspect samples to trajectories: every model message with tool calls is a step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from m3bench.core import Call, Outcome, Status, Step, Trajectory
from m3bench.formats.foreign import KEY, restore_from_text
from m3bench.formats.inspect.content import Attachments, picture_from, result_from
from m3bench.formats.inspect.timing import ToolEvents, usage_from
from m3bench.formats.io import Cursor
from m3bench.formats.openai import ATTACHMENTS, OTHERS, arguments_from, names, text_and_parts
from m3bench.formats.supplement import with_unread

NO_MODEL = "none/none"
OWN_KEYS = {"family", "agent", "status", KEY}
"""Metadata keys of a sample for which a trajectory has fields."""
_STEP_LIMITS = {"message", "turn"}
_CODING_AGENTS = "mcp__"
"""How coding agents begin the names of tools."""


@dataclass
class _Conversation:
    """The content of the messages read so far."""

    tools: ToolEvents
    ours: bool
    request: str | None = None
    attachments: list[Any] = field(default_factory=list)
    plans: list[str | None] = field(default_factory=list)
    steps: list[list[Call]] = field(default_factory=list)
    others: list[dict[str, Any]] = field(default_factory=list)
    replies: list[tuple[int, Cursor]] = field(default_factory=list)
    """Replies of the model since its last call."""
    pending: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Calls without a result, by id."""

    def keep_other(self, index: int, message: Cursor) -> None:
        self.others.append({"at": index, "message": message.value})

    def steps_of_calls(self) -> tuple[Step, ...]:
        pairs = zip(self.steps, self.plans, strict=True)
        return tuple(Step(tuple(calls), plan) for calls, plan in pairs)


def trajectory_from(sample: Cursor, log: Cursor, *, several: bool) -> Trajectory:
    """Convert a sample. With `several` attempts per task, the id includes the epoch."""
    attachments = Attachments(sample["attachments"].value)
    metadata = sample["metadata"].fields() if sample["metadata"].given else {}
    ours = isinstance(metadata.get(KEY), str)
    conversation = _read_messages(_messages(sample, attachments), ToolEvents.of(sample), ours=ours)
    read = Trajectory(
        task_id=_id_of(sample, several=several),
        steps=conversation.steps_of_calls(),
        family=_own(metadata, "family", ours=ours),
        request=conversation.request,
        answer=_answer(conversation, sample),
        agent=_own(metadata, "agent", ours=ours) or _solver(log),
        model=_model(log),
        usage=usage_from(sample),
        status=_status(sample, metadata, ours=ours),
        extra=_extra(sample, conversation, metadata, ours=ours),
    )
    return restore_from_text(read, sample["metadata"][KEY]) if ours else read


def _id_of(sample: Cursor, *, several: bool) -> str:
    name = sample["id"].identifier()
    epoch = sample["epoch"].value
    return f"{name}#{epoch}" if several and isinstance(epoch, int) else name


def _messages(sample: Cursor, attachments: Attachments) -> list[Cursor]:
    given = sample["messages"] if sample["messages"].value else sample["input"]
    if isinstance(given.value, str):
        given = Cursor([{"role": "user", "content": given.value}], sample.file, sample.record, "input")
    if not given.given:
        return []
    whole = Cursor(attachments.resolve(given.value), sample.file, sample.record, given.place, sample.unread)
    return whole.elements()


def _read_messages(messages: list[Cursor], tools: ToolEvents, *, ours: bool) -> _Conversation:
    conversation = _Conversation(tools, ours)
    for index, message in enumerate(messages):
        role = message["role"].text()
        if role == "assistant":
            _take_reply(conversation, index, message)
        elif role == "tool":
            _take_result(conversation, index, message)
        elif role != "user" or not _is_request(conversation, message):
            conversation.keep_other(index, message)
    return conversation


def _is_request(conversation: _Conversation, message: Cursor) -> bool:
    if conversation.request is not None or conversation.attachments or conversation.steps:
        return False
    conversation.request, parts = text_and_parts(message["content"])
    conversation.attachments = [picture_from(part) for part in parts]
    return conversation.request is not None or bool(parts)


def _take_reply(conversation: _Conversation, index: int, message: Cursor) -> None:
    text, parts = text_and_parts(message["content"])
    calls = [_call_from(call, conversation.tools) for call in _tool_calls(message)] + _hosted_calls(parts)
    if not calls and not _is_marked(conversation, message):
        conversation.replies.append((index, message))
        return
    for at, earlier in conversation.replies:
        conversation.keep_other(at, earlier)
    conversation.replies.clear()
    unread = [part for part in parts if part.get("type") != "tool_use"]
    if unread:
        message.unread[f"{message.place}.content"] = unread
    step = len(conversation.steps)
    conversation.plans.append(text or None)
    conversation.steps.append(calls)
    for place, call in enumerate(calls):
        if call.id is not None and call.result is None:
            conversation.pending[call.id] = (step, place)


def _is_marked(conversation: _Conversation, message: Cursor) -> bool:
    """Return whether the message is a step without calls, which only our own logs have."""
    return conversation.ours and message["metadata"].given and message["metadata"]["step"].given


def _tool_calls(message: Cursor) -> list[Cursor]:
    return message["tool_calls"].elements() if message["tool_calls"].given else []


def _call_from(cursor: Cursor, tools: ToolEvents) -> Call:
    call_id = cursor["id"].optional_text()
    event = tools.by_id.get(call_id or "")
    has_parse_error = cursor["parse_error"].given
    return Call(
        event.name if event and event.name else name_from(cursor["function"].text()),
        arguments_from(cursor["arguments"].value) if cursor["arguments"].given else None,
        call_id,
        outcome=Outcome.ILLEGAL_FORMAT if has_parse_error else None,
        timing=event.timing if event else None,
    )


def _hosted_calls(parts: list[Any]) -> list[Call]:
    """Return calls that the provider executed. Their context names the server."""
    return [
        Call(
            f"{part['context']}/{part['name']}" if part.get("context") else str(part.get("name", "")),
            arguments_from(part.get("arguments")),
            part["id"] if isinstance(part.get("id"), str) else None,
            result_from(Cursor(part.get("result"), ""), Cursor(part.get("error"), "")),
        )
        for part in parts
        if part.get("type") == "tool_use" and isinstance(part.get("name"), str)
    ]


def _take_result(conversation: _Conversation, index: int, message: Cursor) -> None:
    wanted = message["tool_call_id"].value
    position = conversation.pending.pop(wanted, None) if isinstance(wanted, str) else None
    if position is None:
        conversation.keep_other(index, message)
        return
    step, number = position
    result = result_from(message["content"], message["error"])
    call = conversation.steps[step][number]
    outcome = _outcome(message) if conversation.ours else call.outcome
    conversation.steps[step][number] = msgspec.structs.replace(call, result=result, outcome=outcome)


def _outcome(message: Cursor) -> Outcome | None:
    value = message["metadata"]["outcome"].value if message["metadata"].given else None
    return Outcome(value) if value in set(Outcome) else None


def _answer(conversation: _Conversation, sample: Cursor) -> str | None:
    """Return the last reply of the model, or the completion, as with a tool for submitting."""
    while conversation.replies:
        index, message = conversation.replies.pop()
        text, _ = text_and_parts(message["content"])
        if text is not None:
            for at, earlier in conversation.replies:
                conversation.keep_other(at, earlier)
            return text
        conversation.keep_other(index, message)
    output = sample["output"]
    completion = output["completion"].value if isinstance(output.value, dict) else None
    previous = conversation.plans[-1] if conversation.plans else None
    return completion if isinstance(completion, str) and completion not in ("", previous) else None


def _own(metadata: dict[str, Any], key: str, *, ours: bool) -> str | None:
    value = metadata.get(key) if ours else None
    return value if isinstance(value, str) else None


def _solver(log: Cursor) -> str | None:
    value = log["eval"]["solver"].value
    return value if isinstance(value, str) else None


def _model(log: Cursor) -> str | None:
    value = log["eval"]["model"].value
    return value if isinstance(value, str) and value != NO_MODEL else None


def _status(sample: Cursor, metadata: dict[str, Any], *, ours: bool) -> Status:
    if ours and metadata.get("status") in set(Status):
        return Status(metadata["status"])
    if sample["error"].given:
        return Status.HARNESS_FAILURE
    if sample["limit"].given:
        kind = sample["limit"]["type"].value
        return Status.OUT_OF_STEPS if kind in _STEP_LIMITS else Status.OUT_OF_BUDGET
    return Status.COMPLETED


def _extra(
    sample: Cursor, conversation: _Conversation, metadata: dict[str, Any], *, ours: bool
) -> dict[str, Any]:
    known = OWN_KEYS if ours else set()
    kept = {key: value for key, value in metadata.items() if key not in known}
    remarks = {
        ATTACHMENTS: conversation.attachments,
        OTHERS: sorted(conversation.others, key=lambda other: int(other["at"])),
        "scores": {} if ours else _scores(sample),
    }
    return with_unread({**kept, **{key: value for key, value in remarks.items() if value}}, sample)


def _scores(sample: Cursor) -> dict[str, Any]:
    """Return the scores of other scorers, by name."""
    given = sample["scores"].value
    if not isinstance(given, dict):
        return {}
    return {name: score.get("value") for name, score in given.items() if isinstance(score, dict)}


def name_from(name: str) -> str:
    """Return ``server/tool`` if the name contains the server, also in the spelling of coding agents.

    Names are chosen by the author of the agent; ours are ``server__tool``.
    """
    bare = name.removeprefix(_CODING_AGENTS)
    return names.name_from(bare if "__" in bare else name)
