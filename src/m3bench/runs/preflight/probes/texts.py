"""Probes whose tools return text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from m3bench.core import Data, Media, Text
from m3bench.hosting import Reply
from m3bench.models import Request
from m3bench.runs.preflight.codes import Codes, holds_all
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, ProbeTool, texts_of

_LENGTH = 18_000
"""In characters. A run cuts results at 20,000."""
_PLACES = ("shelf", "drawer", "cabinet", "box", "folder", "crate", "case")


class TextProbe(Probe):
    """A text with a code."""

    name = "text"
    tool = "read_text"
    tool_returns = "Returns a code as text."
    thing = "the text of the result"
    request = "Call the tool read_text. It returns a code. Answer with this code."
    lost = "Without results of tools, no task can be solved: see what the agent does with them."
    unread = "The model did not use the result of its call: try a larger model, or another agent."


class NamesProbe(TextProbe):
    """Asks an agent for the names of its tools. Its verdict is part of that on names."""

    name = "names"
    request = (
        "Which tools of the MCP server can you call? Answer with the exact name of each, as you call it. "
        "Do not call any of them."
    )


def names_in(answer: str, tools: Sequence[ProbeTool]) -> tuple[str, ...]:
    """Return the names in an answer that end like one of the tools: ``mcp__m3bench__probe__read_text``."""
    patterns = [rf"[\w./:-]*{re.escape(tool.name)}(?!\w)" for tool in tools]
    return tuple(dict.fromkeys(name for pattern in patterns for name in re.findall(pattern, answer)))


class StructuredProbe(Probe):
    """A code that is in `structuredContent` alone."""

    name = "structured"
    tool = "read_record"
    tool_returns = "Returns a record with a code."
    thing = "the structured content"
    request = "Call the tool read_record. It returns a record with a code. Answer with this code."
    lost = (
        "The client passes on the text of results only. Servers that return structured content beside a "
        "short text cannot be used."
    )
    unread = "The model did not find the code in the JSON of the result."

    async def _answer(self, call: ProbeCall) -> Reply:
        record = {"kind": "record", "code": self.code(call.codes)}
        return Reply((Text("The record is in the structured content."), Data(record)))


class FileProbe(Probe):
    """An embedded text file with a code."""

    name = "file"
    tool = "read_file"
    tool_returns = "Returns a text file with a code in it."
    thing = "the embedded file"
    request = "Call the tool read_file. It returns a text file with a code in it. Answer with this code."
    lost = "The client leaves embedded resources out. Servers that return files cannot be used with it."
    unread = "The model did not find the code in the file."

    async def _answer(self, call: ProbeCall) -> Reply:
        text = f"Notes\n\n{self.sentence(call.codes)}\n"
        file = Media(media_type="text/plain", data=text.encode(), uri="probe://files/notes.txt")
        return Reply((Text("The file is attached."), file))


class LongProbe(Probe):
    """A list of many lines, the last of which has the code."""

    name = "long"
    tool = "read_list"
    tool_returns = "Returns a long list with a code in its last line."
    thing = "the end of the long result"
    request = (
        "Call the tool read_list. It returns a long list. Its last line has a code. Answer with this code."
    )
    lost = (
        "The agent cuts long results. Raise its limit if it has one, or expect failures where answers are in "
        "long results."
    )
    unread = "The model did not find the code at the end of 18,000 characters: is its context large enough?"

    async def _answer(self, call: ProbeCall) -> Reply:
        return Reply((Text(_list(self.sentence(call.codes))),))


def _list(last: str) -> str:
    lines, length, number = [], 0, 0
    while length < _LENGTH:
        number += 1
        line = f"{number}. The {_PLACES[number % len(_PLACES)]} number {number * 37 % 1000} holds no code."
        lines.append(line)
        length += len(line) + 1
    return "\n".join([*lines, last])


class UnicodeProbe(Probe):
    """Words in six scripts, with combining marks, and an emoji."""

    name = "unicode"
    tool = "read_words"
    tool_returns = "Returns words in several scripts."
    thing = "the text in other scripts"
    request = (
        "Call the tool read_words. It returns words in several scripts. "
        "Answer with all of them, exactly as they are."
    )
    lost = "Characters were changed on the way to the model: see the encoding of the client."
    unread = "The model did not repeat the words exactly. Small models cannot."

    def is_answered(self, codes: Codes, answer: str) -> bool:
        return holds_all(answer, codes.scripts(self.name))

    def has_reached(self, codes: Codes, requests: Sequence[Request]) -> bool:
        return any(holds_all(text, codes.scripts(self.name)) for text in texts_of(requests))

    async def _answer(self, call: ProbeCall) -> Reply:
        return Reply((Text(" ".join(call.codes.scripts(self.name))),))
