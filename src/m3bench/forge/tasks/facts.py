"""Facts: values of the last result that a user may ask for."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from m3bench.forge.links import EVERY, Field, Sample, file_ending, listed_paths
from m3bench.forge.names import GENERIC, parts, singular, words
from m3bench.forge.opaque import is_opaque
from m3bench.forge.tasks.phrases import fact_words
from m3bench.hosting import Tool

_LONGEST = 80
_DEEPEST = 3
_MOST_WORDS = 4
_MACHINE = re.compile(r"https?://|[<>{}\\|]|^[\w.-]+@|^\W*$|\w_\w|^\d{4}-\d\d-\d\dT|^[0-9A-Z]{4,}\+")
"""Values for machines: addresses, markup, names with underscores, timestamps."""
_NOT_ASKED = frozenset({
    "id", "url", "link", "uri", "code", "key", "total", "count", "page", "limit", "start", "query", "path",
    "file", "next", "previous", "status", "unit", "date", "time", "timestamp", "version", "image", "latitude",
    "longitude", "type", "kind", "note", "message", "error", "success", "format", "method", "source",
    "returned", "shown", "hidden", "truncated", "offset", "index", "cursor", "token", "hash", "digest",
    "north", "south", "east", "west", "left", "right", "top", "bottom", "width", "height", "x", "y", "z",
    "lat", "lng", "bound", "polyline", "zoom", "tile", "collection", "api", "server", "tool", "notice",
    "warning", "match", "matched", "score", "language", "units", "field", "column", "row", "schema",
    "documentation", "disclaimer", "attribution", "copyright", "licence", "license", "hour", "is", "was",
    "by",
})  # fmt: skip
"""Words of fields that describe the structure of a result or repeat the question."""
_ASKED_FOR = frozenset({
    "price", "cost", "fee", "rating", "vote", "runtime", "duration", "length", "distance", "elevation",
    "altitude", "temperature", "humidity", "wind", "speed", "pressure", "population", "area", "budget",
    "revenue", "weight", "calorie", "energy", "protein", "fat", "sugar", "author", "director", "writer",
    "publisher", "maker", "artist", "culture", "period", "medium", "dimension", "department", "gallery",
    "capital", "currency", "category", "genre", "season", "episode", "cast", "title", "name", "birthday",
    "country", "state", "city", "address", "phone", "brand", "stock", "condition", "phase", "sponsor",
    "diameter", "magnitude", "orbit", "inclination", "eccentricity", "discovery", "launch", "landing",
    "dividend", "margin", "volatility", "volume", "strike", "bid", "ask", "open", "high", "low", "close",
    "yield", "comment", "age", "sunrise", "sunset", "rain", "snow", "cloud", "visibility", "pollutant",
    "description", "summary", "abstract", "journal", "year", "fuel", "model", "colour", "color", "material",
})  # fmt: skip
"""Words of fields that people ask for, even if the description does not mention them."""


class Fact(msgspec.Struct, frozen=True):
    """A field of a result in words, with its value."""

    words: str
    value: Any
    path: tuple[str, ...] = ()


def find_facts(sample: Sample, tool: Tool) -> list[Fact]:
    """Return facts worth asking for, the best first.

    Fields that the description mentions come first, then numbers before texts, then fields near the top.
    """
    words_of_tool = set(words(tool.description))
    listed = listed_paths(sample.call.result)
    known = [field for field in sample.fields if field.path not in listed and is_fact(field, words_of_tool)]
    ranked = sorted(known, key=lambda field: _plainness(field, words_of_tool))
    return [Fact(fact_words(field.path, field.values[0]), field.values[0], field.path) for field in ranked]


def _plainness(field: Field, words_of_tool: set[str]) -> tuple[bool, bool, int]:
    return not words_of_tool & _telling(field), isinstance(field.values[0], str), len(field.path)


def is_fact(field: Field, words_of_tool: set[str]) -> bool:
    """Return whether a field has a single value that people ask for, given the words of the description."""
    if len(field.values) != 1 or len(field.path) > _DEEPEST or {EVERY, "[]", "key"} & set(field.path):
        return False
    named = words(field.name)
    if isinstance(field.values[0], str) and _is_plural(field.name):
        return False
    if len(field.path) > 1 and set(named) <= GENERIC:
        return False
    if len(named) > _MOST_WORDS or set(named) & _NOT_ASKED or not _is_said_by_people(field.values[0]):
        return False
    return bool(_telling(field) & (words_of_tool | _ASKED_FOR))


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_plural(name: str) -> bool:
    last = (parts(name) or [""])[-1]
    return last != singular(last)


def _telling(field: Field) -> set[str]:
    """Return the specific words of a field, or of the key above it if it is only called ``value``."""
    own = set(field.words) - (GENERIC - _ASKED_FOR)
    return own or (set(words(field.path[-2])) - GENERIC if len(field.path) > 1 else set())


def _is_said_by_people(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return False
    text = str(value)
    if isinstance(value, str) and (file_ending(value) or _MACHINE.search(value) or is_opaque(text)):
        return False
    is_sentence = text.endswith(".") and len(text.split()) > _MOST_WORDS
    return 0 < len(text.strip()) <= _LONGEST and not is_sentence
