"""Names as words: ``parkCode``, ``park_codes`` and ``Park code`` are the same words."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

_BORDER = re.compile(r"[^0-9A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SHORT_FORMS = {
    "lat": "latitude", "lng": "longitude", "lon": "longitude", "identifier": "id", "num": "number",
    "filename": "file", "filepath": "file", "img": "image", "picture": "image", "lang": "language",
}  # fmt: skip
_LOOKS_PLURAL = ("us", "is", "ss", "news", "series")
_SHORTEST_PLURAL = 4
_IES = frozenset({"movies", "cookies", "calories", "zombies", "ties", "pies"})

GENERIC = frozenset({
    "id", "name", "code", "key", "title", "value", "number", "text", "type", "date", "time", "url", "link",
    "uri", "path", "file", "result", "item", "data", "list", "info", "detail", "query", "q", "content",
    "description", "label", "input", "string", "display", "full", "short", "long", "body", "entry", "record",
    "resource", "row", "page", "address", "location",
})  # fmt: skip
"""Words that name the type of a value, not its subject."""

VERBS = frozenset({
    "get", "search", "list", "find", "read", "fetch", "look", "lookup", "download", "browse", "discover",
    "show", "by", "all", "of", "for", "in", "to", "and", "the", "a", "an", "info", "detail", "data", "result",
    "current", "perform", "compute", "calculate", "extract", "detect", "from", "with", "on", "text", "create",
    "add", "make", "set", "update", "delete", "remove", "new", "manage", "apply",
})  # fmt: skip
"""Words of a tool name that name the action, not its object."""


@functools.lru_cache(maxsize=20_000)
def words(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case and singular, with abbreviations expanded."""
    return tuple(_plain(part) for part in parts(name) if not part.isdigit())


def parts(name: str) -> list[str]:
    """Return the words of a name as written."""
    return [part for part in _BORDER.split(name.replace("IDs", "Ids")) if part]


def specific(given: Iterable[str]) -> frozenset[str]:
    """Return the words that name the subject of a value."""
    return frozenset(given) - GENERIC


def subject(tool_name: str) -> tuple[str, ...]:
    """Return the subject of a tool from its name: ``search_movies`` is about a movie."""
    return tuple(word for word in words(tool_name) if word not in VERBS)


def singular(word: str) -> str:
    if len(word) < _SHORTEST_PLURAL or not word.endswith("s") or word.endswith(_LOOKS_PLURAL):
        return word
    if word.endswith("ies") and word not in _IES and len(word) > _SHORTEST_PLURAL:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


def plural(word: str) -> str:
    """Return a word in the plural."""
    if word.endswith(("news", "series")):
        return word
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    return f"{word[:-1]}ies" if re.search(r"[^aeiou]y$", word) else f"{word}s"


def _plain(part: str) -> str:
    word = part.casefold()
    return "id" if word == "ids" else _SHORT_FORMS.get(singular(word), singular(word))
