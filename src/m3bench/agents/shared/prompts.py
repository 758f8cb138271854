"""Prompts, and how tools and results are shown to a model."""

from __future__ import annotations

import functools
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from importlib.resources import files

import msgspec

from m3bench.core import Call, Content, Data, Media, Outcome, Text, content_hash
from m3bench.core.text import shorten_middle, shorten_sentences
from m3bench.hosting import Tool, Toolbox
from m3bench.models import ToolOffer

_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str)
_BLANK = re.compile(r"\{\{(\w+)\}\}")
_PARAGRAPH = re.compile(r"\n\s*\n")
_ONE_LINE = 160
_MEDIA = ("image", "audio", "video", "application")
_LONGEST_FILE = 20_000
"""Characters of a text file in a result, as much as of a text."""
_OUTCOMES = {
    Outcome.SUCCESS: "succeeded",
    Outcome.NOT_FOUND: "ran and found nothing",
    Outcome.ILLEGAL_FORMAT: "could not be read",
    Outcome.UNKNOWN_TOOL: "names no tool that there is",
    Outcome.INVALID_ARGUMENTS: "has wrong arguments",
    Outcome.TOOL_ERROR: "ended in an error of the tool",
    Outcome.SERVER_FAULT: "failed on the server's side",
}


class Prompts(msgspec.Struct, frozen=True):
    """The prompts of an agent by name, with ``{{blanks}}``."""

    texts: dict[str, str]
    digest: str
    """A hash of their wording, for `Attempt.notes`."""

    def fill(self, name: str, values: Mapping[str, object] | None = None, /, **further: object) -> str:
        """Fill the blanks of a prompt. Blanks in the values are not filled."""
        known = {**(values or {}), **further}
        return _BLANK.sub(lambda blank: str(known[blank[1]]), self.texts[name]).strip()


@functools.cache
def load_prompts(agent: str) -> Prompts:
    """Load ``prompts/AGENT.toml`` and the prompts about forms."""
    texts = {**_read_prompts("form"), **_read_prompts(agent)}
    return Prompts(texts, content_hash(texts))


def _read_prompts(name: str) -> dict[str, str]:
    return tomllib.loads(files("m3bench.agents").joinpath("prompts", f"{name}.toml").read_text("utf-8"))


def tool_offers(toolbox: Toolbox, tools: Iterable[Tool]) -> tuple[ToolOffer, ...]:
    """Return these tools for native function calling, under their aliases."""
    return tuple(
        ToolOffer(
            toolbox.aliases.alias(tool.full_name),
            tool.description,
            {"type": "object", "properties": {}, **tool.input_schema},
        )
        for tool in tools
    )


class Detail(StrEnum):
    """How much of each tool a prompt shows."""

    LINE = "the first sentences of its description"
    DESCRIPTION = "its whole description"
    SCHEMA = "its whole description and its schema"


def describe_tools(tools: Iterable[Tool], *, detail: Detail) -> str:
    """Describe tools for a prompt, by their full names."""
    return "\n".join(_description(tool, detail) for tool in tools)


def _description(tool: Tool, detail: Detail) -> str:
    if detail is Detail.LINE:
        return f"- {tool.full_name}: {first_sentences(tool)}"
    described = f"- {tool.full_name}: {tool.description.strip()}"
    if detail is Detail.DESCRIPTION:
        return described
    return f"{described}\n  JSON schema of the arguments: {_COMPACT.encode(tool.input_schema)}"


def result_content(call: Call) -> tuple[Content, ...]:
    """Return the result of a call for a model: its outcome, texts, pictures, sounds, films and documents."""
    given = call.result.content if call.result is not None else ()
    parts: list[Content] = [Text(_ended(call))]
    for part in given:
        if isinstance(part, Media) and part.data is not None and part.kind in _MEDIA and not part.is_text:
            parts.append(part)
        elif text := part_text(part):
            parts.append(Text(text))
    return tuple(parts)


def part_text(part: Content) -> str:
    """Return a part of a result as text."""
    if isinstance(part, Text):
        return part.text
    if isinstance(part, Data):
        return _COMPACT.encode(part.value)
    named = f"[{part.media_type}{f': {part.uri}' if part.uri else ''}]"
    if part.data is None or not part.is_text:
        return named
    return f"{named}\n{shorten_middle(part.data.decode('utf-8', 'replace'), _LONGEST_FILE)}"


def _ended(call: Call) -> str:
    how = _OUTCOMES[call.outcome] if call.outcome is not None else "was not carried out"
    arguments = shorten_middle(_COMPACT.encode(call.arguments), 300)
    return f"{call.name or 'A call without a name'} {arguments} {how}:"


def first_sentences(tool: Tool) -> str:
    """Return as many sentences of the first paragraph of a tool's description as fit on a line."""
    return shorten_sentences(_PARAGRAPH.split(tool.description.strip(), maxsplit=1)[0], _ONE_LINE)
