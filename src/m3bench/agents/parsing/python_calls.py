"""Read calls that are written like Python: ``weather.get_weather(location="Oslo")``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from m3bench.agents.parsing.literals import NotLiteral, after_item, read_literal, skip_blank
from m3bench.agents.parsing.markup import MOST, fenced_blocks
from m3bench.agents.parsing.names import ResolvedName, ToolNames
from m3bench.agents.parsing.repairs import PYTHON_CALL, RENAMED_TOOL
from m3bench.core import Call

_NAME = r"(?P<name>[A-Za-z_][\w./:-]{0,200}?)[ \t]?\("
_STATEMENT = re.compile(rf"(?:[A-Za-z_]\w{{0,60}}[ \t]*=[ \t]*)?(?:await[ \t]+)?{_NAME}")
_LINE = re.compile(rf"(?m)^[ \t]*(?P<statement>\[?{_STATEMENT.pattern})")
_KEYWORD = re.compile(r"([A-Za-z_]\w{0,100})\s*=(?!=)")
_COMMENT = re.compile(r"(?:[ \t;]*(?:#[^\n]*)?(?:\r?\n|\Z))+")
_TRIES = 5


class _Written(NamedTuple):
    """A call with its values as written."""

    name: str
    positional: list[Any]
    keywords: dict[str, Any]


def python_calls(text: str, names: ToolNames) -> tuple[Call, ...]:
    """Read a reply that ends with calls: in code fences, or in its last lines.

    All code must be calls of mounted tools with literals as arguments. Otherwise it is an example, or part of
    an answer, and the result is empty.
    """
    if "(" not in text or ")" not in text:
        return ()
    text = text.strip().strip("`").strip() if text.count("`") < 3 else text.rstrip()
    blocks = fenced_blocks(text)
    if not blocks:
        return _last_lines(text, names)
    if not text.endswith(("```", "~~~", blocks[-1])):
        return ()
    calls: list[Call] = []
    for block in blocks:
        read = _read_code(block.strip(), names)
        if not read:
            return ()
        calls += read
    return tuple(calls[:MOST])


def _last_lines(text: str, names: ToolNames) -> tuple[Call, ...]:
    tries = 0
    for line in _LINE.finditer(text):
        if names.resolve(line["name"]) is None:
            continue
        tries += 1
        if (calls := _read_code(text[line.start("statement") :], names)) or tries >= _TRIES:
            return calls
    return ()


def _read_code(code: str, names: ToolNames) -> tuple[Call, ...]:
    """Read code that is nothing but calls of mounted tools: one per line, or in a list."""
    calls: list[Call] = []
    try:
        for written in _list_items(code) if code.startswith("[") else _statements(code):
            tool = names.resolve(written.name)
            arguments = None if tool is None else _arguments(written, tool, names)
            if tool is None or arguments is None or len(calls) >= MOST:
                return ()
            calls.append(Call(tool.name, arguments, repairs=_repairs(written.name, tool)))
    except NotLiteral:
        return ()
    return tuple(calls)


def _repairs(written: str, tool: ResolvedName) -> tuple[str, ...]:
    # Python needs a dot in place of the slash.
    is_exact = tool.is_exact or written.replace(".", "/", 1) == tool.name
    return (PYTHON_CALL,) if is_exact else (PYTHON_CALL, RENAMED_TOOL)


def _statements(code: str) -> Iterator[_Written]:
    at = _skip_comments(code, 0)
    while at < len(code):
        written, at = _read_call(code, at)
        yield written
        end = _skip_comments(code, at)
        if end == at and at < len(code):
            raise NotLiteral
        at = end


def _list_items(code: str) -> Iterator[_Written]:
    at = skip_blank(code, 1)
    while code[at : at + 1] != "]":
        written, at = _read_call(code, at)
        yield written
        at = after_item(code, at, "]")
    if code[at + 1 :].strip():
        raise NotLiteral


def _skip_comments(code: str, at: int) -> int:
    blank = _COMMENT.match(code, at)
    return skip_blank(code, blank.end()) if blank is not None else at


def _read_call(code: str, at: int) -> tuple[_Written, int]:
    start = _STATEMENT.match(code, at)
    if start is None:
        raise NotLiteral
    written = _Written(start["name"], [], {})
    at = skip_blank(code, start.end())
    while code[at : at + 1] != ")":
        keyword = _KEYWORD.match(code, at)
        value, at = read_literal(code, at if keyword is None else keyword.end())
        if keyword is not None:
            written.keywords[keyword[1]] = value
        elif written.keywords:
            raise NotLiteral
        else:
            written.positional.append(value)
        at = after_item(code, at, ")")
    return written, at + 1


def _arguments(written: _Written, tool: ResolvedName, names: ToolNames) -> dict[str, Any] | None:
    """Return the arguments by name; None if they do not fit.

    A tool without its server may be any function of that name, so its parameters must be named, and fit.
    """
    known = names.properties(tool.name)
    given = written.positional
    if len(given) == 1 and isinstance(given[0], dict) and not written.keywords:
        written, given = _Written(written.name, [], given[0]), []
    if not tool.is_full and (given or not written.keywords or not set(written.keywords) <= set(known or ())):
        return None
    if not given:
        return dict(written.keywords)
    order = [name for name in known or () if name not in written.keywords]
    return None if len(given) > len(order) else {**dict(zip(order, given, strict=False)), **written.keywords}
