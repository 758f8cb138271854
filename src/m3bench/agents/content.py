"""Content for models: what a model does not take is described to it, and what content costs in tokens."""

from __future__ import annotations

import hashlib
import math
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Literal

import anyio.to_thread
import msgspec

from m3bench.core import Content, Media, Text
from m3bench.models import Assistant, Message, System, plain_type

Form = Literal["itself", "transcript", "frames", "text", "note"]
"""In which form a model gets something: as it is, or as what stands for it."""
_MOST_DESCRIPTIONS = 64
_LONGEST_URI = 300
PICTURE_TOKENS = 1_000
"""Roughly what a picture costs in most models."""
_PER_KILOBYTE = {"audio": 1.0, "video": 8.0, "application": 25.0}
"""By kind: speech of 16 kHz at 32 tokens a second, small films at 260 tokens a second, text of documents."""


class Description(msgspec.Struct, frozen=True):
    """What stands for a sound, film or document."""

    form: Form
    content: tuple[Content, ...]


Describe = Callable[[Media], Description | None]
"""Describes a sound, film or document. None if it cannot be described."""


class MediaNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was sent to the model, and in which form. Kept in the trajectory."""

    media_type: str
    bytes: int
    form: Form
    path: str = ""


class ContentFitter:
    """Fits the content of requests to a model.

    Pictures are left to the adapter of the model, which has a note for those that it does not take. Attempts
    of a run share the descriptions.
    """

    def __init__(self, accepted: frozenset[str] | None = None, describe: Describe | None = None) -> None:
        """`accepted` are the media types that the model takes; None: all of them."""
        self._accepted, self._describe = accepted, describe
        self._known: OrderedDict[str, Description] = OrderedDict()

    async def fit(self, messages: Sequence[Message], notes: dict[str, Any]) -> list[Message]:
        """Return the messages as the model takes them. What is sent is noted under `media`, once each."""
        return [await self._message(message, notes) for message in messages]

    async def _message(self, message: Message, notes: dict[str, Any]) -> Message:
        if isinstance(message, System | Assistant):
            return message
        if not any(_is_media(part) for part in message.content):
            return message
        fitted: list[Content] = []
        for part in message.content:
            fitted += await self._part(part, notes) if isinstance(part, Media) and _is_media(part) else [part]
        return msgspec.structs.replace(message, content=tuple(fitted))

    async def _part(self, media: Media, notes: dict[str, Any]) -> Sequence[Content]:
        accepted = self._accepted is None or plain_type(media.media_type) in self._accepted
        if accepted or media.kind == "image":
            _note(media, "itself" if accepted else "note", notes)
            return [media]
        description = await self._description(media)
        _note(media, description.form, notes)
        return description.content

    async def _description(self, media: Media) -> Description:
        digest = hashlib.sha256(media.data or b"").hexdigest() + media.media_type
        known = self._known.get(digest)
        if known is None:
            described = None
            if self._describe is not None and media.data:
                described = await anyio.to_thread.run_sync(self._describe, media)
            known = self._known[digest] = described or _unseen(media)
            if len(self._known) > _MOST_DESCRIPTIONS:
                self._known.popitem(last=False)
        self._known.move_to_end(digest)
        return known


def _is_media(part: Content) -> bool:
    return isinstance(part, Media) and part.kind in ("image", "audio", "video", "application")


def _unseen(media: Media) -> Description:
    what = {"audio": "sound", "video": "film"}.get(media.kind, "file")
    where = f"{(media.uri or '')[:_LONGEST_URI]}, " if media.uri else ""
    text = (
        f"[A {what} that you cannot perceive directly: {where}{media.media_type}. Use a tool to examine it.]"
    )
    return Description("note", (Text(text),))


def _note(media: Media, form: Form, notes: dict[str, Any]) -> None:
    sent = notes.setdefault("media", [])
    size = len(media.data) if media.data is not None else 0
    note = msgspec.to_builtins(MediaNote(media.media_type, size, form, (media.uri or "")[:_LONGEST_URI]))
    if note not in sent:
        sent.append(note)


def media_tokens(media: Media) -> int:
    """Estimate the tokens of a picture, sound, film or document that is sent to a model."""
    rate = _PER_KILOBYTE.get(media.kind)
    if rate is None or media.data is None:
        return PICTURE_TOKENS
    return max(PICTURE_TOKENS // 10, math.ceil(len(media.data) / 1_000 * rate))
