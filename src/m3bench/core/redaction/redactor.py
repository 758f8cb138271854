"""Replacement of secrets in texts, bytes and values, and in bytes that arrive in pieces."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, TypeVar

import msgspec

from m3bench.core.redaction.forms import SECRET, base64_cores, encoded, forms_of
from m3bench.core.redaction.needles import Needles

_Value = TypeVar("_Value")
_WORD = re.compile(r"[a-z_]+")
"""A secret that may be the name of one of our fields, such as `password` or `settings`."""
_FILL = b"*"
_ESCAPED_IN_JSON = re.compile(r'["\\\x00-\x1f\ud800-\udfff]')
_WIDE = ("utf-16-le", "utf-16-be")
"""The encodings of comments in images."""
_PNG = b"\x89PNG\r\n\x1a\n"
_HEAD, _SUM = 8, 4  # of a chunk of PNG: length and name; checksum


class Redactor:
    """Replaces secrets, in every form of `forms_of`, with `${SECRET}`.

    Values without secrets are returned as the same object. Without known secrets, nothing is searched.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        by_secret = {secret: found for secret in secrets if (found := forms_of(secret))}
        forms = frozenset().union(*by_secret.values())
        framed = frozenset().union(
            *(found for secret, found in by_secret.items() if not _WORD.fullmatch(secret))
        )
        self._text = Needles(forms, SECRET)
        wide = {secret.encode(code, "replace") for secret in by_secret for code in _WIDE}
        self._data = Needles({*map(encoded, forms), *wide}, SECRET.encode())
        self._framed = Needles(map(encoded, framed), SECRET.encode())
        in_json = {core for data in wide for core in base64_cores(data)}
        self._probes = Needles({*map(_unescaped, forms), *map(str.encode, in_json)}, SECRET.encode())

    def __bool__(self) -> bool:
        return bool(self._text)

    @property
    def forms(self) -> tuple[str, ...]:
        """All forms that are searched for in texts."""
        return self._text.all

    def text(self, text: str) -> str:
        """Redact a text."""
        return self._text.replace(text, SECRET) if self._text.occur(text) else text

    def data(self, data: bytes) -> bytes:
        """Redact bytes. Binary data keeps its length, and a PNG image gets correct checksums."""
        if not self._data.occur(data):
            return data
        if not _is_binary(data):
            return self._data.replace(data, SECRET.encode())
        return _with_checksums(self._data.replace(data, _FILL, same_length=True))

    def document(self, data: bytes) -> bytes:
        """Redact a JSON, HTML or CSV document.

        A secret that is one plain word is kept, as it may be the name of a field. Pass values through `value`
        before you serialize them.
        """
        return self._framed.replace(data, SECRET.encode()) if self._framed.occur(data) else data

    def value(self, value: _Value) -> _Value:
        """Redact the texts, bytes and keys of a JSON value or struct. Types are preserved."""
        return self._value(value) if self and self._may_hold(value) else value

    def _may_hold(self, value: Any) -> bool:
        """Search the JSON of the whole value first, which is quick: most values contain no secret."""
        try:
            return self._probes.occur(msgspec.json.encode(value))
        except (TypeError, ValueError, OverflowError, RecursionError):
            return True

    def needles(self, *, documents: bool = False) -> Needles[bytes]:
        """Return the strings to find in a stream of bytes."""
        return self._framed if documents else self._data

    def _value(self, value: Any) -> Any:  # noqa: PLR0911 - one per type
        match value:
            case Enum():
                return value
            case str():
                return self.text(value)
            case bytes():
                return self.data(value)
            case dict():
                return self._mapping(value)
            case list() | tuple():
                parts = [self._value(part) for part in value]
                return value if _same(parts, value) else type(value)(parts)
            case msgspec.Struct():
                return self._struct(value)
        return value

    def _mapping(self, mapping: dict[Any, Any]) -> dict[Any, Any]:
        parts = [(self._value(key), self._value(part)) for key, part in mapping.items()]
        unchanged = all(_same(pair, old) for pair, old in zip(parts, mapping.items(), strict=True))
        return mapping if unchanged else dict(parts)

    def _struct(self, struct: msgspec.Struct) -> msgspec.Struct:
        changed = {}
        for name in struct.__struct_fields__:
            before = getattr(struct, name)
            after = self._value(before)
            if after is not before:
                changed[name] = after
        return msgspec.structs.replace(struct, **changed) if changed else struct


class RedactingStream:
    """Redacts a stream. The output does not depend on how the stream is split into pieces.

    An end that may be the beginning of a secret is held back until the next piece arrives.
    """

    def __init__(self, redactor: Callable[[], Redactor], *, documents: bool = False) -> None:
        """`redactor` is called for each piece: secrets may be registered while the stream is open."""
        self._redactor, self._documents = redactor, documents
        self._pending = b""
        self._binary: bool | None = None

    def feed(self, piece: bytes) -> bytes:
        """Add a piece; return what can be written now."""
        needles = self._redactor().needles(documents=self._documents)
        if self._binary is None and piece:
            self._binary = _is_binary(piece)
        data, self._pending = self._pending + piece, b""
        end = needles.open_end(data)
        if end == len(data) and not needles.occur(data):
            return data
        for start, stop, _ in needles.spans(data):
            if start < end < stop:
                end = start
        self._pending = data[end:]
        return self._replace(data[:end])

    def finish(self) -> bytes:
        """Return what was held back, at the end of the stream."""
        data, self._pending = self._pending, b""
        return self._replace(data)

    def _replace(self, data: bytes) -> bytes:
        needles = self._redactor().needles(documents=self._documents)
        if not needles.occur(data):
            return data
        if self._binary:
            return needles.replace(data, _FILL, same_length=True)
        return needles.replace(data, SECRET.encode())


def _unescaped(form: str) -> bytes:
    """The longest part of a form that is the same inside JSON."""
    return encoded(max(_ESCAPED_IN_JSON.split(form), key=len))


def _is_binary(data: bytes) -> bool:
    """Return whether bytes are not text: there is a NUL near the beginning."""
    return b"\0" in data[:1024]


def _same(parts: Iterable[Any], others: Iterable[Any]) -> bool:
    return all(part is other for part, other in zip(parts, others, strict=True))


def _with_checksums(data: bytes) -> bytes:
    """Return the image with correct checksums up to the first incomplete chunk. Other data is unchanged."""
    if not data.startswith(_PNG):
        return data
    picture, position = bytearray(data), len(_PNG)
    while position + _HEAD <= len(picture):
        end = position + _HEAD + int.from_bytes(picture[position : position + 4])
        if end + _SUM > len(picture):
            break
        picture[end : end + _SUM] = zlib.crc32(picture[position + 4 : end]).to_bytes(4)
        position = end + _SUM
    return bytes(picture)
