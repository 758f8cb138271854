"""Arguments for a first call of a tool, from its schema and from what other tools returned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from m3bench.core.text import quotations
from m3bench.hosting import Tool

_EXAMPLE = re.compile(
    r"""(?:e\.g\.,?|such as|for example,?|like)\s+[`"'“]?([^`"'“”,;.)\n]{1,60})""", re.IGNORECASE
)
_TEXTS = ("a", "e", "1")
"""Texts to search with: most titles have one of these letters."""
_FORMATS = {"date": "2026-01-05", "date-time": "2026-01-05T10:00:00Z", "uri": "https://example.org"}


def argument_choices(tool: Tool, known: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield arguments to try, the most likely first. Optional parameters are left out.

    `known` are values that other tools returned, by name.
    """
    properties = tool.input_schema.get("properties")
    required = tool.input_schema.get("required")
    schemas = properties if isinstance(properties, Mapping) else {}
    names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    quoted = [text for text in quotations(tool.description) if text not in (tool.name, *schemas)]
    choices = {name: _values(name, schemas.get(name), known, quoted) for name in names}
    for index in range(max((len(values) for values in choices.values()), default=1)):
        yield {name: values[min(index, len(values) - 1)] for name, values in choices.items()}


def _values(name: str, schema: Any, known: Mapping[str, Any], quoted: Sequence[str]) -> Sequence[Any]:
    if not isinstance(schema, Mapping):
        return [*quoted, *_TEXTS]
    if stated := list(_stated(schema)):
        return stated[:1]
    kind = _type(schema)
    if kind == "string":
        return _texts(name, schema, known, quoted)
    least = schema.get("minimum")
    number = least if isinstance(least, int | float) else 1
    return (
        {"integer": number, "number": number, "boolean": False, "array": [], "object": {}}.get(kind, "a"),
    )


def _stated(schema: Mapping[str, Any]) -> Iterator[Any]:
    """Yield values that a schema itself names."""
    for key in ("const", "default"):
        if key in schema:
            yield schema[key]
    for key in ("examples", "enum"):
        listed = schema.get(key)
        yield from listed if isinstance(listed, list) else ()


def _type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    listed = kind if isinstance(kind, list) else [kind]
    for option in (*(schema.get("anyOf") or ()), *(schema.get("oneOf") or ())):
        listed = [*listed, option.get("type")] if isinstance(option, Mapping) else listed
    return next((name for name in listed if isinstance(name, str) and name != "null"), "string")


def _texts(
    name: str, schema: Mapping[str, Any], known: Mapping[str, Any], quoted: Sequence[str]
) -> Sequence[Any]:
    """Return texts: what another tool returned under this name, examples of the descriptions, letters."""
    alike = [known[key] for key in (name, name.rpartition("_")[2]) if key in known]
    example = _EXAMPLE.search(str(schema.get("description", "")))
    texts = [*map(str, alike), *([example[1].strip()] if example else [])]
    if fitting := _FORMATS.get(str(schema.get("format"))):
        texts.append(fitting)
    return [*texts, *quoted, *_TEXTS]
