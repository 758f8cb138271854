"""Values in earlier results that may serve as later arguments."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from m3bench.core import Call, is_too_deep

_SAME = ({"lat", "latitude"}, {"lng", "lon", "longitude"}, {"isbn", "isbn13", "isbn10", "ean13", "data"})
_MAX_RECORDS = 200
_MAX_LINES = 400
_MAX_LINE = 300


class Findings:
    """The objects of all results so far, in order."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        """Every value with its name, in readable form."""
        self._records: list[list[dict[str, Any]]] = []
        """The objects of the result of each call."""

    def take(self, done: Sequence[Call]) -> None:
        for call in done:
            if call.result is None or call.outcome is None or not call.outcome.executed:
                continue
            value = _read(call.result.text)
            self.lines += [line[:_MAX_LINE] for line in _lines(value)][:_MAX_LINES]
            records = list(_records(value))[:_MAX_RECORDS]
            if records:
                self._records.append(records)

    def values(self, parameter: str) -> list[Any]:
        """Return the first value with the parameter's name in each result that has one."""
        names = _names(parameter)
        values = [value for records in self._records if (value := _first(records, names)) is not None]
        return list({json.dumps(value): value for value in values}.values())


def _names(parameter: str) -> list[str]:
    """Return the name of the parameter, then its synonyms."""
    own = _folded(parameter)
    names = [own, *(name for group in _SAME if own in group for name in sorted(group))]
    if re.search(r"(?:_id|Id)$", parameter):
        names.append("id")
    return list(dict.fromkeys(names))


def _first(records: Sequence[dict[str, Any]], names: Sequence[str]) -> Any:
    for name in names:
        for record in records:
            if name in record:
                return record[name]
    return None


def _records(value: Any) -> Iterator[dict[str, Any]]:
    """Yield objects from the outside in, each with its plain values by folded name."""
    if isinstance(value, dict):
        plain = {
            _folded(str(key)): child
            for key, child in value.items()
            if isinstance(child, str | int | float) and not isinstance(child, bool)
        }
        if plain:
            yield plain
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for child in children:
        yield from _records(child)


def _lines(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _lines(child, f"{name} {key}".strip())
    elif isinstance(value, list):
        for child in value:
            yield from _lines(child, name)
    elif isinstance(value, str) and not name:
        yield from filter(None, map(str.strip, value.splitlines()))
    elif value is not None:
        yield f"{name}: {value}" if name else str(value)


def _read(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return text if is_too_deep(value) else value


def _folded(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())
