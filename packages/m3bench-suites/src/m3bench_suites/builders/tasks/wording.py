"""The words of tasks: TOML files beside the modules of families, with a table for each kind of task."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import AnswerField, AnswerForm, UsageError

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one kind of task is worded. Words in braces are drawn, in every text and in `choices`."""

    requests: tuple[str, ...]
    """Requests that say what to look up where. One of them is drawn."""
    fuzzy: tuple[str, ...]
    """What a person would say instead."""
    fields: tuple[AnswerField, ...] = ()
    """The fields of the answer."""
    role: str | None = None
    """`You are …`"""
    rules: tuple[str, ...] = ()
    """The rules of the domain, which only the agent sees."""

    def form(self, words: Mapping[str, object], names: tuple[str, ...] | None = None) -> AnswerForm | None:
        """Return the form with its words filled in, or only some of its fields, in the order of the names."""
        by_name = {field.name: field for field in self.fields}
        if unknown := [name for name in names or () if name not in by_name]:
            raise UsageError(f"There is no field {unknown[0]!r}. The fields are {', '.join(by_name)}.")
        fields = self.fields if names is None else tuple(by_name[name] for name in names)
        return AnswerForm(tuple(_filled(field, words) for field in fields)) if fields else None


def wording_of(task: Callable[..., Any]) -> Wording:
    """Return the wording of what draws a task: `_air_quality` and `AirQuality` are `[air_quality]`."""
    wordings, name = _read(task.__module__), _WORD_START.sub("_", task.__name__.lstrip("_")).lower()
    if name not in wordings:
        raise UsageError(f"{_file(task.__module__).name} has no table [{name}].", "Add its requests to it.")
    return wordings[name]


def fill(text: str, words: Mapping[str, object]) -> str:
    """Return a text with its words filled in. Raise `UsageError` if one is missing."""
    try:
        return text.format_map(words)
    except KeyError as error:
        known = ", ".join(words) or "none"
        raise UsageError(f"No word {error} is drawn for {text!r}.", f"Drawn are: {known}.") from None


@cache
def _read(module: str) -> dict[str, Wording]:
    """Return the tables of the TOML file beside a module."""
    file = _file(module)
    if not file.is_file():
        raise UsageError(f"{module} has no words.", f"Write them to {file.name}, beside it.")
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), dict[str, Wording])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise UsageError(f"{file}: {error}") from None


def _file(module: str) -> Path:
    return Path(str(sys.modules[module].__file__)).with_suffix(".toml")


def _filled(field: AnswerField, words: Mapping[str, object]) -> AnswerField:
    changes: dict[str, Any] = {"meaning": fill(field.meaning, words)}
    if field.unit is not None:
        changes["unit"] = fill(field.unit, words)
    if field.choices:
        changes["choices"] = tuple(choice for text in field.choices for choice in _choices(text, words))
    if field.fields:
        changes["fields"] = tuple(_filled(part, words) for part in field.fields)
    return msgspec.structs.replace(field, **changes)


def _choices(text: str, words: Mapping[str, object]) -> tuple[str, ...]:
    """Return a choice; or several, if it is the name of a word that is a list."""
    word = words.get(text.strip("{}"))
    return tuple(map(str, word)) if isinstance(word, tuple | list) else (fill(text, words),)
