"""Slots of tools: parameters with example values from their descriptions."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from m3bench.forge.names import words
from m3bench.hosting import Tool

_QUOTED = re.compile(r"(?<![\w])['‘\"“`]([^'’\"”`\n]{1,80})['’\"”`](?!\w)")
_SUCH_AS = re.compile(r"(?:such as|e\.g\.,?|for example:?|example:|like)\s+([^\s;,()]+)", re.IGNORECASE)
_LIST = re.compile(r"(?:^|one of:?\s*|:\s*)((?:[\w./+-]+(?:,\s*| or ))+[\w+-]+)")
_RANGE = re.compile(r"(-?\d+(?:\.\d+)?)\s+(?:to|through|-)\s+(-?\d+(?:\.\d+)?)")
_NUMBER = re.compile(r"-?\d{1,12}(?:\.\d{1,9})?")
_OBJECT = re.compile(r"\{[^{}]{1,200}\}")
_MOST_EXAMPLES = 6
_FAR = 100
_DEEPEST = 20
_RUNNING_TEXT = frozenset({"such", "with", "best", "as", "for", "in", "by", "and", "the", "at", "like"})
"""Words that show that commas separate clauses, not values."""
_COORDINATES = frozenset({"latitude", "longitude"})
_OF_FILES = frozenset({"file", "workspace", "folder", "image", "document", "pdf", "workbook", "presentation"})

CONTROLS = frozenset({
    "limit", "page", "start", "offset", "count", "n", "max", "min", "maximum", "minimum", "size", "sort",
    "order", "format", "unit", "sample", "depth", "timeout", "field", "verbose", "include", "total", "hour",
    "month", "week", "scale", "zoom", "width", "height", "radius", "interpolate", "mode", "style", "level",
    "font", "thickness", "threshold", "top", "left", "right", "bottom", "bar", "interval", "language",
    "currency", "region",
})  # fmt: skip
"""Words of slots that control the form of a result, not its subject."""


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter of a tool."""

    name: str
    kind: str
    """The JSON type; `any` where the schema does not say."""
    items: str = "any"
    """The JSON type of the items of an array."""
    needed: bool = False
    description: str = ""
    choices: tuple[Any, ...] = ()
    default: Any = None
    examples: tuple[Any, ...] = ()
    """Values from the schema or the description."""

    @property
    def words(self) -> tuple[str, ...]:
        return words(self.name)

    @property
    def is_control(self) -> bool:
        """Whether it controls the form of the result."""
        return self.kind == "boolean" or bool(CONTROLS.intersection(self.words))

    @property
    def is_time(self) -> bool:
        """Whether it is a date or a time, for which any value works."""
        return bool({"date", "time", "day", "timestamp", "year"}.intersection(self.words))

    @property
    def is_search(self) -> bool:
        """Whether it takes free text: a start of chains."""
        return bool(
            {"query", "q", "keyword", "search", "prompt", "text", "question"}.intersection(self.words)
        )

    @property
    def is_file(self) -> bool:
        """Whether it names a file in the workspace."""
        if self.kind not in ("string", "array", "any"):
            return False
        said = set(words(self.description))
        if {"file", "uri"} & set(self.words) or "workspace" in said:
            return True
        return "path" in self.words and (not said or bool(_OF_FILES & said))

    @property
    def is_output(self) -> bool:
        """Whether it names where to write."""
        return bool({"output", "save", "destination", "target"} & set(self.words))


def slots(tool: Tool) -> tuple[Slot, ...]:
    """Return the parameters of a tool in schema order; none if the schema is invalid."""
    properties = tool.input_schema.get("properties")
    if not isinstance(properties, Mapping):
        return ()
    needed = tool.input_schema.get("required")
    required = {name for name in needed if isinstance(name, str)} if isinstance(needed, list) else set()
    return tuple(
        _slot(str(name), _described(str(name), schema, tool), tool.input_schema, name in required)
        for name, schema in properties.items()
        if isinstance(schema, Mapping)
    )


def _described(name: str, schema: Mapping[str, Any], tool: Tool) -> Mapping[str, Any]:
    """Add a description from the tool's own to a parameter without one.

    Either the line for the parameter, as in docstrings, or the sentence that names it.
    """
    if schema.get("description") or not tool.description:
        return schema
    line = re.search(
        rf"^\s*[-*]?\s*`?{re.escape(name)}`?\s*(?:\([^)]*\))?:\s*(\S.*)$", tool.description, re.MULTILINE
    )
    if line is not None:
        return {**schema, "description": line[1]}
    wanted = set(words(name))
    for sentence in re.split(r"(?<=[.!?])\s+|\n\s*\n", tool.description):
        if wanted and wanted <= set(words(sentence)):
            return {**schema, "description": " ".join(sentence.split())}
    return schema


def resolve_schema(
    schema: Mapping[str, Any], root: Mapping[str, Any], deepest: int = _DEEPEST
) -> Mapping[str, Any]:
    """Resolve the reference of a schema once, and the first alternative that is not null.

    Alternatives that refer to themselves are followed to a depth.
    """
    target = schema.get("$ref")
    if isinstance(target, str) and target.startswith("#/"):
        referenced: Any = root
        for part in target[2:].split("/"):
            referenced = referenced.get(part, {}) if isinstance(referenced, Mapping) else {}
        schema = {**referenced, **schema} if isinstance(referenced, Mapping) else schema
    for key in ("anyOf", "oneOf"):
        options = schema.get(key)
        for option in options if isinstance(options, list) and deepest else ():
            if isinstance(option, Mapping) and option.get("type") != "null":
                rest = {name: value for name, value in schema.items() if name != key}
                return {**resolve_schema(option, root, deepest - 1), **rest}
    return schema


def _slot(name: str, schema: Mapping[str, Any], root: Mapping[str, Any], needed: bool) -> Slot:
    whole = resolve_schema(schema, root)
    kind = whole.get("type", "any")
    if isinstance(kind, list):
        kind = next((name_ for name_ in kind if name_ != "null"), "any")
    description = str(whole.get("description") or "")
    choices = whole.get("enum") if isinstance(whole.get("enum"), list) else None
    default = whole.get("default")
    return Slot(
        name=name, kind=str(kind), items=_items(whole, root), needed=needed, description=description,
        choices=tuple(choices or ()), default=default, examples=_examples(str(kind), description, whole),
    )  # fmt: skip


def _items(schema: Mapping[str, Any], root: Mapping[str, Any]) -> str:
    items = schema.get("items")
    kind = resolve_schema(items, root).get("type") if isinstance(items, Mapping) else None
    return kind if isinstance(kind, str) else "any"


def _examples(kind: str, description: str, schema: Mapping[str, Any]) -> tuple[Any, ...]:
    given = schema.get("examples")
    examples: list[Any] = list(given) if isinstance(given, list) else []
    if kind in ("string", "any"):
        examples += _texts(description)
    elif kind == "object":
        examples += _objects(description)
    elif kind in ("number", "integer"):
        examples += _numbers(kind, description, schema)
    elif kind == "array":
        examples += _arrays(description, schema)
    return tuple(examples[:_MOST_EXAMPLES])


def _texts(description: str) -> list[str]:
    texts = [text.strip() for text in _QUOTED.findall(description)]
    texts += [text.strip("'\"`.:‘’“”") for text in _SUCH_AS.findall(description)]
    for listed in _LIST.findall(description):
        options = re.split(r",\s*| or ", listed)
        texts += [] if _RUNNING_TEXT.intersection(options) else options
    return list(dict.fromkeys(text for text in texts if text and "…" not in text and not _is_form(text)))


def _is_form(text: str) -> bool:
    """Return whether a text is a format such as ``lat,lng``, not a value."""
    return bool(words(text)) and set(words(text)) <= _COORDINATES


def _numbers(kind: str, description: str, schema: Mapping[str, Any]) -> list[Any]:
    said = (text.rstrip(".") for text in _SUCH_AS.findall(description))
    numbers: list[Any] = [float(text) for text in said if _NUMBER.fullmatch(text)]
    low, high = schema.get("minimum"), schema.get("maximum")
    for first, last in _RANGE.findall(description)[:1]:
        low, high = float(first), float(last)
    if isinstance(low, int | float) and isinstance(high, int | float) and low <= high:
        numbers.append(math.sqrt(low * high) // 1 if low > 0 else (low + high) / 2)
    elif isinstance(low, int | float):
        numbers.append(low)
    return [int(number) if kind == "integer" or float(number).is_integer() else number for number in numbers]


def _arrays(description: str, schema: Mapping[str, Any]) -> list[Any]:
    items = schema.get("items")
    kind = items.get("type") if isinstance(items, Mapping) else None
    texts = _texts(description)
    if kind == "string" and texts:
        return [[text] for text in texts]
    if isinstance(items, Mapping) and isinstance(items.get("properties"), Mapping):
        return [[_object_like(items)]]
    return [[1, 2, 6]] if kind in ("number", "integer") else []


def _objects(description: str) -> list[Any]:
    """Return objects in a description, in JSON or Python syntax."""
    objects = []
    for text in _OBJECT.findall(description):
        try:
            objects.append(ast.literal_eval(text))
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return [value for value in objects if isinstance(value, dict)]


def _object_like(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a minimal object for a schema."""
    needed = set(schema.get("required") or ())
    return {
        name: plain_value(str(name), str(resolve_schema(below, schema).get("type", "string")))
        for name, below in schema["properties"].items()
        if name in needed and isinstance(below, Mapping)
    }


def plain_value(name: str, kind: str) -> Any:
    """Return a harmless default. The second of two corners is farther out than the first."""
    if kind in ("number", "integer"):
        return _FAR if name.endswith("2") else 1
    if kind == "array":
        return []
    return {"boolean": False, "object": {}}.get(kind, name)
