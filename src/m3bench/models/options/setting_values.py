"""Settings of a model as on the command line: ``temperature=0.2``."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

import msgspec

from m3bench.core import UsageError, is_too_deep
from m3bench.core.text import did_you_mean
from m3bench.models.messages import Settings

_BODY = "extra_body"
_ALSO = {
    "max_reply_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "effort": "reasoning_effort",
    "parallel": "parallel_tool_calls",
}
_KEYS = tuple(name for name in Settings.__struct_fields__ if name != _BODY)
_RANGES = {
    "temperature": (0, 10),
    "top_p": (0, 1),
    "max_tokens": (1, 10**9),
    "frequency_penalty": (-10, 10),
    "presence_penalty": (-10, 10),
}


def parse_settings(given: Iterable[str], body: str | None = None) -> Settings:
    """Read settings of the form KEY=VALUE, and a JSON object with further fields of requests.

    Raises:
        UsageError: A key is unknown or given twice, or a value does not fit.
    """
    values: dict[str, Any] = {}
    for text in given:
        key, equals, value = text.partition("=")
        name = setting_name(key.strip())
        if not equals:
            raise UsageError(f"-M {text[:100]} has no value.", "Write KEY=VALUE, such as -M temperature=0.2")
        if name in values:
            raise UsageError(f"-M {name} is given twice.", "Leave one of them out.")
        values[name] = _typed(name, value.strip())
    if body is not None:
        values[_BODY] = _json_object(body)
    return check_settings_values(values, "-M ")


def setting_name(key: str) -> str:
    """Return the name of a setting. Raises `UsageError` if there is none."""
    name = key.replace("-", "_")
    name = _ALSO.get(name, name)
    if name not in _KEYS:
        hint = f"{did_you_mean(name, _KEYS)} Settings: {', '.join(_KEYS)}. Others: --extra-body JSON.".strip()
        raise UsageError(f"Models have no setting {key[:100]!r}.", hint)
    return name


def check_settings_values(values: dict[str, Any], prefix: str = "") -> Settings:
    """Return settings with these values.

    Raises:
        UsageError: A value is of the wrong type or out of range.
    """
    values = {key if key == _BODY else setting_name(key): value for key, value in values.items()}
    for name, (least, most) in _RANGES.items():
        value = values.get(name)
        if isinstance(value, int | float) and not least <= value <= most:
            raise UsageError(f"{prefix}{name}={value} is out of range.", f"Use {least} to {most}.")
    for name, value in values.items():
        try:
            msgspec.convert({name: value}, Settings)
        except msgspec.ValidationError as error:
            reason = str(error).partition(" - at")[0]
            raise UsageError(f"{prefix}{name}={str(value)[:100]} does not fit: {reason}.") from None
    return msgspec.convert(values, Settings)


def _typed(name: str, value: str) -> Any:
    if name == "stop":
        return value.split("|")
    if name == "reasoning_effort":
        return value.lower()
    words = {"true": True, "yes": True, "false": False, "no": False}
    if value.lower() in words:
        return words[value.lower()]
    for read in (int, float):
        try:
            number = read(value)
        except ValueError:
            continue
        return number if math.isfinite(number) else value
    return value


def _json_object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"--extra-body is not JSON: {str(error)[:100]}.", """Write it as '{"top_k": 20}', in quotes."""
        ) from None
    if not isinstance(value, dict) or is_too_deep(value):
        raise UsageError("--extra-body is not a JSON object.", """Write it as '{"top_k": 20}', in quotes.""")
    return value


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is not a value of JSON")
