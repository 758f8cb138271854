"""Arguments and results as blocks for the page: texts in pieces, tables, pictures, files."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from m3bench.apps.viewer.search import json_text
from m3bench.core import Call, Content, Data, Media, Text, parsed_arguments

FIRST_PIECE = 4_000
NEXT_PIECE = 50_000
ARGUMENTS = -1
"""The part number of the arguments. Parts of the result are counted from 0."""
_LONGEST_JSON = 8_000_000
_MOST_TABLES = 4
_MOST_ROWS = 50
_MOST_COLUMNS = 12
_LONGEST_CELL = 160
_MAX_TABLE_DEPTH = 3
_LONGEST_LINE = 160
_LONGEST_WORD = 200
_MAX_CACHED_BYTES = 64 * 2**20

View = dict[str, Any]


def attributes(source: object, *names: str) -> View:
    """Return attributes of an object by their names."""
    return {name: getattr(source, name) for name in names}


class BytesCache:
    """A bounded cache of bytes from records, by hash, so that the page can request them."""

    def __init__(self) -> None:
        self._cached: dict[str, bytes] = {}
        self._size = 0
        self._lock = threading.Lock()

    def put(self, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        with self._lock:
            if digest not in self._cached:
                self._cached[digest] = data
                self._size += len(data)
            while self._size > _MAX_CACHED_BYTES and len(self._cached) > 1:
                self._size -= len(self._cached.pop(next(iter(self._cached))))
        return digest

    def get(self, digest: str) -> bytes | None:
        return self._cached.get(digest)


def one_line(text: str, longest: int = _LONGEST_LINE) -> str:
    """Return the start of a text on one line."""
    start = " ".join(text[: 2 * longest].split())
    return f"{start[:longest]}…" if len(start) > longest or len(text) > 2 * longest else start


def result_line(call: Call) -> str:
    """Return the start of the result on one line."""
    return one_line(" ".join(map(_part_line, _content(call))))


def _content(call: Call) -> Sequence[Content]:
    return call.result.content if call.result else ()


def _part_line(part: Content) -> str:
    match part:
        case Text():
            return part.text[: 2 * _LONGEST_LINE]
        case Data():
            return json_text(part.value)[: 2 * _LONGEST_LINE]
        case Media():
            return f"[{part.media_type}]"


def part_text(call: Call, part: int) -> str:
    """Return the whole text of a part, or an empty string if it is not text."""
    if part == ARGUMENTS:
        return json_text(parsed_arguments(call.arguments), 2)
    match dict(enumerate(_content(call))).get(part):
        case Data(value=value):
            return json_text(value, 2)
        case Text(text=text):
            value = _json_value(text)
            return text if value is None else json_text(value, 2)
    return ""


def argument_blocks(call: Call) -> list[View]:
    if call.arguments is None:
        return []
    return list(_text_blocks(part_text(call, ARGUMENTS), ARGUMENTS, parsed_arguments(call.arguments)))


def result_blocks(call: Call, cache: BytesCache) -> list[View]:
    parts = enumerate(_content(call))
    return [block for number, part in parts for block in _part_blocks(call, part, number, cache)]


def _part_blocks(call: Call, part: Content, number: int, cache: BytesCache) -> Iterator[View]:
    match part:
        case Text():
            yield from _text_blocks(part_text(call, number), number, _json_value(part.text))
        case Data():
            yield from _text_blocks(part_text(call, number), number, part.value)
        case Media():
            digest = part.digest or (cache.put(part.data) if part.data is not None else "")
            yield media_block(part, digest)


def media_block(part: Media, digest: str) -> View:
    return {"kind": "media", "type": part.media_type, "digest": digest, "uri": part.uri or ""}


def _text_blocks(text: str, part: int, value: Any) -> Iterator[View]:
    tables = list(_tables(value, "", 0))[:_MOST_TABLES]
    yield from ({"kind": "table", **table} for table in tables)
    yield {"kind": "text", "part": part, **piece(text, 0, FIRST_PIECE), "beside_table": bool(tables)}


def piece(text: str, start: int, length: int = NEXT_PIECE) -> View:
    """Return a piece of a text, which ends between words if it can, and the start of the next one."""
    end = _word_end(text, start, start + length)
    return {"text": text[start:end], "size": len(text), "next": end if end < len(text) else None}


def _word_end(text: str, start: int, end: int) -> int:
    """Return where a piece ends: after the last space in its last part, or else at its end."""
    if end >= len(text):
        return end
    space = max(text.rfind(space, end - _LONGEST_WORD, end) for space in " \n")
    return space + 1 if space > start else end


def _json_value(text: str) -> Any:
    """Parse a text as JSON. Return None unless it is an object or an array."""
    if text.lstrip()[:1] not in ("{", "[") or len(text) > _LONGEST_JSON:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def _tables(value: Any, title: str, depth: int) -> Iterator[View]:
    """Yield arrays of objects up to a small depth as tables."""
    if isinstance(value, list) and len(value) > 1 and all(isinstance(item, dict) and item for item in value):
        yield _table(value, title)
    elif isinstance(value, dict) and depth < _MAX_TABLE_DEPTH:
        for name, inner in value.items():
            yield from _tables(inner, f"{title}.{name}" if title else str(name), depth + 1)


def _table(rows: list[dict[str, Any]], title: str) -> View:
    columns = list(dict.fromkeys(name for row in rows[:_MOST_ROWS] for name in row))
    shown = columns[:_MOST_COLUMNS]
    return {
        "title": title,
        "columns": [one_line(str(name), _LONGEST_CELL) for name in shown],
        "rows": [[_cell(row.get(name)) for name in shown] for row in rows[:_MOST_ROWS]],
        "total": len(rows),
        "more_columns": len(columns) - len(shown),
    }


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return one_line(value if isinstance(value, str) else json_text(value), _LONGEST_CELL)
