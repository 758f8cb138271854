"""Conversion of trajectories to chat messages."""

from __future__ import annotations

import json
from typing import Any

from m3bench.core import Call, Step, Trajectory
from m3bench.formats.io import plain
from m3bench.formats.openai.content import content_from, result_to
from m3bench.formats.openai.names import name_to

ATTACHMENTS = "attachments"
"""Key of ``extra`` for the parts of the request that are not text."""
OTHERS = "other_messages"
"""Key of ``extra`` for messages other than request, steps, results and answer, with their index."""


def messages_of(trajectory: Trajectory) -> list[dict[str, Any]]:
    messages = _request_messages(trajectory)
    for number, step in enumerate(trajectory.steps):
        messages += _step_messages(number, step)
    if trajectory.answer is not None:
        messages.append({"role": "assistant", "content": trajectory.answer})
    for other in _well_formed(trajectory.extra.get(OTHERS)):
        messages.insert(other["at"], other["message"])
    return messages


def _request_messages(trajectory: Trajectory) -> list[dict[str, Any]]:
    attachments = trajectory.extra.get(ATTACHMENTS)
    parts = [part for part in attachments if _is_part(part)] if isinstance(attachments, list) else []
    content = content_from(trajectory.request, parts)
    return [] if content is None else [{"role": "user", "content": content}]


def _is_part(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("type"), str)


def _well_formed(others: Any) -> list[dict[str, Any]]:
    if not isinstance(others, list):
        return []
    return [other for other in others if isinstance(other, dict) and _is_placed(other)]


def _is_placed(other: dict[str, Any]) -> bool:
    message, at = other.get("message"), other.get("at")
    return (
        isinstance(at, int) and at >= 0 and isinstance(message, dict) and isinstance(message.get("role"), str)
    )


def _step_messages(number: int, step: Step) -> list[dict[str, Any]]:
    ids = _ids_of(number, step)
    calls = [_call_to(call, call_id) for call, call_id in zip(step.calls, ids, strict=True)]
    results = [
        {"role": "tool", "tool_call_id": call_id, "content": result_to(call.result)}
        for call, call_id in zip(step.calls, ids, strict=True)
        if call.result is not None
    ]
    return [{"role": "assistant", "content": step.plan, "tool_calls": calls}, *results]


def _ids_of(number: int, step: Step) -> list[str]:
    """Return a unique id for every call of a step: its own, or one made from its position."""
    ids: list[str] = []
    for index, call in enumerate(step.calls):
        later = {other.id for other in step.calls[index + 1 :]}
        made = f"call_{number}_{index}"
        while made in ids or made in later:
            made += "_"
        ids.append(made if call.id is None or call.id in ids else call.id)
    return ids


def _call_to(call: Call, call_id: str) -> dict[str, Any]:
    function = {"name": name_to(call.name)}
    if call.arguments is not None:
        function["arguments"] = _arguments_to(call.arguments)
    return {"id": call_id, "type": "function", "function": function}


def _arguments_to(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(plain(arguments), ensure_ascii=False)
