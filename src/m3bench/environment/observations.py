"""Observations: messages and tools in OpenAI's chat format."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from m3bench.agents import WORKSPACE
from m3bench.agents.shared import part_text
from m3bench.core import Content, Media
from m3bench.models import Assistant, Message, System, ToolOffer, ToolReturn, User

_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str)


class Observation(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a policy sees next."""

    messages: tuple[dict[str, Any], ...]
    """The messages since the last action, in OpenAI's format. After a reset: the system and user message."""
    tools: tuple[dict[str, Any], ...] = ()
    """The tools with their JSON schemas; only after a reset."""


class StepResult(NamedTuple):
    """The result of an action."""

    observation: Observation
    reward: float | None
    """None if the episode cannot be scored: a server or the harness failed, or the task has nothing of what
    has a weight."""
    done: bool
    info: dict[str, Any]


def render_tools(offers: Iterable[ToolOffer]) -> tuple[dict[str, Any], ...]:
    """Return tools as OpenAI's API describes them."""
    return tuple(
        {
            "type": "function",
            "function": {"name": offer.name, "description": offer.description, "parameters": offer.schema},
        }
        for offer in offers
    )


def render_messages(messages: Sequence[Message], workspace: Path) -> tuple[dict[str, Any], ...]:
    """Return messages in OpenAI's format.

    A tool message has only text. Pictures of results follow all tool messages, in a user message. The path of
    the workspace, which differs between episodes, becomes a placeholder.
    """
    return tuple(_render(messages, str(workspace)))


def _render(messages: Sequence[Message], path: str) -> Iterator[dict[str, Any]]:
    shown: list[dict[str, Any]] = []
    for message in messages:
        match message:
            case System():
                yield {"role": "system", "content": _plain(message.text, path)}
            case User():
                yield {"role": "user", "content": _user_content(message.content, path)}
            case Assistant():
                yield _assistant(message)
            case ToolReturn():
                yield _tool(message, path)
                shown += _pictures_of(message, path)
    if shown:
        yield {"role": "user", "content": shown}


def _assistant(message: Assistant) -> dict[str, Any]:
    calls = [
        {
            "id": use.id,
            "type": "function",
            "function": {"name": use.name, "arguments": _COMPACT.encode(use.arguments)},
        }
        for use in message.calls
    ]
    return {"role": "assistant", "content": message.text, **({"tool_calls": calls} if calls else {})}


def _tool(message: ToolReturn, path: str) -> dict[str, Any]:
    text = "\n".join(_plain(part_text(part), path) for part in message.content)
    return {"role": "tool", "tool_call_id": message.id, "name": message.name, "content": text}


def _pictures_of(message: ToolReturn, path: str) -> list[dict[str, Any]]:
    parts = [part for part in message.content if _is_shown(part)]
    note = {"type": "text", "text": f"From the result of {message.name}:"}
    return [note, *(_part(part, path) for part in parts)] if parts else []


def _user_content(content: Sequence[Content], path: str) -> str | list[dict[str, Any]]:
    if any(map(_is_shown, content)):
        return [_part(part, path) for part in content]
    return "\n\n".join(_plain(part_text(part), path) for part in content)


def _is_shown(part: Content) -> bool:
    return isinstance(part, Media) and part.data is not None and not part.is_text


def _part(part: Content, path: str) -> dict[str, Any]:
    if not isinstance(part, Media) or part.data is None or part.is_text:
        return {"type": "text", "text": _plain(part_text(part), path)}
    encoded = base64.b64encode(part.data).decode("ascii")
    if part.kind == "image":
        return {"type": "image_url", "image_url": {"url": f"data:{part.media_type};base64,{encoded}"}}
    if part.kind == "audio":
        form = part.media_type.partition("/")[2].removeprefix("x-")
        return {"type": "input_audio", "input_audio": {"data": encoded, "format": form}}
    data = f"data:{part.media_type};base64,{encoded}"
    return {"type": "file", "file": {"filename": _plain(part.uri or "file", path), "file_data": data}}


def _plain(text: str, path: str) -> str:
    return text.replace(path, WORKSPACE)
