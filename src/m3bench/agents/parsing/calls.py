"""Read the calls in a reply that is expected to hold some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.agents.parsing.action_lines import action_calls
from m3bench.agents.parsing.call_values import as_text, items_of, parse_calls
from m3bench.agents.parsing.lenient_json import TooDeep
from m3bench.agents.parsing.markup import MOST, TaggedCall, tagged_calls
from m3bench.agents.parsing.names import ToolNames
from m3bench.agents.parsing.python_calls import python_calls
from m3bench.agents.parsing.repairs import BROKEN_JSON, TAGGED_CALL, illegal_call, with_repairs
from m3bench.agents.parsing.thinking import split_thinking
from m3bench.agents.parsing.values import (
    NOTHING,
    TOO_DEEP,
    clean_value,
    find_values,
    parse_strict,
    tagged_value,
    unquote,
)
from m3bench.core import Call
from m3bench.core.text import shorten_middle, without_surrogates


class Calls(msgspec.Struct, frozen=True):
    """Parsed calls, and problems of what was not understood.

    Without both, the model wants no call.
    """

    calls: tuple[Call, ...] = ()
    problems: tuple[str, ...] = ()


def read_calls(text: str, names: ToolNames) -> Calls:
    """Read the calls in a text. An item that is not a call becomes a call without a name."""
    text = without_surrogates(text)
    try:
        return _cleaned(_read_calls(text, names), text)
    except (TooDeep, RecursionError):
        return Calls(problems=(TOO_DEEP.reason,))


def calls_of(value: Any, names: ToolNames) -> Calls:
    """Read calls from a JSON value: a list, an object with a list, or a single call."""
    try:
        return _calls_of(unquote(value), names)
    except (TooDeep, RecursionError):
        return Calls(problems=(TOO_DEEP.reason,))


def clean_calls(calls: Sequence[Call], text: str) -> tuple[Call, ...]:
    """Return the calls without lone surrogates. Only a text with escapes can produce them."""
    if "\\u" not in text:
        return tuple(calls)
    fields = [clean_value([call.name, call.arguments, call.id], text) for call in calls]
    return tuple(
        Call(name, arguments, identity, repairs=call.repairs)
        for (name, arguments, identity), call in zip(fields, calls, strict=True)
    )


def calls_in_tag(tagged_call: TaggedCall, names: ToolNames) -> Calls | None:
    """Read the calls in a tag; None if there is neither a name nor JSON in it."""
    value, is_broken = tagged_value(tagged_call)
    if value is NOTHING:
        return None
    read = _calls_of(value, names)
    in_tags = tagged_call.name is not None
    kinds = [kind for kind, holds in ((TAGGED_CALL, in_tags), (BROKEN_JSON, is_broken)) if holds]
    if tagged_call.parameters and len(read.calls) == 1:
        (call,) = read.calls
        given = tagged_call.parameters
        texts = {key: text for key, text in given.items() if names.wants_text(call.name, key)}
        call = msgspec.structs.replace(call, arguments={**call.arguments, **texts})
        read = Calls((call,), read.problems)
    return _marked(read, *kinds)


def _read_calls(text: str, names: ToolNames) -> Calls:
    value = parse_strict(text)
    if value is not NOTHING:
        return _calls_of(unquote(value), names)
    reply, thought = split_thinking(text)
    read = _calls_in(reply, names)
    return read if read.calls or not thought else _calls_in(thought, names)


def _cleaned(read: Calls, text: str) -> Calls:
    if "\\u" not in text:
        return read
    return Calls(clean_calls(read.calls, text), tuple(map(without_surrogates, read.problems)))


def _calls_in(text: str, names: ToolNames) -> Calls:
    tagged = [read for tag in tagged_calls(text) if (read := calls_in_tag(tag, names)) is not None]
    if tagged:
        return _joined(tagged)
    values = find_values(text)
    listed = [(value, items_of(value.value)) for value in values]
    batches = [value for value, items in listed if items is not None and _any_call(items, names)]
    if batches:
        return _marked(_calls_of(batches[-1].value, names), *_broken(batches[-1].is_broken))
    single = [
        _marked(Calls((parsed.call,)), *_broken(value.is_broken))
        for value, items in listed
        if items is None
        for parsed in parse_calls(value.value, names)
        if parsed.is_sure(names)
    ]
    if single:
        return _joined(single)
    if calls := python_calls(text, names) or action_calls(text, names):
        return Calls(calls)
    if len(values) == 1 and listed[0][1] == []:
        return Calls()
    return Calls(problems=("there is no call in it" if values else NOTHING.reason,))


def _broken(is_broken: bool) -> tuple[str, ...]:
    return (BROKEN_JSON,) if is_broken else ()


def _marked(read: Calls, *kinds: str) -> Calls:
    if not kinds:
        return read
    return Calls(
        tuple(with_repairs(call, *kinds) if call.name else call for call in read.calls), read.problems
    )


def _joined(parts: Sequence[Calls]) -> Calls:
    if len(parts) == 1:
        return parts[0]
    return Calls(
        tuple(call for part in parts for call in part.calls),
        tuple(problem for part in parts for problem in part.problems),
    )


def _any_call(candidates: Sequence[Any], names: ToolNames) -> bool:
    return any(
        parsed.is_sure(names)
        for candidate in candidates[:MOST]
        for parsed in parse_calls(unquote(candidate), names)
    )


def _calls_of(value: Any, names: ToolNames) -> Calls:
    items = items_of(value)
    if items is not None:
        more = (f"more than {MOST} calls",) if len(items) > MOST else ()
        parts = [_item(item, names) for item in items[:MOST]]
        return _joined([*parts, Calls(problems=more)])
    if not value and value is not False:
        return Calls()
    parsed = parse_calls(value, names)
    # No list says that it is a call.
    if parsed and all(parsed_call.is_sure(names) for parsed_call in parsed):
        return Calls(tuple(parsed_call.call for parsed_call in parsed))
    return Calls(problems=(f"it names no tool: {_brief(value)}",))


def _item(item: Any, names: ToolNames) -> Calls:
    parsed = parse_calls(unquote(item), names)
    if parsed:
        return Calls(tuple(parsed_call.call for parsed_call in parsed))
    return Calls((illegal_call(as_text(item)),), (f"an item names no tool: {_brief(item)}",))


def _brief(value: Any) -> str:
    return shorten_middle(as_text(value), 200)
