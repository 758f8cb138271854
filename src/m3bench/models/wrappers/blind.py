"""For text-only models: replace images, audio and files by notes, from the start or once they are refused."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from m3bench.core import Content, Media, Text
from m3bench.models.errors import ModelIncapable
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
        return await self._model.ask(_with_notes(request, _is_media))


class PictureFallback:
    """Replaces pictures by notes from the first time on that the endpoint refuses them.

    The refused request is sent again at once, so that a refusal costs one request in a run.
    """

    def __init__(self, model: ChatModel, say: Callable[[str], None]) -> None:
        self._model, self._say = model, say
        self._is_blind = False

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        if not self._is_blind:
            try:
                return await self._model.ask(request)
            except ModelIncapable as error:
                if error.capability != "pictures":
                    raise
                self._refused(error)
        fitted = _with_notes(request, _is_picture)
        reply = await self._model.ask(fitted)
        return reply if fitted is request else msgspec.structs.replace(reply, blind=True)

    def _refused(self, error: ModelIncapable) -> None:
        """Say it once, though several requests may be refused at the same time."""
        if not self._is_blind:
            self._is_blind = True
            self._say(f"{error.message.rstrip('.')}. From now on, notes replace pictures, as with --blind.")


def _with_notes(request: Request, is_replaced: Callable[[Content], bool]) -> Request:
    """Return the request with notes in the place of some content; the same one if it has none of it."""
    messages = tuple(_described(message, is_replaced) for message in request.messages)
    is_same = all(one is other for one, other in zip(messages, request.messages, strict=True))
    return request if is_same else msgspec.structs.replace(request, messages=messages)


def _described(message: Message, is_replaced: Callable[[Content], bool]) -> Message:
    if isinstance(message, System | Assistant) or not any(map(is_replaced, message.content)):
        return message
    content = tuple(_note_for(part) if is_replaced(part) else part for part in message.content)
    return msgspec.structs.replace(message, content=content)


def _note_for(part: Content) -> Content:
    assert isinstance(part, Media)
    return Text(f"[{_WORDS.get(part.kind, 'file')}: {_place(part) or _make(part)}]")


def _is_media(part: Content) -> bool:
    return isinstance(part, Media) and part.kind != "text"


def _is_picture(part: Content) -> bool:
    return isinstance(part, Media) and part.kind == "image"


def _place(media: Media) -> str:
    """Return its location. A data URI is not one."""
    place = media.uri or ""
    return "" if place.startswith("data:") else place[:_LONGEST_PLACE]


def _make(media: Media) -> str:
    size = "" if media.data is None else f", {len(media.data)} bytes"
    return f"{media.media_type}{size}"
