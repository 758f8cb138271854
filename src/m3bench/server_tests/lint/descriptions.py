"""Descriptions of tools: alone, and compared with each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from m3bench.core.text import shorten
from m3bench.forge import VERBS, name_words
from m3bench.hosting import Tool
from m3bench.server_tests.lint.rules import find
from m3bench.server_tests.records import Finding

_FEWEST_WORDS = 4
_LONGEST = 1024
_ALIKE = 0.7
_FEWEST_COMPARED = 3
_MOST_COMPARED = 1_000
"""Tools whose descriptions are compared with each other."""
_READ = 20_000
"""Characters of a description that are examined."""
_FILLER = VERBS | frozenset({
    "tool", "function", "this", "that", "is", "it", "be", "use", "used", "return", "give", "do", "thing",
    "stuff", "something", "me", "my", "information", "about", "given", "some", "item", "by", "or", "any",
    "your",
})  # fmt: skip
"""Words that tell nothing about a tool."""
_SECTION = re.compile(
    r"^\s*(?:Args|Arguments|Parameters|Params)\s*:\s*\n((?:[ \t]+\S.*\n?|\s*\n)+)", re.MULTILINE
)
_ENTRY = re.compile(
    r"^[ \t]*[-*]?[ \t]*`?([A-Za-z_]\w{0,60})`?(?:[ \t]*\([^)\n]{0,80}\))?[ \t]*:", re.MULTILINE
)
_QUOTED = re.compile(r"`([a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]+[A-Z]\w{0,60})`")


def check_description(tool: Tool, names: frozenset[str]) -> Iterator[Finding]:
    """Yield findings on one description. `names` are those of all tools, which it may mention."""
    text = tool.description.strip()[:_READ]
    if not text:
        yield find("description-missing", tool.full_name, "description", "there is no description")
        return
    if telling_words(text) <= set(name_words(tool.name)):
        problem = f"“{_short(text)}” says nothing beyond the name"
        yield find("description-repeats-name", tool.full_name, "description", problem)
    elif len(text.split()) < _FEWEST_WORDS:
        yield find("description-short", tool.full_name, "description", f"“{_short(text)}” is all it says")
    if len(tool.description) > _LONGEST:
        problem = f"it has {len(tool.description):,} characters"
        yield find("description-long", tool.full_name, "description", problem)
    yield from _unknown_parameters(tool, text, names)


def telling_words(text: str) -> frozenset[str]:
    """Return the words of a text that say something."""
    return frozenset(name_words(text)) - _FILLER


def check_alike(tools: Sequence[Tool]) -> Iterator[Finding]:
    """Yield pairs of tools whose descriptions have nearly the same words."""
    known = [(tool, telling_words(tool.description[:_READ])) for tool in tools[:_MOST_COMPARED]]
    same = [(tool, said) for tool, said in known if len(said) >= _FEWEST_COMPARED]
    for (tool, first), (other, second) in combinations(same, 2):
        likeness = len(first & second) / len(first | second)
        if likeness >= _ALIKE or tool.description.strip() == other.description.strip():
            problem = f"{likeness:.0%} of the words are those of {tool.full_name}"
            yield find("description-alike", other.full_name, f"description, {tool.full_name}", problem)


def _unknown_parameters(tool: Tool, text: str, names: frozenset[str]) -> Iterator[Finding]:
    properties = tool.input_schema.get("properties")
    known = set(properties) if isinstance(properties, dict) else set()
    listed = [name for section in _SECTION.findall(f"{text}\n") for name in _ENTRY.findall(section)]
    schemas = repr(tool.input_schema)[:_READ] + repr(tool.output_schema)[:_READ]
    quoted = [name for name in _QUOTED.findall(text) if name not in names and f"'{name}'" not in schemas]
    unknown = [name for name in listed if name not in known]
    for name in dict.fromkeys([*unknown, *(quoted if known else ())]):
        problem = f"it speaks of {name}, which is no parameter"
        yield find("description-unknown-parameter", tool.full_name, f"description, {name}", problem)


def _short(text: str) -> str:
    return shorten(" ".join(text.split()), 60)
