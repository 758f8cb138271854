"""φ: the text of a call, which the encoder compares."""

from __future__ import annotations

import unicodedata
from typing import Any

from m3bench.core import Call, canonical_json, parsed_arguments

_TOO_DEEP = '"nested too deeply to compare"'


def serialize(call: Call) -> str:
    """Return the paper's φ: tool name and arguments, equal for calls that mean the same.

    Key order, Unicode composition and the notation of numbers (1.0 or 1) do not matter; a JSON string with an
    object counts as the object, and missing arguments as an empty object. The order of lists matters.
    """
    arguments = parsed_arguments(call.arguments)
    return f"{_composed(call.name)} {_json({} if arguments is None else arguments, normalize=True)}"


def serialize_released(call: Call) -> str:
    """Return the released scorer's text: the raw arguments only."""
    return _json(call.arguments, normalize=False)


def _json(value: Any, *, normalize: bool) -> str:
    try:
        return canonical_json(normalized(value) if normalize else value)
    except TypeError:
        return canonical_json(normalized(value))
    except RecursionError:
        return _TOO_DEEP


def normalized(value: Any) -> Any:
    """Normalize numbers, Unicode and keys, so that equal values have the same canonical JSON."""
    kind = type(value)
    if kind is str:
        return value if value.isascii() else _composed(value)
    if kind is int or kind is bool or value is None:
        return value
    if kind is float:
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return _normalized_object(value)
    if isinstance(value, list | tuple):
        return [normalized(item) for item in value]
    # Values that are not JSON can only come from Python callers; they are compared by their repr.
    return value if isinstance(value, bool | int | float | str) else repr(value)


def _normalized_object(value: dict[Any, Any]) -> dict[str, Any]:
    if _has_plain_keys(value):  # the JSON is sorted, so the order of the dict does not matter
        return {key: normalized(item) for key, item in value.items()}
    return {_composed(str(key)): normalized(item) for key, item in sorted(value.items(), key=_by_key)}


def _has_plain_keys(value: dict[Any, Any]) -> bool:
    try:
        return "".join(value).isascii()
    except TypeError:
        return False


def _by_key(item: tuple[Any, Any]) -> str:
    return str(item[0])


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)
