"""JSON files with a checksum of themselves: what a run folder says of itself."""

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
_LONGEST_PROBLEM = 300
_Any = TypeVar("_Any")


class Stamp(NamedTuple):
    """What the checksum of a file says."""

    check: str | None
    """None where the file carries none."""
    intact: bool


def write_document(path: Path, document: msgspec.Struct) -> str:
    """Write the file in one go, without secrets; returns its checksum."""
    whole = msgspec.json.format(msgspec.json.encode(redactor().value(document)))
    # Before the checksum: what is taken out afterwards would look like an edit.
    body = redactor().document(whole)[: -len(b"\n}")]
    check = digest(body)
    write_atomically(path, [body, b',\n  "check": "%b"\n}\n' % check.encode()])
    return check


def read_document(path: Path, kind: type[_Any]) -> tuple[_Any, Stamp]:
    """What the file says, and whether it is as it was written. Raises `FormatError`."""
    try:
        data = read_regular(path)
        return msgspec.json.decode(data, type=kind), stamp_of(data)
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise FormatError(f"not what it should be: {str(error)[:_LONGEST_PROBLEM]}", file=str(path)) from None


def stamp_of(data: bytes) -> Stamp:
    """The checksum at the end of a file, and whether the rest fits it."""
    found = _TAIL.search(data, max(0, len(data) - 80))
    if found is None:
        return Stamp(None, intact=False)
    check = found[1].decode()
    return Stamp(check, intact=digest(data[: found.start()]) == check)
