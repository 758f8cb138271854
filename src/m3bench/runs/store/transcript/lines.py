"""The lines of a transcript, and its compression."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from typing import Any

import msgspec

from m3bench.core import FormatError
from m3bench.models import Settings

FORMAT = "m3bench-transcript-1"
MOST_BYTES = 64 * 2**20
"""Parts of a transcript in all, uncompressed. Further parts are left out, and only their hashes are kept."""
LARGEST_FILE = 2 * MOST_BYTES
_GZIP = 31
_LEVEL = 6


class Header(msgspec.Struct, frozen=True, tag="transcript", tag_field="kind"):
    """The first line."""

    format: str = FORMAT


class Part(msgspec.Struct, frozen=True, tag="part", tag_field="kind", omit_defaults=True):
    """A message, a list of tools or a reply, before the first exchange that names it."""

    sha256: str
    """The hash of the JSON of its value."""
    value: msgspec.Raw = msgspec.Raw(b"")
    """The value; missing if it is in a blob, or was left out."""
    blob: str | None = None
    """The blob with the compressed JSON of the value."""
    left_out: int | None = None
    """The bytes of a value that was left out because the transcript is too long; 0 if it is nested too deeply
    for JSON."""


class Line(msgspec.Struct, frozen=True, tag="exchange", tag_field="kind", omit_defaults=True, kw_only=True):
    """A request and its reply, by the hashes of their parts."""

    by: str
    model: str
    same: int = 0
    """How many messages it has in common with the beginning of the previous request by the same asker."""
    messages: tuple[str, ...] = ()
    """The other messages."""
    tools: str | None = None
    settings: Settings = Settings()
    reply: str | None = None
    error: str | None = None
    cached: bool = False
    failed_tries: tuple[str, ...] = ()


AnyLine = Header | Part | Line
_DECODER: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(AnyLine)
_PART = re.compile(rb'\{"kind":"part","sha256":"([0-9a-f]{64})","value":(.*)\}', re.DOTALL)


def decode_line(raw: bytes) -> AnyLine:
    """Decode a line. Raises `msgspec.ValidationError`, `ValueError` or `RecursionError`."""
    try:
        return _DECODER.decode(raw)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeDecodeError):  # escaped lone surrogates
        value = json.loads(raw)
    if (part := _PART.fullmatch(raw)) is not None:
        return Part(part[1].decode(), msgspec.Raw(part[2]))
    return msgspec.convert(value, Line)


def encode_value(value: Any) -> bytes:
    """Encode as JSON. Lone surrogates, which models write and which have no UTF-8 form, are escaped.

    Values that JSON does not have, which only models from plugins can bring, become their type.
    """
    try:
        return msgspec.json.encode(value, enc_hook=_type_name)
    except (UnicodeEncodeError, OverflowError):
        plain = msgspec.to_builtins(value, str_keys=True, enc_hook=_type_name)
        return json.dumps(plain, separators=(",", ":")).encode("ascii")


def _type_name(value: Any) -> str:
    return f"[{type(value).__name__}]"


def decode_value(raw: bytes, kind: Any) -> Any:
    """Decode what `encode_value` wrote. Raises `msgspec.ValidationError` or `ValueError`."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        return msgspec.convert(json.loads(raw), kind)


def compress(data: bytes) -> bytes:
    """Compress. The same data gives the same bytes."""
    return gzip.compress(data, _LEVEL, mtime=0)


def decompress(data: bytes) -> bytes:
    """Decompress at most `LARGEST_FILE` bytes. Raises `FormatError`."""
    reader = zlib.decompressobj(_GZIP)
    try:
        plain = reader.decompress(data, LARGEST_FILE)
    except zlib.error as error:
        raise FormatError(f"not compressed data: {error}") from None
    if not reader.eof:
        raise FormatError("it is cut off, or too long")
    return plain
