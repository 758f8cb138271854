"""Matching outputs of tools with inputs of others: by name, description and similarity."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any

import msgspec

from m3bench.forge.links.fields import EVERY, Field
from m3bench.forge.links.schemas import Slot
from m3bench.forge.names import GENERIC, VERBS, specific, subject, words
from m3bench.hosting import Tool

ALIKE = 0.5
"""From this similarity, meaning alone is worth a trial."""
ALIKE_ELSEWHERE = 0.65
"""The same between servers, where confusion is more likely."""
AT_HOME = 0.25
"""Minimum similarity between a word of another server and the description of a slot."""
_IDS = frozenset({"id", "code", "key", "number", "asin"})
_NAMES = frozenset({"name", "title", "label", "display"})
_TIMES = frozenset({"date", "time", "day"})
_COORDINATES = frozenset({"latitude", "longitude"})
_LINKS = frozenset({"url", "link", "uri"})
_TEXTS = frozenset(
    {"description", "text", "message", "summary", "content", "abstract", "overview", "explanation"}
)
_SORTS = frozenset({"type", "kind", "category"})
_INDEXES = frozenset({"index", "position"})
_KINDS = (_IDS, _NAMES, _TIMES, _LINKS, _TEXTS, _SORTS, _INDEXES)
_SMALL = 1000
_LONG_ENOUGH = 2
"""Minimum number of words in a tool name that counts as mentioned without quotes."""


class Ground(StrEnum):
    """Why a link is assumed."""

    NAMED = "named"
    """The description of the slot names the source tool."""
    TIED = "tied"
    """The description of one tool names the other."""
    SAME_NAME = "same name"
    ABOUT = "about"
    """The names match in context: the ``id`` of a movie for ``movie_id``."""
    SPOKEN = "spoken of"
    """The description of the slot mentions the thing that the field names: a town, for the name of a town."""
    FILE = "file"
    """A file that one tool writes, for a slot of the other that takes files."""
    MEANING = "meaning"
    """The encoder finds them similar."""


class Origin(msgspec.Struct, frozen=True):
    """A field with its tool, and the words by which it is compared."""

    tool: Tool
    field: Field
    leaf: frozenset[str]
    around: frozenset[str]
    """Including the words of its context."""
    about: str
    """The thing that the field belongs to."""
    is_file: bool
    phrase: str


class Place(msgspec.Struct, frozen=True):
    """A slot with its tool, and the words by which it is compared."""

    tool: Tool
    slot: Slot
    words: frozenset[str]
    description_words: frozenset[str]
    """The words of its description."""
    is_file: bool
    phrase: str


class Guess(msgspec.Struct, frozen=True):
    """A field that may fill a slot."""

    field: Field
    slot: Slot
    ground: Ground
    score: float


def make_origin(tool: Tool, field: Field) -> Origin:
    """Describe a field in words: ``movie id`` for the ``id`` of ``results`` of ``search_movies``."""
    leaf, own = _leaf(field), _context(field)
    context = own[-1:]
    if not own or not _is_count(field):
        context = (*own, *subject(tool.name), *topic_nouns(tool))
    about = () if specific(leaf) else own or subject(tool.name)
    return Origin(
        tool, field, frozenset(leaf), frozenset((*leaf, *context)), (own or subject(tool.name) or ("",))[-1],
        field.is_file, " ".join(dict.fromkeys((*about, *leaf))),
    )  # fmt: skip


def make_place(tool: Tool, slot: Slot) -> Place:
    about = () if specific(slot.words) else subject(tool.name)
    phrase = " ".join(dict.fromkeys((*about, *slot.words)))
    description_words = frozenset(words(slot.description))
    return Place(tool, slot, frozenset(slot.words), description_words, slot.is_file, phrase)


def guess(origin: Origin, place: Place, nearness: float, *, named: bool, tied: bool) -> Guess | None:
    """Return why the field may fill the slot; None if there is no reason.

    It is `named` if the description of the slot names the tool, `tied` if that of one tool names the other.
    """
    if not _is_worth_a_look(origin, place, nearness, named=named, tied=tied):
        return None
    if not any(convert_value(place.slot, value) is not None for value in origin.field.values):
        return None
    if origin.is_file or place.is_file:
        both = origin.is_file and place.is_file
        return Guess(origin.field, place.slot, Ground.FILE, 1.0) if both else None
    ground = _ground(origin, place, nearness, named=named, tied=tied)
    return None if ground is None else Guess(origin.field, place.slot, *ground)


def _ground(
    origin: Origin, place: Place, nearness: float, *, named: bool, tied: bool
) -> tuple[Ground, float] | None:
    by_name = _by_name(origin, place)
    if named:
        return Ground.NAMED, 1.0 + (by_name[1] if by_name else nearness)
    if by_name is not None:
        return by_name
    if tied and place.slot.needed and _kinds_agree(origin.leaf, place.words) and _has_words(origin.field):
        return Ground.TIED, nearness
    if _is_spoken_of(origin, place):
        return Ground.SPOKEN, nearness
    least = ALIKE if origin.tool.server == place.tool.server else ALIKE_ELSEWHERE
    if nearness < least or not _has_words(origin.field) or _IDS & origin.leaf - place.words:
        return None
    return Ground.MEANING, nearness


def _is_spoken_of(origin: Origin, place: Place) -> bool:
    if not place.slot.needed or not origin.leaf & _NAMES or not _has_words(origin.field):
        return False
    return (
        origin.leaf <= GENERIC
        and _kinds_agree(origin.leaf, place.words)
        and origin.about in place.description_words
    )


def convert_value(slot: Slot, value: Any) -> Any:
    """Convert the value to the type of the slot; None if that is impossible."""
    fitted = _fitted(slot, value)
    return fitted if not slot.choices or fitted in slot.choices else None


def names_tool(text: str, tool: Tool) -> bool:
    """Return whether a text names a tool. A name of one common word must be in quotes."""
    if tool.name not in text:
        return False
    name = re.escape(tool.name)
    pattern = rf"\b{name}\b" if len(words(tool.name)) >= _LONG_ENOUGH else rf"[`'\"]{name}[`'\"]"
    return re.search(pattern, text) is not None


def are_tied(source: Tool, target: Tool) -> bool:
    """Return whether the description of one tool names the other."""
    return names_tool(source.description, target) or names_tool(target.description, source)


def _is_worth_a_look(origin: Origin, place: Place, nearness: float, *, named: bool, tied: bool) -> bool:
    if named or tied or nearness >= ALIKE or (origin.is_file and place.is_file):
        return True
    return not origin.around.isdisjoint(place.words) or origin.about in place.description_words


def _is_count(field: Field) -> bool:
    """Return whether all values are small integers, which fit anywhere: only adjacent words count."""
    return all(isinstance(value, int) and abs(value) < _SMALL for value in field.values)


def _has_words(field: Field) -> bool:
    """Return whether all values are texts with letters; numbers fit anywhere."""
    return all(isinstance(value, str) and any(map(str.isalpha, value)) for value in field.values)


def _leaf(field: Field) -> tuple[str, ...]:
    if field.name == EVERY:
        return ()
    if field.name in ("[]", "key"):
        return words(field.path[-2]) if len(field.path) > 1 else ()
    return field.words


def _context(field: Field) -> tuple[str, ...]:
    """Return what a field is about: the nearest key above it with a specific word."""
    for key in reversed(field.path[:-1]):
        about = tuple(word for word in words(key) if word not in GENERIC)
        if about:
            return about
    return ()


def topic_nouns(tool: Tool) -> tuple[str, ...]:
    """Return the topic of a tool from the start of its description: ``Search NixOS packages and options.``"""
    lead = re.split(r"[.:;(]|\b(?:by|with|that|which|whose|for|in|of)\b", tool.description, maxsplit=1)[0]
    return tuple(word for word in words(lead) if word not in VERBS and word not in GENERIC)


def _by_name(origin: Origin, place: Place) -> tuple[Ground, float] | None:
    leaf, wanted = origin.leaf, place.words
    if not _kinds_agree(leaf, wanted) or (wanted & _COORDINATES and leaf != wanted):
        return None
    if leaf == wanted and specific(wanted):
        return Ground.SAME_NAME, 1.0
    if specific(wanted) and specific(wanted) <= origin.around and specific(leaf) <= wanted:
        return Ground.ABOUT, 0.9 if leaf & wanted else 0.8
    if not specific(wanted) and origin.tool.server == place.tool.server and leaf & GENERIC:
        # A slot called ``name`` or ``id`` refers to the topic of its tool.
        return (Ground.ABOUT, 0.7) if set(subject(place.tool.name)) & origin.around else None
    return None


def _kinds_agree(leaf: frozenset[str], wanted: frozenset[str]) -> bool:
    """Return whether both are of the same kind: an id is not a name or a date."""
    has = {index for index, kind in enumerate(_KINDS) if kind & leaf}
    needs = {index for index, kind in enumerate(_KINDS) if kind & wanted}
    if not has:
        return not needs or leaf <= wanted
    return not needs or bool(has & needs)


def _fitted(slot: Slot, value: Any) -> Any:
    if slot.kind in ("string", "any"):
        return _as_text(value)
    if slot.kind in ("integer", "number"):
        return _as_number(value, whole=slot.kind == "integer")
    if slot.kind == "array":
        return _as_list(slot, value)
    return None


def _as_text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _as_number(value: Any, *, whole: bool) -> int | float | None:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return None if whole and isinstance(value, float) and not value.is_integer() else value


def _as_list(slot: Slot, value: Any) -> list[Any] | None:
    if isinstance(value, list):
        return value if slot.items in ("object", "any") else None
    if slot.items in ("string", "any") and isinstance(value, str):
        return [value]
    return None
