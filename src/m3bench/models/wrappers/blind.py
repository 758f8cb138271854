"""For text-only models: replace images, audio and files by notes, from the start or once they are refused."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from m3bench.core import Content, Media, Text
from m3bench.models.errors import ModelIncapable
from m3bench.models.messages import Assistant, ChatModel, Message, Reply, Request, System, WrappedModel

_WORDS = {"image": "picture", "audio": "sound", "video": "film"}
_LONGEST_PLACE = 300


class BlindModel(WrappedModel):
    """Replaces images, audio and files by notes such as `[picture: results/map.png]`.

    Text files are kept.
    """

    async def ask(self, request: Request) -> Reply:
        return await self._model.ask(_with_notes(request, _is_media))


class PictureFallback(WrappedModel):
    """Replaces pictures by notes from the first time on that the endpoint refuses them.

    The refused request is sent again at once, so that a refusal costs one request in a run.
    """

    def __init__(self, model: ChatModel, say: Callable[[str], None]) -> None:
        super().__init__(model)
        self._say = say
        self._is_blind = False

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
    is_same = all(new is old for new, old in zip(messages, request.messages, strict=True))
    return request if is_same else msgspec.structs.replace(request, messages=messages)


def _described(message: Message, is_replaced: Callable[[Content], bool]) -> Message:
    if isinstance(message, System | Assistant) or not any(map(is_replaced, message.content)):
        return message
    content = tuple(_note_for(part) if is_replaced(part) else part for part in message.content)
    return msgspec.structs.replace(message, content=content)


def _note_for(part: Content) -> Content:
    assert isinstance(part, Media)
    # A data URI is no location.
    location = "" if (part.uri or "").startswith("data:") else (part.uri or "")[:_LONGEST_PLACE]
    size = "" if part.data is None else f", {len(part.data)} bytes"
    return Text(f"[{_WORDS.get(part.kind, 'file')}: {location or f'{part.media_type}{size}'}]")


def _is_media(part: Content) -> bool:
    return isinstance(part, Media) and part.kind != "text"


def _is_picture(part: Content) -> bool:
    return isinstance(part, Media) and part.kind == "image"
