"""Typed access to one server's entry, with errors that name file, server and key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from m3bench.core import FormatError

_T = TypeVar("_T")
MAX_SECONDS = 1e9
"""A larger value is a mistake, and exceeds what timers accept."""


class Fields:
    """One server's entry in a file. Unknown keys belong to the client and are ignored."""

    def __init__(self, data: dict[str, Any], *, name: str, file: str) -> None:
        self._data = data
        self.name = name
        self.file = file

    @property
    def written(self) -> dict[str, Any]:
        """The entry as it is in the file."""
        return dict(self._data)

    def error(self, problem: str, key: str | None = None) -> FormatError:
        place = f"server {self.name!r}" + (f", {key}" if key else "")
        return FormatError(problem, file=self.file, place=place)

    def has(self, key: str) -> bool:
        return self._data.get(key) is not None

    def is_list(self, key: str) -> bool:
        return isinstance(self._data.get(key), list)

    def text(self, key: str) -> str | None:
        """Return a string that is not blank, or None if the key is missing or null."""
        text = self._value(key, str, "a string")
        if text is not None and not text.strip():
            raise self.error("is empty", key)
        return text

    def texts(self, key: str) -> tuple[str, ...]:
        items: list[Any] = self._value(key, list, "a list of strings") or []
        for index, item in enumerate(items):
            if not isinstance(item, str):
                raise self._wrong(f"{key}[{index}]", "a string", item)
        return tuple(items)

    def table(self, key: str) -> dict[str, str]:
        """Return a table of strings. As in VS Code, numbers become strings and null means missing."""
        table: dict[str, Any] = self._value(key, dict, "an object of strings") or {}
        return {name: self._plain(f"{key}.{name}", item) for name, item in table.items() if item is not None}

    def flag(self, key: str) -> bool:
        return bool(self._value(key, bool, "true or false"))

    def seconds(self, key: str) -> float | None:
        value = self._data.get(key)
        return None if value is None else self._positive(key, value)

    def seconds_by_name(self, key: str, names: tuple[str, ...]) -> dict[str, float]:
        """Return a table of seconds that may only have these keys."""
        table: dict[str, Any] = self._value(key, dict, "an object") or {}
        if strange := [name for name in table if name not in names]:
            raise self.error(f"unknown key {strange[0]!r}; known keys: {', '.join(names)}", key)
        return {name: self._positive(f"{key}.{name}", item) for name, item in table.items()}

    def converted(self, key: str, kind: Callable[[str], Any], choices: str) -> Any:
        """Return the converted string, or None if it is missing."""
        value = self.text(key)
        try:
            return None if value is None else kind(value)
        except ValueError:
            raise self.error(f"expected {choices}, found {value!r}", key) from None

    def _value(self, key: str, kind: type[_T], expected: str) -> _T | None:
        value = self._data.get(key)
        if value is None or isinstance(value, kind):
            return value
        raise self._wrong(key, expected, value)

    def _plain(self, key: str, value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise self._wrong(key, "a string", value)
        return str(value)

    def _positive(self, key: str, value: Any) -> float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 < value <= MAX_SECONDS:
            raise self._wrong(key, "a positive number of seconds", value)
        return float(value)

    def _wrong(self, key: str, expected: str, value: Any) -> FormatError:
        return self.error(f"expected {expected}, found {_shown(value)}", key)


def _shown(value: Any) -> str:
    """Describe a value: its type only, if it could be a secret."""
    if isinstance(value, bool):
        return "true" if value else "false"
    names = {dict: "an object", list: "a list", str: "a string", type(None): "null"}
    return names.get(type(value), f"the number {value}")
