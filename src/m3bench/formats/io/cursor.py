"""A cursor into raw JSON that knows its place, for precise error messages."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from m3bench.core import FormatError
from m3bench.core.text import shorten
from m3bench.formats.io.jsontext import DuplicateKeys

_ABSENT: Any = object()
_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Cursor:
    """A value of a document, with its file, its record and its place in the record."""

    value: Any
    file: str
    record: str | None = None
    place: str = ""
    unread: dict[str, Any] = field(default_factory=dict)
    """Values that were not read into a field, by place. Shared by all cursors of a record."""

    @property
    def given(self) -> bool:
        """Whether there is a value other than null."""
        return self.value is not _ABSENT and self.value is not None

    def error(self, problem: str) -> FormatError:
        return FormatError(problem, file=self.file, record=self.record, place=self.place)

    def unexpected(self, expected: str) -> FormatError:
        return self.error(f"expected {expected}, found {describe_value(self.value)}")

    def __getitem__(self, key: str) -> Cursor:
        """Return a cursor for the value of a key, which may be absent."""
        return self._child(self.fields().get(key, _ABSENT), place_of(self.place, key))

    def fields(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.unexpected("an object")
        if isinstance(self.value, DuplicateKeys):
            raise self.error(f"the key {printable_text(self.value.duplicate_keys[0])} occurs more than once")
        return self.value

    def elements(self) -> list[Cursor]:
        if not isinstance(self.value, list):
            raise self.unexpected("a list")
        return [self._child(value, f"{self.place}[{index}]") for index, value in enumerate(self.value)]

    def records(self) -> Iterator[Cursor]:
        """Yield the elements of a list as records, named by index until their id is known."""
        for index, element in enumerate(self.elements()):
            yield Cursor(element.value, self.file, f"#{index}")

    def named(self, record_id: str) -> Cursor:
        return replace(self, record=printable_text(record_id))

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.unexpected("a string")
        return self.value

    def optional_text(self) -> str | None:
        return self.text() if self.given else None

    def texts(self) -> tuple[str, ...]:
        """Return a list of strings; empty if absent."""
        return tuple(element.text() for element in self.elements()) if self.given else ()

    def identifier(self) -> str:
        """Return an id: a string, or an integer as a string."""
        value = self.value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str) or not value:
            raise self.unexpected("an id (a string or an integer)")
        return value

    def others(self, known: Collection[str]) -> dict[str, Any]:
        return {key: value for key, value in self.fields().items() if key not in known}

    def note_others(self, known: Collection[str]) -> None:
        """Remember the values of unknown keys in `unread`, except null and empty lists."""
        for key, value in self.others(known).items():
            if value is not None and value != []:
                self.unread[place_of(self.place, key)] = value

    def _child(self, value: Any, place: str) -> Cursor:
        return Cursor(value, self.file, self.record, place, self.unread)


def place_of(parent: str, key: str) -> str:
    if not key.isidentifier() and not key.replace("-", "_").isidentifier():
        return f"{parent}[{printable_text(repr(key))}]"
    return f"{parent}.{key}" if parent else key


def printable_text(text: str) -> str:
    """Return a text shortened and escaped for one line of a message."""
    plain = text if text.isprintable() else repr(text)
    return shorten(plain, _LONGEST_SHOWN)


def describe_value(value: Any) -> str:
    """Describe a JSON value in a few words."""
    if value is _ABSENT:
        return "nothing"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {printable_text(repr(value))}"
    if isinstance(value, str):
        return f"the string {printable_text(repr(value))}"
    return f"a list of {len(value)}" if isinstance(value, list) else "an object"
