"""Checks that fuzzy requests name no tools, servers or steps."""

from __future__ import annotations

import re
from collections.abc import Iterable

from m3bench.forge.names import VERBS, plural, words

_ANY = re.IGNORECASE | re.DOTALL
_AFTERWARDS = r"\b(?:then|next(?! \w+ (?:hour|day|week|month|year))|after that|afterwards|finally)\b"
_STEPS = (
    re.compile(r"\bsteps?\s*(?:number\s*)?(?:#?\d+|one|two|three|four|five)\b", _ANY),
    re.compile(r"\b(?:first|second|third|last|next|final) step\b", _ANY),
    re.compile(r"^\s*(?:\d+[.)]|[-*]|[a-c]\))\s+\S", re.MULTILINE),
    re.compile(rf"\bfirst(?:ly|\s+of\s+all)?\b.{{0,200}}?{_AFTERWARDS}", _ANY),
    re.compile(r"\bfirst(?:ly)?\b.{0,200}?\bsecond(?:ly)?\b", _ANY),
    re.compile(rf"\b(?:start|begin) (?:by|with)\b.{{0,200}}?{_AFTERWARDS}", _ANY),
    re.compile(
        rf"(?:\band|[,;.])\s*{_AFTERWARDS}[,\s]+(?:use|call|pass|take the|feed|look it up|query|fetch|run)\b",
        _ANY,
    ),
)
_CALLING = re.compile(
    r"\b(?:apis?|endpoints?|mcp|json|(?:function|tool)[\s-]calls?|call(?:ing)? the tool|using the tools?)\b",
    re.IGNORECASE,
)
_PADDING = frozenset({"mcp", "server"})
_LONG_ENOUGH = 2
_SHOWN = 60


def leaks(text: str, tools: Iterable[str], servers: Iterable[str]) -> list[str]:
    """Return what a request gives away, in words that can be sent to a writer; empty if nothing.

    Names count in every spelling: ``get_movie_details``, ``getMovieDetails``, ``get movie details``. A name
    that is one common word, such as ``weather``, counts only if it is written as a name.
    """
    own_names = {name: name.partition("/")[2] or name for name in tools}
    problems = [f"it names the tool {name}" for name, own in own_names.items() if _names(text, own)]
    problems += [f"it names the server {name}" for name in dict.fromkeys(servers) if _names(text, name)]
    for pattern in _STEPS:
        if step := pattern.search(text):
            problems.append(f"it tells the steps: {step[0].strip()[:_SHOWN]!r}")
    if called := _CALLING.search(text):
        problems.append(f"it speaks of {called[0].casefold()!r}")
    return problems


def _names(text: str, name: str) -> bool:
    parts = [part.casefold() for part in re.split(r"[^0-9A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])", name) if part]
    telling = [part for part in parts if part not in _PADDING]
    if len(telling) < _LONG_ENOUGH or set(words(name)) <= VERBS:
        return _is_written_as_name(text, name, telling)
    return _in_any_spelling(telling).search(text) is not None


def _is_written_as_name(text: str, name: str, telling: list[str]) -> bool:
    """Return whether a common word is quoted as code, or followed by a word such as tool or server."""
    word = re.escape(" ".join(telling) or name)
    if len(telling) < len(words(name)) and re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE):
        return True
    thing = r"(?:tool|server|api|endpoint|mcp|service|function|lookup)"
    pattern = rf"`{word}`|\b{word}[\s_-]+{thing}\b|\b{thing}\s+(?:called\s+|named\s+)?['\"“]?{word}\b"
    return re.search(pattern, text, re.IGNORECASE) is not None


def _in_any_spelling(parts: list[str]) -> re.Pattern[str]:
    """Return a pattern for the parts with any separators, the last in singular or plural."""
    *before, last = parts
    ends = "|".join(dict.fromkeys(map(re.escape, (plural(last), last, last.removesuffix("s")))))
    joined = r"[\s_\-./]*".join([*map(re.escape, before), f"(?:{ends})"])
    return re.compile(rf"(?<![0-9A-Za-z]){joined}(?![0-9A-Za-z])", re.IGNORECASE)
