"""For text-only models: replace images, audio and files by notes."""

from __future__ import annotations

import msgspec

from m3bench.core import Content, Media, Text
from m3bench.models.messages import Assistant, Message, Reply, Request, System
from m3bench.models.protocol import ChatModel

_WORDS = {"image": "picture", "audio": "sound", "video": "film"}
_LONGEST_PLACE = 300


class BlindModel:
    """Replaces images, audio and files by notes such as `[picture: results/map.png]`.

    Text files are kept.
    """

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        messages = tuple(map(_described, request.messages))
        return await self._model.ask(msgspec.structs.replace(request, messages=messages))


def _described(message: Message) -> Message:
    if isinstance(message, System | Assistant):
        return message
    if not any(map(_is_unsupported, message.content)):
        return message
    return msgspec.structs.replace(message, content=tuple(map(_note_for, message.content)))


def _note_for(part: Content) -> Content:
    if not isinstance(part, Media) or not _is_unsupported(part):
        return part
    return Text(f"[{_WORDS.get(part.kind, 'file')}: {_place(part) or _make(part)}]")


def _is_unsupported(part: Content) -> bool:
    return isinstance(part, Media) and part.kind != "text"


def _place(media: Media) -> str:
    """Return its location. A data URI is not one."""
    place = media.uri or ""
    return "" if place.startswith("data:") else place[:_LONGEST_PLACE]


def _make(media: Media) -> str:
    size = "" if media.data is None else f", {len(media.data)} bytes"
    return f"{media.media_type}{size}"
