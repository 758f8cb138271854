"""Read tool calls from JSON values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from m3bench.agents.parsing.names import ToolNames
from m3bench.agents.parsing.repairs import RENAMED_KEYS, RENAMED_TOOL, with_repairs
from m3bench.agents.parsing.values import plain_key, unquote
from m3bench.core import Call

_LISTS = (
    "toolcalls", "calls", "functioncalls", "toolcall", "functioncall", "call", "actions", "tooluses",
    "tools",
)  # fmt: skip
_NAMES = ("name", "toolname", "tool", "function", "functionname", "action", "recipientname")
_SERVERS = ("server", "servername", "mcpserver")
_ARGUMENTS = (
    "arguments", "args", "parameters", "params", "input", "toolinput", "actioninput", "kwargs",
    "toolarguments", "toolargs", "argument",
)  # fmt: skip
_IDS = ("id", "callid", "toolcallid")
_BESIDE = frozenset((*_NAMES, *_SERVERS, *_IDS, "type", "thought", "plan", "reason", "reasoning", "purpose"))
_PLAIN = {key: key for key in (*_LISTS, *_NAMES, *_SERVERS, *_ARGUMENTS, *_BESIDE)}


class ParsedCall(NamedTuple):
    call: Call
    is_known: bool
    """Its tool is mounted."""
    is_full: bool
    """Its tool is named with its server."""
    has_arguments: bool
    """The arguments have a key of their own."""

    def is_sure(self, names: ToolNames) -> bool:
        """Return whether this is a call even where no call is expected.

        Objects have names for many reasons: without a known tool, or arguments of their own, it is a record.
        """
        if self.has_arguments or (self.is_known and self.is_full):
            return True
        known = names.properties(self.call.name) if self.is_known else None
        return bool(known and self.call.arguments) and set(self.call.arguments) <= set(known or ())


def items_of(value: Any) -> list[Any] | None:
    """Return the items of a list of calls, or of an object with such a list; None for anything else."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return None
    fields = fields_of(value)
    if any(isinstance(fields.get(key), str) for key in _NAMES):
        return None
    for key in _LISTS:
        if key in fields:
            items = unquote(fields[key])
            return items if isinstance(items, list) else [items] if items else []
    return None


def parse_calls(value: Any, names: ToolNames) -> tuple[ParsedCall, ...]:
    """Read an object that is one call, or ``{"server/tool": {…}}``. Empty for any other value."""
    if not isinstance(value, dict) or not value or _is_definition(value):
        return ()
    call = _parse_call(value, names)
    return (call,) if call is not None else _calls_by_name(value, names)


def fields_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an object by their plain names."""
    return {_plain(key): part for key, part in value.items()}


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _parse_call(value: Mapping[str, Any], names: ToolNames) -> ParsedCall | None:
    fields = fields_of(value)
    for key in _NAMES:
        if key in fields and isinstance(inner := unquote(fields[key]), dict):
            outer = {name: part for name, part in value.items() if part is not fields[key]}
            parsed = _parse_call({**outer, **inner}, names)
            return parsed and parsed._replace(call=with_repairs(parsed.call, RENAMED_KEYS))
    written = [name for key in _NAMES if isinstance(name := fields.get(key), str) and name.strip()]
    if not written:
        return None
    server = next((text for key in _SERVERS if isinstance(text := fields.get(key), str)), "").strip()
    identity = next((text for key in _IDS if isinstance(text := fields.get(key), str)), None)
    name, is_known, is_full, repairs = _resolve(written, server, names)
    holder, arguments = _arguments(value, fields)
    if holder != "arguments" or server or fields.get("name") is not written[0]:
        repairs = (*repairs, RENAMED_KEYS)
    return ParsedCall(Call(name, arguments, identity, repairs=repairs), is_known, is_full, holder is not None)


def _resolve(
    written: Sequence[str], server: str, names: ToolNames
) -> tuple[str, bool, bool, tuple[str, ...]]:
    """Return the name, whether it is known, whether it was written with its server, and repairs."""
    tries = [f"{server}/{name.strip()}" for name in written if server] + [name.strip() for name in written]
    for name in tries:
        if (tool := names.resolve(name)) is not None:
            is_full = tool.is_full and not server
            return tool.name, True, is_full, () if tool.is_exact else (RENAMED_TOOL,)
    return tries[-1] if "/" in tries[-1] else tries[0], False, False, ()


def _arguments(value: Mapping[str, Any], fields: Mapping[str, Any]) -> tuple[str | None, Any]:
    """Return the key of the arguments, and the arguments. Without one, all other fields are arguments."""
    for key in _ARGUMENTS:
        if key in fields:
            given = unquote(fields[key])
            return key, {} if given is None or given == "" else given
    return None, {key: part for key, part in value.items() if _plain(key) not in _BESIDE}


def _plain(key: str) -> str:
    return _PLAIN.get(key) or plain_key(key)


def _calls_by_name(value: Mapping[str, Any], names: ToolNames) -> tuple[ParsedCall, ...]:
    """Read calls of the form ``{"server/tool": {…}}``. A tool without its server may be a field of data."""
    calls: list[ParsedCall] = []
    for key, given in value.items():
        tool = names.resolve(key) if isinstance(key, str) else None
        arguments = unquote(given) or {}
        if tool is None or not tool.is_full or not isinstance(arguments, dict):
            return ()
        repairs = (RENAMED_KEYS,) if tool.is_exact else (RENAMED_TOOL, RENAMED_KEYS)
        calls.append(ParsedCall(Call(tool.name, arguments, repairs=repairs), True, True, True))
    return tuple(calls)


def _is_definition(value: Mapping[str, Any]) -> bool:
    """Return whether an object describes a tool, with a schema in place of arguments."""
    return "description" in value and any(
        isinstance(part, dict) and isinstance(part.get("properties"), dict) for part in value.values()
    )
