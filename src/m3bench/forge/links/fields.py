"""Fields of results: paths with the values found there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from m3bench.core import Data, Result, Text
from m3bench.forge.leaves import documents
from m3bench.forge.links.schemas import resolve_schema
from m3bench.forge.names import words

_VALUES_KEPT = 8
_DEEPEST = 8
_LONGEST_VALUE = 300
_MOST_ITEMS = 40
_KEYED_BY_DATA = 4
"""An object with at least this many keys whose values have the same shape is keyed by data."""
_LINE = re.compile(r"^[\s*#>-]*\**([A-Za-z][\w ./-]{0,40}?)\**\s*[:=]\**\s+(.+?)\s*$", re.MULTILINE)
_FILE = re.compile(
    r"(?<![\w/.])(?:\$\{WORKSPACE\}|\.{0,2})?/?(?:[\w.-]+/)*[\w-][\w .-]*?\.[A-Za-z][A-Za-z0-9]{1,4}(?![\w/])"
)
_IN_A_SENTENCE = re.compile(r"\s(?:\$\{WORKSPACE\}|\.{0,2}/|\S+/)|: ")
"""Text before a path: a sentence that mentions a file."""
_FILE_ENDINGS = frozenset({
    "png", "jpg", "jpeg", "webp", "gif", "bmp", "svg", "pdf", "xlsx", "xls", "csv", "pptx", "docx", "txt",
    "md", "json", "html", "wav", "mp3", "mp4", "zip",
})  # fmt: skip

EVERY = "*"
"""Replaces keys that are data in a path."""


class Field(msgspec.Struct, frozen=True):
    """A path in results, without list positions, and the distinct values found there."""

    path: tuple[str, ...]
    values: tuple[Any, ...] = ()

    @property
    def name(self) -> str:
        return self.path[-1] if self.path else ""

    @property
    def words(self) -> tuple[str, ...]:
        return words(self.name)

    @property
    def is_file(self) -> bool:
        return bool(self.values) and all(file_ending(value) for value in self.values)


def file_ending(value: Any) -> str:
    """Return the file extension of a text that can be a path; empty if it cannot."""
    if not isinstance(value, str) or "://" in value or "\n" in value or len(value) > _LONGEST_VALUE:
        return ""
    ending = value.rpartition(".")[2].casefold()
    is_path = ending in _FILE_ENDINGS and value.rpartition(".")[0] and not _IN_A_SENTENCE.search(value)
    return ending if is_path else ""


def extract_fields(result: Result | None) -> tuple[Field, ...]:
    """Return the fields of a result in order of appearance; none without a result."""
    values_by_path: dict[tuple[str, ...], list[Any]] = {}
    for part in result.content if result is not None else ():
        if isinstance(part, Data):
            _collect(_walk(part.value, (), 0), values_by_path)
        elif isinstance(part, Text):
            _collect(_of_text(part.text), values_by_path)
    return tuple(Field(path, tuple(values)) for path, values in values_by_path.items())


def dotted(path: Iterable[str]) -> str:
    """Return the keys of a path joined by dots, as in `Link.field`."""
    return ".".join(key for key in path if key != "[]")


def values_at(fields: Iterable[Field], path: str) -> list[Any]:
    """Return the values of fields with a dotted path."""
    return [value for field in fields if dotted(field.path) == path for value in field.values]


def listed_paths(result: Result | None) -> frozenset[tuple[str, ...]]:
    """Return the paths that lead through a list, whose values belong to one of several items."""
    return frozenset(path for value in documents(result) for path in _listed(value, (), through_list=False))


def _listed(value: Any, path: tuple[str, ...], *, through_list: bool) -> Iterator[tuple[str, ...]]:
    if len(path) > _DEEPEST:
        return
    if isinstance(value, Mapping):
        for key, below in value.items():
            yield from _listed(below, (*path, str(key)), through_list=through_list)
    elif isinstance(value, list):
        for item in value[:_MOST_ITEMS]:
            if not isinstance(item, list):
                yield from _listed(item, path, through_list=True)
    elif through_list:
        yield path


def promised_fields(output_schema: Mapping[str, Any] | None) -> tuple[Field, ...]:
    """Return the fields that an output schema declares, without values."""
    return tuple(dict.fromkeys(_promised(output_schema, (), output_schema or {}, 0)))


def _collect(
    seen: Iterable[tuple[tuple[str, ...], Any]], values_by_path: dict[tuple[str, ...], list[Any]]
) -> None:
    for path, value in seen:
        values = values_by_path.setdefault(path, [])
        if len(values) < _VALUES_KEPT and value not in values:
            values.append(value)


def _of_text(text: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        yield from _of_prose(text)
        return
    yield from _walk(value, (), 0)


def _of_prose(text: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield lines such as ``Name: value``, and files that are mentioned."""
    for name, value in _LINE.findall(text):
        yield (name.strip(),), value.strip("`*\"' ")[:_LONGEST_VALUE]
    yield from ((("file",), file) for file in _named_files(text))


def _named_files(text: str) -> Iterator[str]:
    return (match[0].strip() for match in _FILE.finditer(text) if file_ending(match[0]))


def _walk(value: Any, path: tuple[str, ...], depth: int) -> Iterator[tuple[tuple[str, ...], Any]]:
    if depth > _DEEPEST:
        return
    if isinstance(value, Mapping):
        yield from _walk_mapping(value, path, depth)
    elif isinstance(value, list):
        if value and path and isinstance(value[0], Mapping):
            yield (*path, "[]"), value
        for item in value[:_MOST_ITEMS]:
            yield from _walk(item, path, depth + 1)
    elif _is_scalar(value):
        yield path, value
        if isinstance(value, str) and _IN_A_SENTENCE.search(value):
            yield from (((*path, "file"), file) for file in _named_files(value))


def _walk_mapping(
    value: Mapping[str, Any], path: tuple[str, ...], depth: int
) -> Iterator[tuple[tuple[str, ...], Any]]:
    keyed = _is_keyed_by_data(value)
    for key, below in value.items():
        if keyed:
            yield (*path, "key"), str(key)
        yield from _walk(below, (*path, EVERY if keyed else str(key)), depth + 1)


def _is_keyed_by_data(value: Mapping[str, Any]) -> bool:
    shapes = {_shape(below) for below in value.values()}
    return len(value) >= _KEYED_BY_DATA and len(shapes) == 1 and shapes != {"scalar"}


def _shape(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(sorted(map(str, value)))
    return "list" if isinstance(value, list) else "scalar"


def _is_scalar(value: Any) -> bool:
    if isinstance(value, str):
        return 0 < len(value.strip()) <= _LONGEST_VALUE
    return isinstance(value, int | float) and not isinstance(value, bool)


def _promised(
    schema: Mapping[str, Any] | None, path: tuple[str, ...], root: Mapping[str, Any], depth: int
) -> Iterator[Field]:
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return
    whole = resolve_schema(schema, root)
    properties = whole.get("properties")
    if isinstance(properties, Mapping):
        for name, below in properties.items():
            yield from _promised(below, (*path, str(name)), root, depth + 1)
    elif isinstance(whole.get("items"), Mapping):
        yield from _promised(whole["items"], path, root, depth + 1)
    elif path:
        yield Field(path)
