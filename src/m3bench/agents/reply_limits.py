"""Note where a model reached a limit: of its replies, of its context, or of what it can see."""

from __future__ import annotations

import json
from typing import Any

from m3bench.agents.content import media_tokens
from m3bench.core import LIMITS_MET, Content, Data, Media, Text
from m3bench.hosting.toolbox import estimate
from m3bench.models import Reply, Request, is_cut, repeats_itself

_DROPS_SILENTLY = "ollama/"
"""Provider that reads as much of a request as its context holds, without an error."""
_CERTAIN = 1.6
"""Estimated tokens over those that were read, from which on some must have been dropped."""
_FEWEST = 500


def note_limits(reply: Reply, notes: dict[str, Any]) -> None:
    """Note what a reply says about limits."""
    if is_cut(reply):
        note_limit(notes, "cut_replies")
        if repeats_itself(reply.text):
            note_limit(notes, "repeating_replies")
    if reply.blind:
        note_limit(notes, "pictures_as_notes")
        _note_unseen(notes)


def note_limit(notes: dict[str, Any], what: str) -> None:
    met = notes.setdefault(LIMITS_MET, {})
    met[what] = met.get(what, 0) + 1


def _note_unseen(notes: dict[str, Any]) -> None:
    """Correct what was noted of pictures before they were sent."""
    if "media" in notes:
        sent = [
            {**note, "form": "note"} if note["media_type"].startswith("image/") else note
            for note in notes["media"]
        ]
        notes["media"] = [note for index, note in enumerate(sent) if note not in sent[:index]]


def read_tokens(model: str, request: Request, reply: Reply) -> int | None:
    """Return how many tokens the server read, if it silently dropped a part of the request; else None."""
    read = reply.usage.input_tokens
    if not model.startswith(_DROPS_SILENTLY) or read is None or read < _FEWEST:
        return None
    return read if request_tokens(request, media=False) > read * _CERTAIN else None


def request_tokens(request: Request, *, media: bool = True) -> int:
    """Estimate the tokens of a request, with or without its pictures, sounds and files."""
    parts = [part for message in request.messages for part in _parts(message)]
    if not media:
        parts = [part for part in parts if not isinstance(part, Media)]
    tools = sum(
        estimate(tool.name + tool.description + json.dumps(tool.schema, default=str))
        for tool in request.tools
    )
    return tools + sum(map(_tokens, parts))


def _parts(message: Any) -> tuple[Content | str, ...]:
    calls = tuple(json.dumps(call.arguments, default=str) for call in getattr(message, "calls", ()))
    return (*getattr(message, "content", ()), getattr(message, "text", ""), *calls)


def _tokens(part: Content | str) -> int:
    match part:
        case str():
            return estimate(part)
        case Text(text):
            return estimate(text)
        case Data(value):
            return estimate(json.dumps(value, default=str))
    return media_tokens(part)
