"""Truncate results that are too long for a model, with a note on where the full content is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import msgspec

from m3bench.core import Content, Data, Media, Result, Text, size_of
from m3bench.hosting.long_json import AT_ONCE, json_pieces, utf8

Keep = Callable[[bytes, str], str]
"""Stores bytes of a media type. Returns where: a digest or a path."""

TEXT_LIMIT = 20_000
"""Characters of text in one result."""
MEDIA_LIMIT = 8_000_000
"""Bytes of images, audio and files in one result."""


_ENCODER = json.JSONEncoder(ensure_ascii=False)
_ENCODED_AT_ONCE = 20_000
"""Number of values; a long text counts as several."""
_NOT_KEPT = "The full content was not stored."


class _PartText:
    """A text or a structured value as the model reads it. A long value stays in pieces: joined, one wide
    character would quadruple its size."""

    def __init__(self, part: Text | Data) -> None:
        if isinstance(part, Text):
            self._pieces = [part.text]
        elif size_of(part.value).weight <= _ENCODED_AT_ONCE:
            self._pieces = [_ENCODER.encode(part.value)]
        else:
            self._pieces = list(json_pieces(part.value))
        self.length = sum(map(len, self._pieces))

    def beginning(self, length: int) -> str:
        """Return the first characters, without splitting a surrogate pair."""
        text, missing = "", length + 1
        for piece in self._pieces:
            text += piece[:missing]
            missing = length + 1 - len(text)
            if missing <= 0:
                break
        splits = length and "\ud800" <= text[length - 1] <= "\udbff" and "\udc00" <= text[length] <= "\udfff"
        return text[: length - 1 if splits else length]

    def encoded(self) -> bytes:
        return b"".join(utf8(piece, "surrogatepass") for piece in self._pieces)


def cut(
    result: Result, *, limit: int = TEXT_LIMIT, media_limit: int = MEDIA_LIMIT, keep: Keep | None = None
) -> Result:
    """Make a result fit. Text is truncated at the end; media are kept whole or replaced by a note.

    Returns the same object if nothing was truncated.
    """
    texts = {
        index: _PartText(part) for index, part in enumerate(result.content) if not isinstance(part, Media)
    }
    length = sum(text.length for text in texts.values())
    heavy = _too_heavy(result.content, media_limit)
    if length <= limit and not heavy:
        return result
    parts: dict[int, Content] = dict(enumerate(result.content))
    for index, media in heavy.items():
        parts[index] = Text(_media_note(media, media_limit, keep))
    if length > limit:
        _shorten(parts, texts, limit, _text_note(result.content, texts, limit, length, keep))
    return msgspec.structs.replace(result, content=tuple(parts.values()))


def is_long(content: Sequence[Content]) -> bool:
    """Return whether processing the content takes long enough to need a thread."""
    return sum(map(_size, content)) > AT_ONCE


def _size(part: Content) -> int:
    match part:
        case Text():
            return len(part.text)
        case Data():
            return size_of(part.value).characters
    return len(part.data or b"")


def _shorten(parts: dict[int, Content], texts: dict[int, _PartText], limit: int, note: str) -> None:
    """Keep parts up to the limit, truncate the part that exceeds it, and drop later ones."""
    left, full = limit, False
    for index, text in texts.items():
        if full:
            del parts[index]
        elif text.length > left:
            full = True
            parts[index] = Text(f"{text.beginning(left)}\n{note}".lstrip("\n"))
        else:
            left -= text.length


def _too_heavy(content: tuple[Content, ...], limit: int) -> dict[int, Media]:
    """Return media that do not fit, by position. Smaller ones after them may still fit."""
    heavy, left = {}, limit
    for index, part in enumerate(content):
        if not isinstance(part, Media):
            continue
        size = len(part.data or b"")
        if size > left:
            heavy[index] = part
        else:
            left -= size
    return heavy


def _text_note(
    content: tuple[Content, ...], texts: dict[int, _PartText], limit: int, length: int, keep: Keep | None
) -> str:
    single_data = len(texts) == 1 and isinstance(content[next(iter(texts))], Data)
    where = _NOT_KEPT
    if keep is not None:
        whole = b"\n".join([text.encoded() for text in texts.values()])
        where = _kept(whole, "application/json" if single_data else "text/plain; charset=utf-8", keep)
    return f"[Truncated: showing {limit:,} of {length:,} characters. {where}]"


def _media_note(media: Media, limit: int, keep: Keep | None) -> str:
    data = media.data or b""
    where = _NOT_KEPT if keep is None else _kept(data, media.media_type, keep)
    over = f"{len(data):,} bytes exceed the limit of {limit:,} for one result"
    return f"[Omitted: {media.media_type}, {over}. {where}]"


def _kept(whole: bytes, media_type: str, keep: Keep) -> str:
    return f"The full content is stored as {keep(whole, media_type)}."
