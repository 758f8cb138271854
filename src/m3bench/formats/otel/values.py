"""Attributes in OTLP JSON: a list of keys, each with a typed value."""

from __future__ import annotations

from typing import Any

from m3bench.core.text import without_surrogates

_LARGEST = 2**63


def attribute(key: str, value: Any) -> dict[str, Any]:
    return {"key": key, "value": _value(value)}


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)} if -_LARGEST <= value < _LARGEST else {"stringValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [_value(inner) for inner in value]}}
    return {"stringValue": without_surrogates(str(value))}


def values_of(attributes: Any) -> dict[str, Any]:
    """Return the attributes of a span, a resource or an event as a mapping. Invalid ones are skipped."""
    return {
        entry["key"]: value_of(entry.get("value"))
        for entry in (attributes if isinstance(attributes, list) else ())
        if isinstance(entry, dict) and isinstance(entry.get("key"), str)
    }


def value_of(value: Any) -> Any:
    """Return the value without its type. Integers may be text or numbers."""
    if not isinstance(value, dict) or not value:
        return None
    kind, inner = next(iter(value.items()))
    if kind == "intValue":
        return whole_number(inner)
    if kind == "arrayValue":
        return [value_of(element) for element in _values(inner)]
    if kind == "kvlistValue":
        return values_of(_values(inner))
    return inner


def _values(inner: Any) -> list[Any]:
    values = inner.get("values") if isinstance(inner, dict) else None
    return values if isinstance(values, list) else []


def whole_number(value: Any) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return None
