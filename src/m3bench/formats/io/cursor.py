"""Walking through raw JSON with the place at hand, so that every complaint says where it belongs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from m3bench.core import FormatError
from m3bench.core.text import shorten
from m3bench.formats.io.jsontext import Repeated

_ABSENT: Any = object()
_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Cursor:
    """A value of a document: which file, which record, and where in the record it stands."""

    value: Any
    file: str
    record: str | None = None
    place: str = ""
    unread: dict[str, Any] = field(default_factory=dict)
    """Shared by all cursors of one record: what no field of ours has room for, by place."""

    @property
    def given(self) -> bool:
        """Whether there is a value at all, and it is not null."""
        return self.value is not _ABSENT and self.value is not None

    def error(self, problem: str) -> FormatError:
        return FormatError(problem, file=self.file, record=self.record, place=self.place)

    def unexpected(self, expected: str) -> FormatError:
        return self.error(f"expected {expected}, found {described(self.value)}")

    def __getitem__(self, key: str) -> Cursor:
        """The value of a key of an object, be it absent."""
        return self._child(self.fields().get(key, _ABSENT), place_of(self.place, key))

    def fields(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.unexpected("an object")
        if isinstance(self.value, Repeated):
            raise self.error(f"the key {shown(self.value.repeated_keys[0])} stands more than once")
        return self.value

    def elements(self) -> list[Cursor]:
        if not isinstance(self.value, list):
            raise self.unexpected("a list")
        return [self._child(value, f"{self.place}[{index}]") for index, value in enumerate(self.value)]

    def records(self) -> Iterator[Cursor]:
        """The elements of a list as records of their own, named by index until their id is known."""
        for index, element in enumerate(self.elements()):
            yield Cursor(element.value, self.file, f"#{index}")

    def named(self, record_id: str) -> Cursor:
        return replace(self, record=shown(record_id))

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.unexpected("a string")
        return self.value

    def optional_text(self) -> str | None:
        return self.text() if self.given else None

    def texts(self) -> tuple[str, ...]:
        """A list of strings; nothing is an empty one."""
        return tuple(element.text() for element in self.elements()) if self.given else ()

    def identifier(self) -> str:
        """A string, or an integer as people number their tasks."""
        value = self.value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str) or not value:
            raise self.unexpected("an id (a string or an integer)")
        return value

    def others(self, known: Collection[str]) -> dict[str, Any]:
        return {key: value for key, value in self.fields().items() if key not in known}

    def note_others(self, known: Collection[str]) -> None:
        """Note what is not read here, so that it is kept; nothing and empty lists are not worth it."""
        for key, value in self.others(known).items():
            if value is not None and value != []:
                self.unread[place_of(self.place, key)] = value

    def _child(self, value: Any, place: str) -> Cursor:
        return Cursor(value, self.file, self.record, place, self.unread)


def place_of(parent: str, key: str) -> str:
    if not key.isidentifier() and not key.replace("-", "_").isidentifier():
        return f"{parent}[{shown(repr(key))}]"
    return f"{parent}.{key}" if parent else key


def shown(text: str) -> str:
    """A text that is fit for one line of a message."""
    plain = text if text.isprintable() else repr(text)
    return shorten(plain, _LONGEST_SHOWN)


def described(value: Any) -> str:
    """A JSON value in a few words."""
    if value is _ABSENT:
        return "nothing"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {shown(repr(value))}"
    if isinstance(value, str):
        return f"the string {shown(repr(value))}"
    return f"a list of {len(value)}" if isinstance(value, list) else "an object"
