"""Results that are too long for a model: cut, with a note that says so and where the whole is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from m3bench.core import Content, Data, Media, Result, Text

Keep = Callable[[bytes, str], str]
"""Stores bytes of a media type and says where: a digest or a path."""

TEXT_LIMIT = 20_000
"""Characters of text in one result."""
MEDIA_LIMIT = 8_000_000
"""Bytes of pictures, sounds and files in one result."""


_ENCODER = json.JSONEncoder(ensure_ascii=False)


class Cut(NamedTuple):
    """A result as the model gets it, and as it came. One and the same object where nothing was cut."""

    shown: Result
    whole: Result


def cut(
    result: Result, *, limit: int = TEXT_LIMIT, media_limit: int = MEDIA_LIMIT, keep: Keep | None = None
) -> Cut:
    """Make a result fit. Text is cut from its end, media are left whole or out; the order of parts stays."""
    texts = {place: text for place, part in enumerate(result.content) if (text := _text(part)) is not None}
    length = sum(map(len, texts.values()))
    heavy = _too_heavy(result.content, media_limit)
    if length <= limit and not heavy:
        return Cut(result, result)
    parts: dict[int, Content] = dict(enumerate(result.content))
    for place, media, size in heavy:
        parts[place] = Text(_media_note(media, size, media_limit, keep))
    if length > limit:
        _shorten(parts, texts, limit, _text_note(result.content, texts, limit, length, keep))
    return Cut(msgspec.structs.replace(result, content=tuple(parts.values())), result)


def _text(part: Content) -> str | None:
    """The characters that a part costs; None for media."""
    if isinstance(part, Text):
        return part.text
    return _ENCODER.encode(part.value) if isinstance(part, Data) else None


def _shorten(parts: dict[int, Content], texts: dict[int, str], limit: int, note: str) -> None:
    """Keep parts as they are up to the limit, the beginning of the one that passes it, and none after it."""
    left, full = limit, False
    for place, text in texts.items():
        if full:
            del parts[place]
        elif len(text) > left:
            full = True
            parts[place] = Text(f"{_beginning(text, left)}\n{note}".lstrip("\n"))
        else:
            left -= len(text)


def _beginning(text: str, length: int) -> str:
    """The first characters, without half of a surrogate pair at the end."""
    splits = length and "\ud800" <= text[length - 1] <= "\udbff" and "\udc00" <= text[length] <= "\udfff"
    return text[: length - 1 if splits else length]


def _too_heavy(content: tuple[Content, ...], limit: int) -> list[tuple[int, Media, int]]:
    """Media for which there is no more room, with their places and sizes; later ones that fit still do."""
    heavy, left = [], limit
    for place, part in enumerate(content):
        if not isinstance(part, Media) or part.data is None:
            continue
        if len(part.data) > left:
            heavy.append((place, part, len(part.data)))
        else:
            left -= len(part.data)
    return heavy


def _text_note(
    content: tuple[Content, ...], texts: dict[int, str], limit: int, length: int, keep: Keep | None
) -> str:
    whole = "\n".join(texts.values()).encode("utf-8", "surrogatepass")
    lone_data = len(texts) == 1 and isinstance(content[next(iter(texts))], Data)
    where = _where(whole, "application/json" if lone_data else "text/plain; charset=utf-8", keep)
    return f"[Cut: {limit:,} of {length:,} characters are shown. {where}]"


def _media_note(media: Media, size: int, limit: int, keep: Keep | None) -> str:
    where = _where(media.data or b"", media.media_type, keep)
    over = f"{size:,} bytes, and a result may hold {limit:,}"
    return f"[Left out: {media.media_type}, {over}. {where}]"


def _where(whole: bytes, media_type: str, keep: Keep | None) -> str:
    return "The whole was not kept." if keep is None else f"The whole is kept as {keep(whole, media_type)}."
