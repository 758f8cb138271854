"""Lossless conversion to other formats: what they cannot represent is stored in a key of ours.

A writer makes the foreign record, reads it back, and stores all differences under ``m3bench``: a mapping from
places (``steps[0].calls[1].outcome``) to values. A reader restores them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from m3bench.core import EXTRA_FIELDS, Task
from m3bench.formats.io import Cursor, Record, convert, json_equal, plain

KEY = "m3bench"

UNREAD = "unread"
"""Key of ``extra`` for a mapping from places in the record to values."""
_IN_EXTRA = frozenset({*EXTRA_FIELDS, "extra", "spelling"})
"""The fields of tasks that are together in `extra` of the JSON."""
_TOKEN = re.compile(r"\[(\d+)\]|\.?(\w+)")


def add_supplement(native: dict[str, Any], wanted: Record, reread: Record) -> dict[str, Any]:
    """Return the foreign record with a supplement of everything that it cannot represent."""
    missing = dict(differences(wanted, reread))
    return {**native, KEY: missing} if missing else native


def differences(wanted: Any, reread: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the smallest parts that differ: their place, and the wanted value as JSON."""
    if json_equal(wanted, reread):
        return
    if isinstance(wanted, msgspec.Struct) and type(wanted) is type(reread):
        for name in wanted.__struct_fields__:
            if isinstance(wanted, Task) and name in _IN_EXTRA:
                continue
            child = f"{place}.{name}" if place else name
            yield from differences(getattr(wanted, name), getattr(reread, name), child)
        if isinstance(wanted, Task):
            extra, reread_extra = (plain(task).get("extra", {}) for task in (wanted, reread))
            yield from differences(extra, reread_extra, "extra")
    elif isinstance(wanted, tuple) and isinstance(reread, tuple) and len(wanted) == len(reread):
        for index, pair in enumerate(zip(wanted, reread, strict=True)):
            yield from differences(*pair, f"{place}[{index}]")
    else:
        yield place, plain(wanted)


def restore(record: Record, supplement: Cursor) -> Record:
    """Return the record as it was before it was written in the foreign format."""
    if not supplement.given:
        return record
    raw = json.loads(json.dumps(plain(record)))
    for place, value in supplement.fields().items():
        try:
            _put(raw, place, value)
        except (KeyError, IndexError, TypeError, ValueError):
            raise supplement.error(f"the record has no such place: {place!r}") from None
    return convert(raw, type(record), supplement)


def _put(raw: Any, place: str, value: Any) -> None:
    *parents, last = [int(index) if index else name for index, name in _TOKEN.findall(place)]
    for token in parents:
        raw = raw[token]
    if isinstance(raw, list) != isinstance(last, int):
        raise KeyError(last)
    raw[last] = value


def with_unread(extra: dict[str, Any], record: Cursor) -> dict[str, Any]:
    """Return `extra` with the values that were not read from the record."""
    if not record.unread:
        return extra
    earlier = extra.get(UNREAD, {})
    kept = earlier if isinstance(earlier, dict) else {UNREAD: earlier}
    return {**extra, UNREAD: {**kept, **record.unread}}
