"""Natural wording for tools, arguments and facts, with nouns from descriptions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from m3bench.forge.links import Slot, slots
from m3bench.forge.names import GENERIC, VERBS, parts, plural, singular, specific, words
from m3bench.hosting import Tool

_LEADS = VERBS | frozenset({
    "query", "estimate", "draw", "return", "give", "retrieve", "obtain", "convert", "check", "load", "open",
    "view", "see", "use", "up", "out", "information", "about", "detailed", "move", "cut", "write", "turn",
    "blur", "provide", "generate", "access", "ask",
})  # fmt: skip
"""Leading words of a description that name an action, not its object."""
_QUESTIONS = frozenset({"where", "what", "which", "how", "whether", "who", "when", "if", "that"})
_DANGLING = frozenset({"on", "in", "at", "of", "for", "by", "to", "with", "from", "and", "or", "the"})
_NUMBERS_OF_THINGS = frozenset({"doi", "asin", "isbn", "pmid", "sku", "uuid", "index", "resource", "fips"})
"""Words for identifiers, which do not describe the thing."""
_STRUCTURE = frozenset({
    "geometry", "position", "coordinate", "point", "center", "centre", "location", "snapped", "viewport",
    "low", "high", "bound", "start", "end", "leg", "step", "northeast", "southwest", "route",
})  # fmt: skip
"""Keys that say where something is, not what it is."""
_KEPT_LEADS = frozenset({"the", "a", "an", "all", "current", "new"})
_CUT = re.compile(
    r"[.:;,(]|\s(?:that|which|whose|where|with|without|including|based|using|so|such|via|as|onto|into)\s"
)
_BOUNDARY = r"(?!(?:of|in|at|on|by|for|from|to|and|or|now|today|within|given|near|about|over|between)\b)"
_ANCHOR = re.compile(
    rf"\b(?:an?|one)\s+(?:given\s+|single\s+|specific\s+)?((?:{_BOUNDARY}[\w-]+)(?:\s{_BOUNDARY}[\w-]+){{0,2}})"
    r"|\bby\s+(?:its\s+)?([a-z]+)$"
)
_BY_WHAT = re.compile(r"\sby\s(?:its\s)?[\w-]+$")
_SPAN = re.compile(r"\s(?:on|from|between|by)\s")
_STOP = r"(?!(?:such|as|in|from|with|that|or|to|and|for|by|on|at|of|is|was|listed)\b)"
_NOUN = rf"({_STOP}[a-z][\w-]*(?:\s{_STOP}[a-z][\w-]*)?)"
_THING = (
    re.compile(
        r"\b(?:ids?|codes?|names?|titles?|numbers?|identifiers?|keys?|attributes?|tickers?|urls?|address(?:es)?)\s+"
        rf"(?:of|for)\s+(?:an?|one|the)\s+{_NOUN}",
        re.IGNORECASE,
    ),
    re.compile(rf"\bthe\s+{_NOUN}['’]s\b", re.IGNORECASE),
)
_LONGEST_NOUN = 6
_COORDINATES = frozenset({"latitude", "longitude"})
_UNITS = {
    "c": "in °C", "f": "in °F", "km": "in kilometres", "m": "in metres", "meters": "in metres",
    "metres": "in metres", "kg": "in kilograms", "g": "in grams", "mm": "in millimetres", "kmh": "in km/h",
    "kph": "in km/h", "mph": "in mph", "percent": "in per cent", "pct": "in per cent", "usd": "in US dollars",
    "seconds": "in seconds", "minutes": "in minutes", "hours": "in hours", "days": "in days",
    "years": "in years", "kcal": "in kcal",
}  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def topic(tool: Tool) -> str:
    """Return the topic of a tool from its description: ``the hot posts of a subreddit``; or empty."""
    lead = " ".join(re.sub(r"\([^)]*\)", " ", tool.description).split())
    lead = _CUT.split(lead, maxsplit=1)[0].strip(" `'\"")
    names = {slot.name for slot in slots(tool) if not slot.name.islower()}
    if names & set(lead.split()):
        lead = _SPAN.split(lead, maxsplit=1)[0]
    left = lead.split()
    while left and _is_lead(left[0]):
        left.pop(0)
    while left and left[-1].casefold() in _DANGLING:
        left.pop()
    if not left or left[0].casefold() in _QUESTIONS:
        return ""
    first = left[0] if any(map(str.isupper, left[0][1:])) else left[0][:1].lower() + left[0][1:]
    return " ".join([first, *left[1:]])


def topic_with(tool: Tool, given: Mapping[str, Any]) -> str:
    """Return the topic with known values inserted: ``the hot posts of the subreddit “books”``."""
    said = topic(tool)
    known = {slot.name: slot for slot in slots(tool)}
    left = dict(given)
    texts = [name for name, value in left.items() if isinstance(value, str) and not known[name].is_time]
    anchors = list(_ANCHOR.finditer(said))
    if len(texts) == 1 and anchors:
        anchor, value = anchors[-1], left.pop(texts[0])
        lead = "by " if anchor[2] else ""
        named = f"{lead}the {anchor[1] or anchor[2]} {quoted(value)}"
        return f"{said[: anchor.start()]}{named}{said[anchor.end() :]}{given_words(known, left)}"
    is_at_position = any(_is_coordinate(known[name]) for name in left)
    if is_at_position and anchors and anchors[-1][1]:
        said = said[: anchors[-1].start()].rstrip().removesuffix(" at").removesuffix(" of")
    return _BY_WHAT.sub("", said) + given_words(known, left)


def topic_of(tool: Tool, this: str, thing: str) -> str:
    """Return the topic for a thing mentioned before: ``cast and crew of this film``."""
    said = topic(tool)
    anchors = [anchor for anchor in _ANCHOR.finditer(said) if anchor[1]]
    if anchors:
        said = f"{said[: anchors[-1].start()]}{this}{said[anchors[-1].end() :]}"
        return _BY_WHAT.sub("", said)
    said = _BY_WHAT.sub("", said)
    tail = f" of {plural(thing)}"
    return f"{said.removesuffix(tail)} of {this}" if said.endswith(tail) else f"{said} for {this}"


def tells_everything(tool: Tool, thing: str) -> bool:
    """Return whether a tool returns everything about one thing, so that its facts belong to the thing."""
    lead = rf"(?:everything|all|details?|info\w*|one|data|(?:an?|the)\s{re.escape(thing)})\b"
    return re.match(lead, topic(tool), re.IGNORECASE) is not None


def given_words(known: Mapping[str, Slot], given: Mapping[str, Any]) -> str:
    """Return the remaining arguments, each with a noun."""
    position = [value for name, value in given.items() if _is_coordinate(known[name])]
    said = [f"at {', '.join(map(str, position))}"] if position else []
    said += [
        _argument(known[name], value)
        for name, value in given.items()
        if not _is_coordinate(known[name]) and not isinstance(value, bool)
    ]
    return "".join(f" {words_}" for words_ in said)


def thing_for(slot: Slot, field: tuple[str, ...], source: Tool) -> str:
    """Return what a value of a slot stands for: the film of ``movie_id``.

    Taken from the description of the slot, the name of the field, or the key above the field.
    """
    if not _is_coordinate(slot):
        for pattern in _THING:
            if match := pattern.search(slot.description):
                return match[1].casefold()
        for named in (words(field[-1]) if field else (), slot.words):
            kept = [word for word in named if word in specific(named) - _NUMBERS_OF_THINGS]
            if kept:
                return " ".join(kept)
    for key in reversed(field[:-1]):
        kept = [word for word in words(key) if word not in GENERIC]
        if set(kept) - _STRUCTURE:
            return " ".join(kept)
    if _is_coordinate(slot):
        return "place"
    head = re.split(rf"\s(?!{_BOUNDARY})", topic(source), maxsplit=1)[0].split()
    return singular(head[-1].casefold()) if head else "entry"


def fact_words(path: tuple[str, ...], value: Any) -> str:
    """Return a field as a user would ask for it: ``wind speed in km/h`` for ``current.wind_speed_kmh``."""
    said = [word.casefold() for word in parts(path[-1])]
    unit = _UNITS.get(said[-1], "") if len(said) > 1 else ""
    said = said[:-1] if unit else said
    if not specific(words(" ".join(said))):
        above = ([word.casefold() for word in parts(key)] for key in reversed(path[:-1]))
        about = next((key_words for key_words in above if specific(key_words)), [])
        said = [*(word for word in about if word not in GENERIC), *said]
    said = list(dict.fromkeys(said))
    plain = bool(said) and said[0] not in ("number", "num", "total")
    plain = plain and any(word != singular(word) for word in (said[0], said[-1]))
    counted = plain and not unit and isinstance(value, int)
    return " ".join([*(["number of"] if counted else []), *said, *([unit] if unit else [])])


def ordinal(index: int) -> str:
    return _ORDINALS[index] if index < len(_ORDINALS) else f"{index + 1}th"


def quoted(value: Any) -> str:
    """Return a value as it is written in a sentence."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list) and value and all(isinstance(item, str | int | float) for item in value):
        return ", ".join(map(quoted, value))
    return f"“{value}”" if isinstance(value, str) else as_json(value)


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _is_coordinate(slot: Slot) -> bool:
    return bool(_COORDINATES & set(slot.words))


def _is_lead(word: str) -> bool:
    plain = word.casefold().strip("`'\"")
    return plain not in _KEPT_LEADS and (
        plain in _LEADS or plain.removesuffix("s") in _LEADS or plain.removesuffix("es") in _LEADS
    )


def _argument(slot: Slot, value: Any) -> str:
    if slot.is_time and isinstance(value, str):
        return f"{_when(slot)} {value}"
    lead = _CUT.split(slot.description, maxsplit=1)[0].strip(" `'\"").split()
    usable = 0 < len(lead) <= _LONGEST_NOUN and lead[0].casefold() not in {*_QUESTIONS, "only", "up"}
    usable = usable and str(value) not in lead
    noun = " ".join([lead[0].casefold(), *lead[1:]]) if usable else " ".join(slot.words)
    return f"with the {re.sub(r'^(?:the|an?) ', '', noun)} {quoted(value)}"


def _when(slot: Slot) -> str:
    if {"start", "from", "begin", "first"} & set(slot.words):
        return "from"
    return "until" if {"end", "to", "until", "last"} & set(slot.words) else "on"
