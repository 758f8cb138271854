"""Lossless conversion between our structs and JSON values."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from m3bench.core import (
    MAX_DEPTH,
    FormatError,
    Task,
    TaskFieldError,
    Trajectory,
    canonical_json,
    is_too_deep,
    validation_problem,
)
from m3bench.formats.io.cursor import Cursor, place_of, printable_text
from m3bench.formats.io.jsontext import DuplicateKeys

Record = TypeVar("Record", Task, Trajectory)


def id_of(record: Task | Trajectory) -> str:
    return record.id if isinstance(record, Task) else record.task_id


def plain(value: Any) -> Any:
    """Return the JSON value of our data."""
    return value.to_dict() if isinstance(value, Task) else msgspec.to_builtins(value, str_keys=True)


def json_equal(left: Any, right: Any) -> bool:
    """Return whether JSON values are equal: NaN equals NaN, and true differs from 1."""
    return canonical_json(plain(left)) == canonical_json(plain(right))


def require_json(record: Record, file: str) -> Record:
    """Return the record. Raises `FormatError` if it cannot be written as JSON."""
    try:
        value = plain(record)
        canonical_json(value)
    except (TypeError, ValueError, RecursionError) as error:
        name = printable_text(id_of(record))
        raise FormatError(f"cannot be written as JSON: {error}", file=file, record=name) from None
    if is_too_deep(value):
        problem = f"cannot be written: nested more than {MAX_DEPTH} levels deep"
        raise FormatError(problem, file=file, record=printable_text(id_of(record)))
    return record


def convert(raw: Any, kind: type[Record], cursor: Cursor) -> Record:
    """Convert a JSON value to a struct. Raises `FormatError` for invalid values and unknown keys."""
    try:
        record = msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise _validation_error(error, cursor) from None
    except UnicodeEncodeError:
        # msgspec fails on a lone surrogate in a place where no text is expected. Without it, msgspec gives
        # the reason.
        convert(_without_surrogates(raw), kind, cursor)
        raise cursor.error("a lone surrogate where no text is expected") from None
    for place, problem in _invalid_keys(raw, record, cursor.place):
        raise FormatError(problem, file=cursor.file, record=cursor.record, place=place)
    return record


def _without_surrogates(raw: Any) -> Any:
    return json.loads(json.dumps(raw, ensure_ascii=False).encode("utf-8", "replace"))


def _validation_error(error: msgspec.ValidationError, cursor: Cursor) -> FormatError:
    if isinstance(error.__cause__, TaskFieldError):
        place, problem = error.__cause__.place or "", error.__cause__.problem
    else:
        place, problem = validation_problem(error)
    full_place = ".".join(part for part in (cursor.place, place) if part)
    return FormatError(problem, file=cursor.file, record=cursor.record, place=full_place)


def _invalid_keys(raw: Any, made: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield the places of unknown and duplicate keys, each with the problem."""
    if isinstance(made, msgspec.Struct) and isinstance(raw, dict):
        fields = made.__struct_fields__
        known = {*fields, made.__struct_config__.tag_field}
        for key in raw.duplicate_keys if isinstance(raw, DuplicateKeys) else ():
            yield place_of(place, key), "the key occurs more than once"
        for key in [key for key in raw if key not in known]:
            yield place_of(place, key), f"unknown key {key!r}"
        for name in fields:
            value = getattr(made, name)
            if isinstance(value, msgspec.Struct | tuple):
                yield from _invalid_keys(raw.get(name), value, place_of(place, name))
    elif isinstance(made, tuple) and isinstance(raw, list | tuple):
        for index, (item, value) in enumerate(zip(raw, made, strict=True)):
            yield from _invalid_keys(item, value, f"{place}[{index}]")


def from_base64(text: Any) -> bytes | None:
    """Decode a base64 text, ignoring whitespace; None if it is invalid."""
    if not isinstance(text, str):
        return None
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def to_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
