"""JSON files of a run folder that end with their own checksum."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from m3bench.core import FormatError
from m3bench.core.redaction import redactor
from m3bench.formats import write_atomically
from m3bench.formats.io import read_regular
from m3bench.runs.store.chain import digest

_TAIL = re.compile(rb',\n  "check": "([0-9a-f]{32})"\n\}\n\Z')
_MAX_PROBLEM = 300
_Any = TypeVar("_Any")


class Stamp(NamedTuple):
    """The checksum of a file, and whether the file matches it."""

    check: str | None
    """None if the file has no checksum."""
    intact: bool


def write_document(path: Path, document: msgspec.Struct) -> str:
    """Write the file atomically and without secrets; return its checksum."""
    whole = msgspec.json.format(msgspec.json.encode(redactor().value(document)))
    # Redact before the checksum is made: a later redaction would look like an edit.
    body = redactor().document(whole)[: -len(b"\n}")]
    check = digest(body)
    write_atomically(path, [body, b',\n  "check": "%b"\n}\n' % check.encode()])
    return check


def read_document(path: Path, kind: type[_Any]) -> tuple[_Any, Stamp]:
    """Read a file and its stamp. Raise `FormatError` if it cannot be read."""
    try:
        data = read_regular(path)
        return msgspec.json.decode(data, type=kind), stamp_of(data)
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise FormatError(f"invalid content: {str(error)[:_MAX_PROBLEM]}", file=str(path)) from None


def stamp_of(data: bytes) -> Stamp:
    """Return the checksum at the end of a file, and whether the rest matches it."""
    match = _TAIL.search(data, max(0, len(data) - 80))
    if match is None:
        return Stamp(None, intact=False)
    check = match[1].decode()
    return Stamp(check, intact=digest(data[: match.start()]) == check)
