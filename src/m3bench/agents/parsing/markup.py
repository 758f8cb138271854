"""Markup around values: code fences, boxes and call tags."""

from __future__ import annotations

import re

import msgspec

_FENCE = re.compile(
    r"(?m)(?P<line>^[ \t]*(?=```|~~~))?(?:```|~~~)"
    r"(?P<opens>(?(line)|(?=[ \t]*\w{0,20}\s*[{\[]))[ \t]*[\w+-]{0,20})?"
)
MOST = 1_000
"""Maximum of values or calls in one text."""
_BOX = "\\boxed{"
_BRACE = re.compile(r"[{}]")

_CALLS = "tool_calls?|function_calls?|tool_use|tool"
_NAMED = "function|invoke|tool_call|tool"
_TAG = re.compile(
    rf"<(?:(?P<close>/(?:\w+:)?(?:{_CALLS}|{_NAMED}))|(?P<end>/(?:\w+:)?(?:parameter|param|arg))"
    rf"|(?:\w+:)?(?:{_NAMED})(?:=|\s+name\s*=\s*)[\"']?(?P<name>[^\"'<>\n]{{1,200}}?)[\"']?"
    rf"|(?:\w+:)?(?:parameter|param|arg)(?:=|\s+name\s*=\s*)[\"']?(?P<parameter>[^\"'<>\n]{{1,200}}?)[\"']?"
    rf"|(?P<open>(?:\w+:)?(?:{_CALLS})))\s*>"
)
_CHILD = re.compile(r"<(?:tool_)?name>\s*([^<>\n]{1,200}?)\s*</")


class TaggedCall(msgspec.Struct):
    """A call in tags: its name, its parameters in tags, and all other text."""

    name: str | None
    parameters: dict[str, str] = {}
    body: str = ""


def tagged_calls(text: str) -> list[TaggedCall]:
    """Return the calls in tags, in order: ``<tool_call>…``, ``<function=name>…``, ``<invoke name="…">…``."""
    reader = _TagReader(text)
    for tag in _TAG.finditer(text) if "<" in text else ():
        reader.take(tag)
        if len(reader.found) >= MOST:
            return reader.found
    reader.finish(len(text))
    return reader.found


class _TagReader:
    def __init__(self, text: str) -> None:
        self.found: list[TaggedCall] = []
        self._text = text
        self._call: TaggedCall | None = None
        self._parameter: str | None = None
        self._since = 0

    def take(self, tag: re.Match[str]) -> None:
        if self._parameter is not None and not (tag["end"] or tag["close"]):
            return
        if tag["parameter"] and self._call is not None:
            self._parameter, self._since = tag["parameter"].strip(), tag.end()
        elif tag["end"]:
            self._end_parameter(tag.start())
            self._since = tag.end()
        elif tag["close"] or tag["name"] or tag["open"]:
            self.finish(tag.start())
            self._call = None if tag["close"] else TaggedCall(tag["name"] and tag["name"].strip())
            self._since = tag.end()

    def finish(self, end: int) -> None:
        self._end_parameter(end)
        if self._call is None:
            return
        if not self._call.parameters:
            self._call.body = self._text[self._since : end]
        if self._call.name is None and (child := _CHILD.search(self._call.body)) is not None:
            self._call.name = child[1]
        if self._call.name is not None or self._call.body.strip():
            self.found.append(self._call)
        self._call = None

    def _end_parameter(self, end: int) -> None:
        if self._parameter is not None and self._call is not None:
            value = self._text[self._since : end]
            self._call.parameters[self._parameter] = value.removeprefix("\n").removesuffix("\n")
        self._parameter = None


def fenced_blocks(text: str) -> list[str]:
    """Return the content of code fences. The last one may be unclosed."""
    if "```" not in text and "~~~" not in text:
        return []
    blocks, start = [], None
    marks = list(_FENCE.finditer(text))
    last = next((mark.start() for mark in reversed(marks) if mark["line"] is not None), -1)
    for mark in marks:
        if start is None:
            start = mark.end() if mark["opens"] is not None else None
        elif mark["line"] is not None or mark.start() > last:
            # A fence inside a line is content if one at the start of a line follows.
            blocks.append(text[start : mark.start()])
            start = None
    return blocks if start is None else [*blocks, text[start:]]


def boxed_text(text: str) -> str | None:
    """Return the content of the last ``\\boxed{…}``; None without one."""
    start = text.rfind(_BOX)
    if start < 0:
        return None
    start += len(_BOX)
    depth = 1
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return text[start : brace.start()]
    return text[start:]
