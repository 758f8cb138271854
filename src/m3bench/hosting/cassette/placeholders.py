"""Placeholders in a cassette for workspace paths and secrets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from m3bench.core import Content, Data, Text, UsageError
from m3bench.core.redaction import SECRET, Redactor, known_secrets
from m3bench.hosting.host import Reply
from m3bench.hosting.tool import Tool

# Variables and paths may contain bytes that are not UTF-8.
_ODD = "surrogateescape"
_PLACEHOLDER = re.compile(r"\$\{(\{*)([A-Z][A-Z_]*)\}")
_TEXTUAL = re.compile(r"text/.*|application/(.*\+)?(json|xml|javascript|yaml)|image/svg\+xml")


_OPENING = "${"
_WINDOW = 2**14
"""Characters that are searched in one piece, because a search blocks all threads."""
_LONGEST_TEXTUAL = 8 * 2**20
"""Largest file, in bytes, that is searched for paths. Larger ones are only searched for secrets."""


def _substituted(
    pattern: re.Pattern[str],
    replacement: Callable[[re.Match[str]], str],
    text: str,
    beginnings: Sequence[str],
) -> str:
    """Substitute in pieces. Every match starts with one of the `beginnings`."""
    if len(text) <= _WINDOW:
        return pattern.sub(replacement, text)
    # A match that starts in one window may end in the next, and a pattern may look two characters ahead.
    margin = _WINDOW + max(map(len, beginnings))
    parts: list[str] = []
    at = 0
    for start in range(0, len(text), _WINDOW):
        stop = start + _WINDOW
        piece = text[start : stop + margin]
        position = max(at, start)
        if not any(beginning in piece for beginning in beginnings):
            continue
        while (match := pattern.search(text, position, stop + margin)) and match.start() < stop:
            parts += [*_pieces(text, at, match.start()), replacement(match)]
            at = position = match.end()
    return "".join([*parts, *_pieces(text, at, len(text))]) if at else text


def _pieces(text: str, start: int, end: int) -> Iterator[str]:
    return (text[at : min(at + _WINDOW, end)] for at in range(start, end, _WINDOW))


class Placeholders:
    """Replaces values that differ between runs by `${NAME}`, and masks secrets.

    `show` reverses `hide`, except for secrets. A literal ``${NAME}`` in a text is written as ``${{NAME}``.
    """

    def __init__(self, values: Mapping[str, str] | None = None, secrets: Sequence[str] = ()) -> None:
        """The secrets are those given and all that the process knows."""
        self._redactor = Redactor({*secrets, *known_secrets()})
        self._values = dict(values or {})
        for name, value in self._values.items():
            if not re.fullmatch(r"[A-Z][A-Z_]*", name) or name == "SECRET" or not value.strip("/"):
                raise UsageError(f"{name}={value!r} cannot be a placeholder in a cassette.")
        self._names = {value: f"${{{name}}}" for name, value in reversed(self._values.items())}
        self._names |= dict.fromkeys(self._redactor.forms, SECRET)
        # A path must not match in the middle of a name: /tmp/w1 is not part of /tmp/w10.
        ends = {value: r"(?![\w-]|\.\w)" for value in self._values.values() if value not in secrets}
        longest_first = sorted(self._names, key=len, reverse=True)
        hidden = "|".join(re.escape(value) + ends.get(value, "") for value in longest_first)
        self._pattern = re.compile(f"(?P<value>{hidden})|{_PLACEHOLDER.pattern}" if hidden else _PLACEHOLDER)

    @classmethod
    def of_workspace(cls, workspace: Path, secrets: Sequence[str] = ()) -> Placeholders:
        path = str(workspace)
        return cls({"WORKSPACE": path, "WORKSPACE_URI": quote(path, errors=_ODD)}, secrets)

    def hide(self, text: str) -> str:
        return _substituted(self._pattern, self._hidden, text, (*self._names, _OPENING))

    def show(self, text: str) -> str:
        return _substituted(_PLACEHOLDER, self._shown, text, (_OPENING,))

    def _hidden(self, match: re.Match[str]) -> str:
        value = match.groupdict().get("value")
        return self._names[value] if value is not None else f"${{{{{match[0][2:]}"

    def _shown(self, match: re.Match[str]) -> str:
        if match[1]:
            return f"${{{match[0][3:]}"
        if match[0] == SECRET:
            return SECRET
        if match[2] not in self._values:
            raise UsageError(f"The cassette contains {match[0]}, but no value is given for it.")
        return self._values[match[2]]

    def hide_value(self, value: Any) -> Any:
        """Replace values in any JSON value, including keys."""
        return _mapped(value, self.hide)

    def hide_tool(self, tool: Tool) -> Tool:
        return _mapped_tool(tool, self.hide)

    def show_tool(self, tool: Tool) -> Tool:
        return _mapped_tool(tool, self.show)

    def hide_reply(self, reply: Reply) -> Reply:
        return _mapped_reply(reply, self.hide, self._redactor.data)

    def show_reply(self, reply: Reply) -> Reply:
        return _mapped_reply(reply, self.show, bytes)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {_mapped(key, change): _mapped(child, change) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(child, change) for child in value]
    return value


def _mapped_tool(tool: Tool, change: Callable[[str], str]) -> Tool:
    fields = ("description", "title", "input_schema", "output_schema", "annotations")
    return msgspec.structs.replace(tool, **{name: _mapped(getattr(tool, name), change) for name in fields})


def _mapped_reply(
    reply: Reply, change: Callable[[str], str], change_binary: Callable[[bytes], bytes]
) -> Reply:
    content = tuple(_mapped_part(part, change, change_binary) for part in reply.content)
    return msgspec.structs.replace(reply, content=content, meta=_mapped(reply.meta, change))


def _mapped_part(
    part: Content, change: Callable[[str], str], change_binary: Callable[[bytes], bytes]
) -> Content:
    if isinstance(part, Text):
        return Text(change(part.text))
    if isinstance(part, Data):
        return Data(_mapped(part.value, change))
    data = part.data and _mapped_bytes(part.data, part.media_type, change, change_binary)
    return msgspec.structs.replace(part, uri=_mapped(part.uri, change), data=data)


def _mapped_bytes(
    data: bytes, media_type: str, change: Callable[[str], str], change_binary: Callable[[bytes], bytes]
) -> bytes:
    if len(data) <= _LONGEST_TEXTUAL and _TEXTUAL.fullmatch(media_type.partition(";")[0].strip()):
        try:
            return change(data.decode()).encode()
        except UnicodeDecodeError:
            pass
    return change_binary(data)
