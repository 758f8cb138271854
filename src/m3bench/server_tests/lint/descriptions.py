"""Descriptions of tools: alone, and compared with each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

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
_FILLER = VERBS | frozenset(
    {
        "tool", "function", "this", "that", "is", "it", "be", "use", "used", "return", "give", "do", "thing",
        "stuff", "something", "me", "my", "information", "about", "given", "some", "item", "by", "or", "any",
        "your",
    }
)  # fmt: skip
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
    telling = telling_words(text)
    if not telling - set(name_words(tool.name)):
        yield find(
            "description-repeats-name", tool.full_name, "description",
            f"“{_short(text)}” says nothing beyond the name",
        )  # fmt: skip
    elif len(text.split()) < _FEWEST_WORDS:
        yield find("description-short", tool.full_name, "description", f"“{_short(text)}” is all it says")
    if len(tool.description) > _LONGEST:
        yield find(
            "description-long", tool.full_name, "description", f"it has {len(tool.description):,} characters"
        )
    yield from _unknown_parameters(tool, text, names)


def telling_words(text: str) -> frozenset[str]:
    """Return the words of a text that say something."""
    return frozenset(name_words(text)) - _FILLER


def check_alike(tools: Sequence[Tool]) -> Iterator[Finding]:
    """Yield pairs of tools whose descriptions have nearly the same words."""
    known = [(tool, telling_words(tool.description[:_READ])) for tool in tools[:_MOST_COMPARED]]
    same = [(tool, said) for tool, said in known if len(said) >= _FEWEST_COMPARED]
    for (one, first), (other, second) in combinations(same, 2):
        likeness = len(first & second) / len(first | second)
        if likeness >= _ALIKE or one.description.strip() == other.description.strip():
            yield find(
                "description-alike", other.full_name, f"description, {one.full_name}",
                f"{likeness:.0%} of the words are those of {one.full_name}",
            )  # fmt: skip


def _unknown_parameters(tool: Tool, text: str, names: frozenset[str]) -> Iterator[Finding]:
    properties = tool.input_schema.get("properties")
    known = set(properties) if isinstance(properties, dict) else set()
    listed = [name for section in _SECTION.findall(f"{text}\n") for name in _ENTRY.findall(section)]
    schemas = repr(tool.input_schema)[:_READ] + repr(tool.output_schema)[:_READ]
    quoted = [name for name in _QUOTED.findall(text) if name not in names and f"'{name}'" not in schemas]
    for name in dict.fromkeys([*(each for each in listed if each not in known), *(quoted if known else ())]):
        yield find(
            "description-unknown-parameter", tool.full_name, f"description, {name}",
            f"it speaks of {name}, which is no parameter",
        )  # fmt: skip


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
