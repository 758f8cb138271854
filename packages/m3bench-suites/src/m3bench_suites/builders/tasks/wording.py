"""The words of tasks: TOML files beside the modules of families, with a table for each kind of task."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import AnswerField, AnswerForm, Difficulty, SimulatedUser, UsageError, UserFact

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
Phrase = str | tuple[str, ...] | dict[str, str]
"""A text; several, of which one is drawn; or texts by word. Words that are a list are joined."""


class FormField(AnswerField, frozen=True, forbid_unknown_fields=True):
    """A field of a form, with words in braces."""

    fields: tuple[FormField, ...] = ()
    when: tuple[str, ...] = ()
    """Words without which the field is left out."""


class FactWording(UserFact, frozen=True, forbid_unknown_fields=True):
    """What a simulated user knows, with words in braces."""


class UserWording(SimulatedUser, frozen=True, forbid_unknown_fields=True):
    """A simulated user, with words in braces."""

    facts: tuple[FactWording, ...] = ()


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one kind of task is worded. Words in braces are drawn, in every text and in `choices`."""

    requests: tuple[str, ...]
    """Requests that say what to look up where. Tasks take them in turn."""
    fuzzy: tuple[str, ...]
    """What a person would say instead."""
    fields: tuple[FormField, ...] = ()
    """The fields of the answer."""
    phrases: dict[str, Phrase] = {}
    """How words of these names are said: `sauce = " with {sauce} sauce"`. Empty words are left out."""
    fuzzy_phrases: dict[str, Phrase] = {}
    """What the fuzzy request says instead."""
    role: str | None = None
    """`You are …`"""
    rules: tuple[str, ...] = ()
    """The rules of the domain, which only the agent sees."""
    user: UserWording | None = None
    """The person behind the request, who is asked."""
    difficulty: Difficulty | None = None
    servers: tuple[str, ...] | None = None
    """The servers that the task needs, where they are not those of the family."""
    distractors: tuple[str, ...] = ()
    """Servers of the neighbourhood that it does not need."""

    def form(self, words: Mapping[str, object], names: tuple[str, ...] | None = None) -> AnswerForm | None:
        """Return the form with its words filled in, or only some of its fields, in the order of the names.

        `flats.rent` names a field of a record, of which the form then has only those that are named.
        """
        fields = self.fields if names is None else _chosen(self.fields, names)
        filled = _filled(fields, words)
        return AnswerForm(filled) if filled else None

    def simulated_user(
        self, words: Mapping[str, object], known: tuple[UserFact, ...] = ()
    ) -> SimulatedUser | None:
        """Return the user, who also knows these facts, with its words filled in."""
        if self.user is None:
            return None
        facts = tuple(
            UserFact(
                fill(fact.topic, words),
                fill(fact.answer, words),
                tuple(fill(keyword, words) for keyword in fact.keywords),
            )
            for fact in self.user.facts
        )
        return SimulatedUser(
            persona=fill(self.user.persona, words),
            goal=self.user.goal and fill(self.user.goal, words),
            manner=self.user.manner and fill(self.user.manner, words),
            facts=(*known, *facts),
        )


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


def is_empty(word: object) -> bool:
    """Return whether nothing is said of a word: it is None, False, or an empty text or list. Zero is said."""
    return word is None or word is False or word in ("", (), [])


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


def _chosen(fields: tuple[FormField, ...], names: Iterable[str]) -> tuple[FormField, ...]:
    by_name = {field.name: field for field in fields}
    parts: dict[str, list[str]] = {}
    for name in names:
        record, _, part = name.partition(".")
        if record not in by_name:
            raise UsageError(f"There is no field {record!r}. The fields are {', '.join(by_name)}.")
        parts.setdefault(record, []).extend([part] if part else [])
    return tuple(
        msgspec.structs.replace(by_name[name], fields=_chosen(by_name[name].fields, inner))
        if inner
        else by_name[name]
        for name, inner in parts.items()
    )


def _filled(fields: Iterable[FormField], words: Mapping[str, object]) -> tuple[AnswerField, ...]:
    return tuple(
        AnswerField(
            field.name,
            field.type,
            fill(field.meaning, words),
            field.unit and fill(field.unit, words),
            field.many,
            field.ordered,
            tuple(choice for text in field.choices for choice in _choices(text, words)),
            _filled(field.fields, words),
        )
        for field in fields
        if not any(is_empty(_word(name, words)) for name in field.when)
    )


def _word(name: str, words: Mapping[str, object]) -> object:
    try:
        return words[name]
    except KeyError:
        raise UsageError(f"No word {name!r} is drawn, on which a field depends.") from None


def _choices(text: str, words: Mapping[str, object]) -> tuple[str, ...]:
    """Return a choice; or several, if it is the name of a word that is a list."""
    word = words.get(text.strip("{}"))
    return tuple(map(str, word)) if isinstance(word, tuple | list) else (fill(text, words),)
