"""Fill in arguments by the words beside values: ``the city “Paris”`` for a parameter ``city``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.agents.filling.clues import content_words
from m3bench.agents.filling.findings import Findings
from m3bench.hosting import Tool

_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")
_VALUE = re.compile(
    r"“([^”\n]{1,300})”|\"([^\"\n]{1,300})\"|(?<![\w.-])(-?\d+(?:\.\d+)?)(?![\w.]*\w)|\b(true|false)\b"
)
_WORDS_BEFORE = 4
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PLAIN = 3
"""How much more a word of a parameter's name weighs than one of its description."""


class NamedValue(msgspec.Struct, frozen=True):
    """A value of a text, and the words before it."""

    value: str | int | float | bool
    words: frozenset[str]


def sentences(text: str) -> list[str]:
    """Split a text into sentences. Quotations stay whole."""
    parts: list[str] = []
    for part in _SENTENCE.split(text):
        if parts and parts[-1].count("“") > parts[-1].count("”"):
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return [part for part in parts if part.strip()]


def named_values(text: str) -> list[NamedValue]:
    """Return the quotations, numbers and truth values of a text with the words before each."""
    values, end = [], 0
    for match in _VALUE.finditer(text):
        before = re.findall(r"[^\W_]+", text[end : match.start()])[-_WORDS_BEFORE:]
        values.append(NamedValue(_value(match), _folded(" ".join(before))))
        end = match.end()
    return values


def match_arguments(
    tool: Tool, values: Sequence[NamedValue], findings: Findings | None = None
) -> dict[str, Any] | None:
    """Return arguments of a tool; None if a required one is missing.

    The parameter whose name and description have most of the words beside a value gets it. Required
    parameters without such words get what is left, then what earlier results call by their name.
    """
    properties = tool.input_schema.get("properties")
    known = properties if isinstance(properties, dict) else {}
    schemas = {str(name): schema for name, schema in known.items()}
    listed = tool.input_schema.get("required")
    required = [name for name in listed if name in schemas] if isinstance(listed, list) else []
    chosen, left = _by_words(schemas, required, list(values))
    for name in required:
        if name in chosen:
            continue
        fitting = [value for value in left if _fits(value.value, schemas[name])]
        earlier = findings.values(name) if findings is not None else []
        if earlier and not fitting:
            chosen[name] = earlier[0]
        elif fitting:
            chosen[name] = fitting[0].value
            left.remove(fitting[0])
        elif isinstance(schemas[name], Mapping) and schemas[name].get("default") is not None:
            chosen[name] = schemas[name]["default"]
        else:
            return None
    return {name: _converted(value, schemas[name]) for name, value in chosen.items()}


def _by_words(
    schemas: Mapping[str, Any], required: Sequence[str], values: list[NamedValue]
) -> tuple[dict[str, Any], list[NamedValue]]:
    pairs = [
        (_likeness(value, name, schema), name in required, -position, -index)
        for position, (name, schema) in enumerate(schemas.items())
        for index, value in enumerate(values)
        if _fits(value.value, schema)
    ]
    names, chosen, used = list(schemas), dict[str, Any](), set[int]()
    for likeness, needed, position, index in sorted(pairs, reverse=True):
        name = names[-position]
        if likeness >= (1 if needed else _PLAIN) and name not in chosen and -index not in used:
            chosen[name] = values[-index].value
            used.add(-index)
    return chosen, [value for index, value in enumerate(values) if index not in used]


def _likeness(value: NamedValue, name: str, schema: Any) -> int:
    described = str(schema.get("description") or "") if isinstance(schema, Mapping) else ""
    own = _folded(_HUMP.sub(" ", name).replace("_", " "))
    return _PLAIN * len(own & value.words) + len((_folded(described[:500]) - own) & value.words)


def _kinds(schema: Any) -> set[str]:
    options = schema.get("anyOf") or schema.get("oneOf") or [schema] if isinstance(schema, Mapping) else []
    kinds = (
        [option.get("type") for option in options if isinstance(option, Mapping)]
        if isinstance(options, list)
        else []
    )
    flat = (kind for entry in kinds for kind in (entry if isinstance(entry, list) else [entry]))
    return {kind for kind in flat if isinstance(kind, str)}


def _fits(value: Any, schema: Any) -> bool:
    kinds = _kinds(schema)
    choices = schema.get("enum") if isinstance(schema, Mapping) else None
    if isinstance(choices, list):
        return value in choices
    if isinstance(value, bool):
        return "boolean" in kinds or not kinds
    if isinstance(value, str):
        return bool(kinds & {"string", "array"}) or not kinds
    return bool(kinds & {"number", "integer", "string", "array"}) or not kinds


def _converted(value: Any, schema: Any) -> Any:
    kinds = _kinds(schema)
    if "array" in kinds and "string" not in kinds and not isinstance(value, list):
        return [value]
    if "string" in kinds and not kinds & {"number", "integer", "boolean"} and not isinstance(value, str):
        return str(value)
    return value


def _value(match: re.Match[str]) -> str | int | float | bool:
    quoted = match[1] or match[2]
    if quoted:
        return quoted
    if match[4]:
        return match[4] == "true"
    return float(match[3]) if "." in match[3] else int(match[3][:20])


def _folded(text: str) -> frozenset[str]:
    """Return the words of a text in the singular. Short ones such as ``id`` count."""
    short = {"id", "to", "from"} & set(re.findall(r"[a-z]+", text.casefold()))
    return frozenset(word.removesuffix("s") for word in content_words(text)) | short
