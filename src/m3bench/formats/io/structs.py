"""Between our own data and plain JSON, both ways, with nothing lost on the way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from m3bench.core import MAX_DEPTH, FormatError, Task, Trajectory, canonical_json, is_too_deep
from m3bench.formats.io.cursor import Cursor, place_of, shown
from m3bench.formats.io.jsontext import Repeated

Record = TypeVar("Record", Task, Trajectory)

_COMPLAINT = re.compile(r"(?P<problem>.*?)(?: - at `\$\.?(?P<place>.*)`)?", re.DOTALL)


def id_of(record: Task | Trajectory) -> str:
    return record.id if isinstance(record, Task) else record.task_id


def plain(value: Any) -> Any:
    """The JSON value of our data."""
    return msgspec.to_builtins(value, str_keys=True)


def same(left: Any, right: Any) -> bool:
    """Equality of JSON: NaN is itself, and true is not 1."""
    return canonical_json(plain(left)) == canonical_json(plain(right))


def require_json(record: Record, file: str) -> Record:
    """The record, once it is sure that it can be written as JSON."""
    try:
        value = plain(record)
        canonical_json(value)
    except (TypeError, ValueError, RecursionError) as error:
        name = shown(id_of(record))
        raise FormatError(f"cannot be written as JSON: {error}", file=file, record=name) from None
    if is_too_deep(value):
        problem = f"cannot be written: nested more than {MAX_DEPTH} levels deep"
        raise FormatError(problem, file=file, record=shown(id_of(record)))
    return record


def converted(raw: Any, kind: type[Record], cursor: Cursor) -> Record:
    """Our data from its JSON value, refusing keys that it does not know."""
    try:
        record = msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise _complaint(str(error), cursor) from None
    except UnicodeEncodeError:
        # msgspec stumbles over half a surrogate pair where it expects anything but text; without it, it
        # says what is wrong there.
        converted(_without_surrogates(raw), kind, cursor)
        raise cursor.error("half a surrogate pair stands where no text is expected") from None
    for place, problem in _strays(raw, record, cursor.place):
        raise FormatError(problem, file=cursor.file, record=cursor.record, place=place)
    return record


def _without_surrogates(raw: Any) -> Any:
    return json.loads(json.dumps(raw, ensure_ascii=False).encode("utf-8", "replace"))


def _complaint(message: str, cursor: Cursor) -> FormatError:
    match = _COMPLAINT.fullmatch(message)
    problem, place = (match["problem"], match["place"]) if match else (message, None)
    problem = f"{problem[:1].lower()}{problem[1:]}".replace("`", "").replace(", got ", ", found ")
    full_place = ".".join(part for part in (cursor.place, place) if part)
    return FormatError(problem, file=cursor.file, record=cursor.record, place=full_place)


def _strays(raw: Any, made: Any, place: str) -> Iterator[tuple[str, str]]:
    """Places of keys that did not become a field, or stand twice, each with what is wrong there."""
    if isinstance(made, msgspec.Struct) and isinstance(raw, dict):
        fields = made.__struct_fields__
        known = {*fields, made.__struct_config__.tag_field}
        for key in raw.repeated_keys if isinstance(raw, Repeated) else ():
            yield place_of(place, key), "the key stands more than once"
        for key in [key for key in raw if key not in known]:
            yield place_of(place, key), f"unknown key {key!r}"
        for name in fields:
            value = getattr(made, name)
            if isinstance(value, msgspec.Struct | tuple):
                yield from _strays(raw.get(name), value, place_of(place, name))
    elif isinstance(made, tuple) and isinstance(raw, list | tuple):
        for index, (item, value) in enumerate(zip(raw, made, strict=True)):
            yield from _strays(item, value, f"{place}[{index}]")
