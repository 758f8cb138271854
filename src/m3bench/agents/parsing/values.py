"""Find the JSON value in a reply."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

import msgspec

from m3bench.agents.parsing.lenient_json import (
    ParsedValue,
    TooDeep,
    parse_number,
    parse_scalar,
    read_container,
)
from m3bench.agents.parsing.markup import MOST, TaggedCall, boxed_text, fenced_blocks, tagged_calls
from m3bench.agents.parsing.quotes import CLOSERS, read_string
from m3bench.agents.parsing.thinking import split_thinking
from m3bench.core import MAX_DEPTH, is_too_deep
from m3bench.core.text import value_without_surrogates, without_conflicts, without_surrogates

_BRACKET = re.compile(r"[{\[]")
_JSON_BEGINS = frozenset('{["-0123456789tfnNI')
_AROUND = "\ufeff\u200b \t\r\n"
_EFFORT = 6
"""How many times the length of a text may be scanned for values."""
_MOST_EFFORT = 1_200_000
"""Maximum of characters for the lenient parser: more than models write."""
_TRY = 50
"""The cost of a start, in characters."""
_STRICT_TRIES = 30
"""The standard parser is fast, but slow to report where it failed."""
_NESTED_STRINGS = 2
# The standard parser refuses integers of thousands of digits, and accepts NaN and Infinity.
_make_decoder = partial(
    json.JSONDecoder,
    parse_int=parse_number,
    parse_float=parse_number,
    parse_constant=lambda _: None,
    strict=False,
)
_DECODER, _UNCONTESTED = _make_decoder(), _make_decoder(object_pairs_hook=without_conflicts)


class Unreadable(msgspec.Struct, frozen=True):
    """No value could be read."""

    reason: str


NOTHING = Unreadable("there is no JSON in it")
TOO_DEEP = Unreadable(f"it is nested deeper than {MAX_DEPTH} levels")


def read_json(text: str) -> Any | Unreadable:
    """Return the JSON value of a text, the longest of several. JSON inside a string is parsed too."""
    text = without_surrogates(text)
    try:
        value = parse_strict(text)
        if value is NOTHING:
            reply, thought = split_thinking(text)
            value = _find_value(reply)
            value = _find_value(thought) if value is NOTHING else value
        value = unquote(value)
        return TOO_DEEP if is_too_deep(value) else clean_value(value, text)
    except (TooDeep, RecursionError):
        return TOO_DEEP


def clean_value(value: Any, text: str) -> Any:
    """Return the value without lone surrogates. Only a text with escapes can produce them."""
    return value_without_surrogates(value) if "\\u" in text else value


def plain_key(key: str) -> str:
    return key.strip().replace("_", "").replace("-", "").replace(" ", "").casefold()


def parse_strict(text: str) -> Any:
    """Parse a text that is only JSON; return `NOTHING` for any other."""
    text = text.strip(_AROUND)
    if text[:1] not in _JSON_BEGINS:
        return NOTHING
    try:
        value = _DECODER.decode(text)
    except ValueError:
        return NOTHING
    if is_too_deep(value):
        raise TooDeep
    return value


def unquote(value: Any) -> Any:
    """Parse a string that holds only an object or a list; return other values as they are."""
    for _ in range(_NESTED_STRINGS):
        if not isinstance(value, str):
            break
        inner = value.strip(_AROUND)
        containers = find_containers(inner) if inner[:1] in ("{", "[") else []
        if len(containers) != 1 or containers[0].start > 0 or containers[0].end < len(inner):
            break
        value = containers[0].value
    return value


def find_containers(text: str, *, uncontested: bool = False) -> list[ParsedValue]:
    """Return the objects and lists in a text, in order and without direct repetitions.

    A key with two different values gets the last one; with `uncontested`, it is left out.
    """
    containers: list[ParsedValue] = []
    at, failures = 0, 0
    effort = min(_EFFORT * (len(text) + _TRY * _STRICT_TRIES), _MOST_EFFORT)
    while effort >= 0 and len(containers) < MOST and (bracket := _BRACKET.search(text, at)) is not None:
        quick = _read_strictly(text, bracket.start(), uncontested) if failures < _STRICT_TRIES else None
        failures += quick is None
        here = quick or read_container(text, bracket.start(), effort, uncontested=uncontested)
        effort -= _TRY + (here.end - bracket.start() if quick is None else 0)
        at = here.end if isinstance(here, ParsedValue) else bracket.end()
        if isinstance(here, ParsedValue) and not (containers and containers[-1].value == here.value):
            containers.append(here)
    return containers


def read_object_at(text: str, start: int) -> ParsedValue | None:
    """Parse the object at this position; None if it cannot be read."""
    parsed = _read_strictly(text, start, False) or read_container(text, start, _MOST_EFFORT)
    return parsed if isinstance(parsed, ParsedValue) and isinstance(parsed.value, dict) else None


def find_values(text: str) -> list[ParsedValue]:
    """Return the objects and lists in code fences; without any, those in the whole text."""
    return [
        container for part in fenced_blocks(text) for container in find_containers(part)
    ] or find_containers(text)


def tagged_value(call: TaggedCall) -> tuple[Any, bool]:
    """Return a tagged call as an object with name and arguments; JSON without a name as it is.

    The second value says whether its JSON is broken.
    """
    if call.parameters:
        given = {key: _value(text) for key, text in call.parameters.items()}
        return {"name": call.name, "arguments": given}, False
    containers = find_containers(call.body)
    last = containers[-1] if containers else None
    is_broken = last is not None and last.is_broken
    if call.name is None:
        return (NOTHING if last is None else last.value), is_broken
    return {"name": call.name, "arguments": call.body.strip() if last is None else last.value}, is_broken


def _read_strictly(text: str, start: int, uncontested: bool) -> ParsedValue | None:
    try:
        value, end = (_UNCONTESTED if uncontested else _DECODER).raw_decode(text, start)
    except ValueError:
        return None
    if is_too_deep(value):
        raise TooDeep
    return ParsedValue(value, start, end)


def _find_value(text: str) -> Any:
    calls = [value for call in tagged_calls(text) if (value := tagged_value(call)[0]) is not NOTHING]
    if calls:
        return calls[0] if len(calls) == 1 else calls
    values = find_values(text)
    if values:
        return max(reversed(values), key=lambda value: value.end - value.start).value
    return _lone_scalar(text)


def _lone_scalar(text: str) -> Any:
    box, blocks = boxed_text(text), fenced_blocks(text)
    inner = (box if box is not None else blocks[0] if len(blocks) == 1 else text).strip(_AROUND)
    if inner[:1] in CLOSERS:
        string, end, closed = read_string(inner, 0, "value")
        return string if closed and end == len(inner) else NOTHING
    value = parse_scalar(inner)
    return NOTHING if value == inner else value


def _value(text: str) -> Any:
    value = parse_strict(text)
    return text if value is NOTHING else value
