"""Conditions on the fields of tasks, such as ``level=L3`` or ``hops>=4``."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Container, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from m3bench.core import Difficulty, Task, UsageError
from m3bench.core.text import did_you_mean, nearest_names
from m3bench.suites.selecting.fields import Value, task_fields

_CONDITION = re.compile(r"\s*([\w.-]+)\s*(!=|>=|<=|=|>|<)\s*(.*\S)\s*", re.DOTALL)
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
_RANKS = {difficulty.value: difficulty.rank for difficulty in Difficulty}
_EXAMPLE = "Write KEY=VALUE, such as level=L3, level=L2,L3, family!=museum, servers=math or hops>=4."
_MOST_SHOWN = 40
_Fields = Mapping[str, tuple[Value, ...]]
_KEYS = {
    "modality": "modalities media medium", "family": "families domain domains category", "level": "levels",
    "difficulty": "difficulties", "kind": "kinds", "servers": "server", "steps": "step", "calls": "call",
    "hops": "hop", "turns": "turn", "threads": "thread", "tags": "tag", "camera": "cameras",
}  # fmt: skip
_VALUES = {
    "modality": {
        "audio": "sound sounds speech voice recording recordings wav mp3",
        "image": "images picture pictures photo photos photograph photographs png jpeg jpg visual",
        "video": "videos film films movie movies clip clips mp4",
        "document": "documents doc docs docx word pdf pdfs slides pptx spreadsheet spreadsheets xlsx excel",
        "table": "tables csv spreadsheet spreadsheets xlsx excel",
        "text": "texts txt",
    },
    "level": {"L1": "1", "L2": "2", "L3": "3"},
    "difficulty": {"easy": "simple", "hard": "difficult"},
}
"""The words of suites, and what people write for them. Of a word that has two meanings, the last counts."""


class Condition(msgspec.Struct, frozen=True):
    """A condition on one field of a task."""

    key: str
    sign: str
    """One of = != >= <= > <."""
    values: tuple[str, ...]
    """The alternatives after = and !=, which may be patterns; else one value."""

    def __str__(self) -> str:
        return f"{self.key}{self.sign}{','.join(self.values)}"

    def holds(self, fields: _Fields) -> bool:
        """Return whether a task with these fields meets it. A task without the field meets only `!=`."""
        values = fields.get(self.key, ())
        if self.sign in _ORDERS:
            pairs = (_comparable(value, self.values[0]) for value in values)
            return any(pair is not None and _ORDERS[self.sign](*pair) for pair in pairs)
        equal = any(_equals(value, wanted) for value in values for wanted in self.values)
        return equal if self.sign == "=" else not equal


def parse_condition(text: str) -> Condition:
    """Read a condition.

    Raises:
        UsageError: It is not of the form KEY SIGN VALUE.
    """
    match = _CONDITION.fullmatch(text)
    if match is None:
        raise UsageError(f"{text[:100]!r} is not a condition.", _EXAMPLE)
    key, sign, value = match.groups()
    values = (value,) if sign in _ORDERS else tuple(filter(None, map(str.strip, value.split(","))))
    if not values:
        raise UsageError(f"{text[:100]!r} is not a condition.", _EXAMPLE)
    return Condition(key.replace("-", "_"), sign, values)


def matching_tasks(name: str, tasks: Sequence[Task], conditions: Sequence[str]) -> list[Task]:
    """Return the tasks that meet all conditions.

    Args:
        name: The suite, for messages.
        tasks: Its tasks. A key or value that none of them has is an error, not an empty selection.
        conditions: Such as ``level=L3``.

    Raises:
        UsageError: A condition cannot be read, or names a key or value that no task has.
    """
    if not conditions:
        return list(tasks)
    fields = [task_fields(task) for task in tasks]
    read = [_in_own_words(parse_condition(text), fields) for text in conditions]
    for condition in read:
        _require_known(name, condition, fields)
    pairs = zip(tasks, fields, strict=True)
    return [task for task, own in pairs if all(condition.holds(own) for condition in read)]


def reworded_conditions(tasks: Sequence[Task], conditions: Sequence[str]) -> list[str]:
    """Return for each condition in words other than those of the tasks how it is read.

    Raises:
        UsageError: A condition cannot be read.
    """
    fields = [task_fields(task) for task in tasks] if conditions else []
    given = [parse_condition(text) for text in conditions]
    pairs = [(condition, _in_own_words(condition, fields)) for condition in given]
    return [f"--where {condition} is read as {own}" for condition, own in pairs if own != condition]


def _in_own_words(condition: Condition, fields: Sequence[_Fields]) -> Condition:
    """Return the condition with the words that the tasks use: `modality=audio` for `modality=sound`."""
    key = _meant(condition.key, _KEYS, {key for own in fields for key in own})
    known = {_text(value) for own in fields for value in own.get(key, ())}
    values = tuple(_meant(value, _VALUES.get(key, {}), known) for value in condition.values)
    return Condition(key, condition.sign, values)


def _require_known(name: str, condition: Condition, fields: Sequence[_Fields]) -> None:
    keys = sorted({key for own in fields for key in own})
    if condition.key not in keys:
        hint = f"{did_you_mean(condition.key, keys)} Keys: {', '.join(keys)}.".strip()
        raise UsageError(f"No task of {name} has the field {condition.key!r}.", hint)
    known = list(dict.fromkeys(value for own in fields for value in own.get(condition.key, ())))
    if condition.sign in _ORDERS:
        wanted = condition.values[0]
        if not any(_comparable(value, wanted) for value in known):
            hint = f"Known values: {_shown(known)}."
            raise UsageError(f"{condition.key} of {name} cannot be compared with {wanted!r}.", hint)
        return
    for wanted in condition.values:
        if not any(_equals(value, wanted) for value in known):
            near = _nearest_values(condition.key, wanted, list(map(_text, known)))
            alike = f"Did you mean {' or '.join(near)}? " if near else ""
            hint = f"{alike}Known values: {_shown(known)}."
            raise UsageError(f"No task of {name} has {condition.key}={wanted}.", hint)


def _shown(values: Sequence[Value]) -> str:
    texts = sorted(map(_text, values), key=lambda text: text.zfill(8) if text.isdecimal() else text)
    more = f" and {len(texts) - _MOST_SHOWN} more" if len(texts) > _MOST_SHOWN else ""
    return ", ".join(texts[:_MOST_SHOWN]) + more


def _text(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _equals(value: Value, wanted: str) -> bool:
    if isinstance(value, bool):
        return wanted.lower() in (("yes", "true", "1") if value else ("no", "false", "0"))
    if isinstance(value, int | float):
        return _number(wanted) == value
    return value == wanted or fnmatchcase(_folded(value), _folded(wanted))


def _folded(text: str) -> str:
    """`Items Price` and `items_price` are the same."""
    return re.sub(r"[\s_]+", "_", text).casefold()


def _comparable(value: Value, wanted: str) -> tuple[Any, Any] | None:
    """Return what to compare: numbers, ranks of difficulty, or texts of one form such as L1 and L3."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        number = _number(wanted)
        return None if number is None else (value, number)
    if value in _RANKS and wanted in _RANKS:
        return _RANKS[value], _RANKS[wanted]
    forms = [re.fullmatch(r"(\D*)(\d{1,9})", text) for text in (value, wanted)]
    if forms[0] and forms[1] and forms[0][1].casefold() == forms[1][1].casefold():
        return int(forms[0][2]), int(forms[1][2])
    return None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return None if math.isnan(number) else number


def _nearest_values(key: str, value: str, known: Sequence[str]) -> list[str]:
    """Return the values of tasks that are spelled like a word, or like another word for them."""
    synonyms = _VALUES.get(key, {})
    words = dict.fromkeys(word for others in synonyms.values() for word in others.split())
    near = nearest_names(value.casefold(), [*known, *words])
    meant = dict.fromkeys(_meant(word, synonyms, known) for word in near)
    return [word for word in meant if word in known]


def _meant(word: str, synonyms: Mapping[str, str], known: Container[str]) -> str:
    """Return the key or value that a word means, if tasks have only that; else the word."""
    if word in known:
        return word
    meant = [name for name, others in synonyms.items() if word.casefold() in others.split() and name in known]
    return meant[-1] if meant else word
