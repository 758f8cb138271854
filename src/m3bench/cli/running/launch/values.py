"""What the options of `m3bench run` mean, by the names of the manifest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from m3bench.cli import options
from m3bench.core import UsageError
from m3bench.hosting import parse_resource_limits
from m3bench.models import Settings, parse_headers, parse_settings
from m3bench.runs import RunLimits
from m3bench.worlds import DEFAULT_SEED

_RENAMED = MappingProxyType(
    {"family": "families", "task": "tasks", "config": "configs", "reply_timeout": "model_timeout"}
)
_MODEL_SETTINGS = ("temperature", "max_reply_tokens", "model_setting", "extra_body")


def limit_names() -> dict[str, str]:
    """Return the limits of a run by their options."""
    others = {name: option for option, name in _RENAMED.items()}
    return {others.get(name, name): name for name in RunLimits.__struct_fields__}


def given_limits(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the limits that were given, by their names in the manifest."""
    return {name: params[option] for option, name in limit_names().items() if params.get(option) is not None}


def settings_options(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings by their names in the manifest, without those that were not given.

    Args:
        params: Values of options that decide the result, by the names of their parameters.

    Raises:
        UsageError: A value cannot be read, or two options set the same.
    """
    params = {name: value for name, value in params.items() if value is not None}
    found = {
        _RENAMED.get(name, name): _plain(value)
        for name, value in params.items()
        if name not in (*_MODEL_SETTINGS, "header", "now", "resource_limit")
    }
    if "now" in params:
        found["world_now"] = options.chosen_world(params.get("world_seed", DEFAULT_SEED), params["now"]).now
    if "header" in params:
        found["headers"] = parse_headers(params["header"])
    if "resource_limit" in params:
        found["resource_limits"] = parse_resource_limits(params["resource_limit"])
    if any(name in params for name in _MODEL_SETTINGS):
        found["model_settings"] = _model_settings(params)
    return found


def _model_settings(params: Mapping[str, Any]) -> Settings:
    settings = parse_settings(params.get("model_setting") or (), params.get("extra_body"))
    for option, name in (("temperature", "temperature"), ("max_reply_tokens", "max_tokens")):
        if option not in params:
            continue
        if getattr(settings, name) is not None:
            shown = option.replace("_", "-")
            raise UsageError(f"-M {name} and --{shown} set the same.", "Leave one of them out.")
        settings = msgspec.structs.replace(settings, **{name: params[option]})
    return settings


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_plain, value))
    return str(value.absolute()) if isinstance(value, Path) else value
