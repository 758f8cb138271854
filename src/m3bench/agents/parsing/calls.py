"""Parse tool calls."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.agents.parsing.lenient_json import TooDeep
from m3bench.agents.parsing.markup import MOST, TaggedCall, tagged_calls
from m3bench.agents.parsing.names import ToolNames
from m3bench.agents.parsing.surrogates import clean_value
from m3bench.agents.parsing.thinking import split_thinking
from m3bench.agents.parsing.values import NOTHING, TOO_DEEP, find_values, parse_strict, tagged_value, unquote
from m3bench.core import Call
from m3bench.core.text import shorten_middle, without_surrogates

_LISTS = (
    "toolcalls",
    "calls",
    "functioncalls",
    "toolcall",
    "functioncall",
    "call",
    "actions",
    "tooluses",
    "tools",
)
_NAMES = ("name", "toolname", "tool", "function", "functionname", "action", "recipientname")
_SERVERS = ("server", "servername", "mcpserver")
_ARGUMENTS = (
    "arguments",
    "args",
    "parameters",
    "params",
    "input",
    "toolinput",
    "actioninput",
    "kwargs",
    "toolarguments",
    "toolargs",
    "argument",
)
_IDS = ("id", "callid", "toolcallid")
_BESIDE = frozenset((*_NAMES, *_SERVERS, *_IDS, "type", "thought", "plan", "reason", "reasoning", "purpose"))
_LONGEST_RAW = 20_000


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


def illegal_call(text: str) -> Call:
    """Return a call without a name, which ends as illegal_format and records the text."""
    return Call("", shorten_middle(without_surrogates(text), _LONGEST_RAW))


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
    fields = [clean_value([call.name, call.arguments, call.id], text) for call in read.calls]
    return Calls(tuple(Call(*each) for each in fields), tuple(map(without_surrogates, read.problems)))


def _calls_in(text: str, names: ToolNames) -> Calls:
    found = [
        call for call in tagged_calls(text) if call.name is not None or tagged_value(call) is not NOTHING
    ]
    if found:
        return _joined([_tagged_calls(call, names) for call in found])
    values = [each.value for each in find_values(text)]
    batches = [value for value in values if _items(value) is not None and _says_calls(value, names)]
    singles = [value for value in values if _items(value) is None and _says_calls(value, names)]
    if batches:
        return _calls_of(batches[-1], names)
    if singles:
        return _joined([_calls_of(value, names) for value in singles])
    if len(values) == 1 and _items(values[0]) == []:
        return Calls()
    return Calls(problems=("there is no call in it" if values else NOTHING.reason,))


def _joined(parts: Sequence[Calls]) -> Calls:
    return Calls(
        tuple(call for part in parts for call in part.calls),
        tuple(problem for part in parts for problem in part.problems),
    )


def _tagged_calls(tagged_call: TaggedCall, names: ToolNames) -> Calls:
    value = tagged_value(tagged_call)
    read = _calls_of(value, names)
    if not tagged_call.parameters or len(read.calls) != 1:
        return read
    (call,) = read.calls
    texts = {key: text for key, text in tagged_call.parameters.items() if names.wants_text(call.name, key)}
    return Calls((msgspec.structs.replace(call, arguments={**call.arguments, **texts}),), read.problems)


def _says_calls(value: Any, names: ToolNames) -> bool:
    items = _items(value)
    candidates = [value] if items is None else [unquote(item) for item in items[:MOST]]
    return any(_single(each, names) is not None or _by_name(each, names) for each in candidates)


def _single(value: Any, names: ToolNames) -> Call | None:
    """Read a call that no list encloses: its name must be known, or it must have arguments."""
    call = _call(value, names)
    if call is None or names.name(call.name) is not None:
        return call
    return call if any(key in _ARGUMENTS for key in _fields(value)) else None


def _calls_of(value: Any, names: ToolNames) -> Calls:
    items = _items(value)
    if items is not None:
        more = (f"more than {MOST} calls",) if len(items) > MOST else ()
        return _joined([*(_item(item, names) for item in items[:MOST]), Calls(problems=more)])
    if not value and value is not False:
        return Calls()
    call = _single(value, names)
    if call is not None:
        return Calls((call,))
    by_name = _by_name(value, names)
    return Calls(by_name) if by_name else Calls(problems=(f"it names no tool: {_brief(value)}",))


def _items(value: Any) -> list[Any] | None:
    """Return the items of a list of calls, or of an object with such a list; None for anything else."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return None
    fields = _fields(value)
    if any(isinstance(fields.get(key), str) for key in _NAMES):
        return None
    for key in _LISTS:
        if key in fields:
            items = unquote(fields[key])
            return items if isinstance(items, list) else [items] if items else []
    return None


def _item(item: Any, names: ToolNames) -> Calls:
    value = unquote(item)
    call = _call(value, names)
    if call is not None:
        return Calls((call,))
    by_name = _by_name(value, names)
    if by_name:
        return Calls(by_name)
    return Calls((illegal_call(_raw(item)),), (f"an item names no tool: {_brief(item)}",))


def _call(value: Any, names: ToolNames) -> Call | None:
    if not isinstance(value, dict):
        return None
    fields = _fields(value)
    for key in _NAMES:
        if isinstance(inner := unquote(fields.get(key)), dict):
            return _call({**{k: v for k, v in value.items() if v is not fields[key]}, **inner}, names)
    written = [name for key in _NAMES if isinstance(name := fields.get(key), str) and name.strip()]
    if not written:
        return None
    server = next((text for key in _SERVERS if isinstance(text := fields.get(key), str)), "").strip()
    identity = next((text for key in _IDS if isinstance(text := fields.get(key), str)), None)
    return Call(_resolved(written, server, names), _arguments(value, fields), identity)


def _resolved(written: Sequence[str], server: str, names: ToolNames) -> str:
    tries = [f"{server}/{name.strip()}" for name in written if server] + [name.strip() for name in written]
    known = next((name for each in tries if (name := names.name(each)) is not None), None)
    return known if known is not None else tries[-1] if "/" in tries[-1] else tries[0]


def _arguments(value: Mapping[str, Any], fields: Mapping[str, Any]) -> Any:
    for key in _ARGUMENTS:
        if key in fields:
            given = unquote(fields[key])
            return {} if given is None or given == "" else given
    return {key: part for key, part in value.items() if _plain(key) not in _BESIDE}


def _by_name(value: Any, names: ToolNames) -> tuple[Call, ...]:
    """Read calls of the form ``{"server/tool": {…}}``."""
    if not isinstance(value, dict) or not value:
        return ()
    full = [names.name(key) for key in value]
    if None in full:
        return ()
    return tuple(
        Call(name or "", unquote(arguments) or {})
        for name, arguments in zip(full, value.values(), strict=True)
    )


def _fields(value: Mapping[str, Any]) -> dict[str, Any]:
    return {_plain(key): part for key, part in value.items()}


def _plain(key: str) -> str:
    return key.strip().replace("_", "").replace("-", "").replace(" ", "").casefold()


def _brief(value: Any) -> str:
    return shorten_middle(_raw(value), 200)


def _raw(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
