"""Which options of `m3bench run` may be given with --resume, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from m3bench.agents import PRESET_PREFIX
from m3bench.cli import options
from m3bench.core import UsageError
from m3bench.core.redaction import redactor
from m3bench.hosting import SandboxMode, parse_resource_limits
from m3bench.models import parse_headers, parse_settings, user_models
from m3bench.runs import RunFolder, RunLimits, RunManifest
from m3bench.worlds import DEFAULT_SEED

_RENAMED = MappingProxyType(
    {"family": "families", "task": "tasks", "config": "configs", "reply_timeout": "model_timeout"}
)
_MODEL_SETTINGS = ("model_setting", "extra_body")


def limit_names() -> dict[str, str]:
    """Return the limits of a run by their options."""
    others = {name: option for option, name in _RENAMED.items()}
    return {others.get(name, name): name for name in RunLimits.__struct_fields__}


def given_limits(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the limits that were given, by their names in the manifest."""
    return {name: params[option] for option, name in limit_names().items() if params.get(option) is not None}


def settings_options(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings by their names in the manifest, without those that were not given.

    Raises `UsageError` if a value cannot be read, or if two options set the same.
    """
    params = {name: value for name, value in params.items() if value is not None}
    settings: dict[str, Any] = {
        _RENAMED.get(name, name): options.plain_setting(value)
        for name, value in params.items()
        if name not in (*_MODEL_SETTINGS, "header", "now", "resource_limit")
    }
    if "now" in params:
        settings["world_now"] = options.chosen_world(
            params.get("world_seed", DEFAULT_SEED), params["now"]
        ).now
    if "header" in params:
        settings["headers"] = parse_headers(params["header"])
    if "resource_limit" in params:
        settings["resource_limits"] = parse_resource_limits(params["resource_limit"])
    if any(name in params for name in _MODEL_SETTINGS):
        settings["model_settings"] = parse_settings(
            params.get("model_setting") or (), params.get("extra_body")
        )
    return settings


class OnResume(Enum):
    """What becomes of an option that is given with --resume."""

    SAME = "refused if it differs from the run"
    LIMIT = "holds from now on; the change is recorded"
    SESSION = "holds for this session"
    NEW_ONLY = "refused: only a new run takes it"


_SETTINGS = (
    "suite", "agent", "model", "base_url", "judge", "user", "mode", "fuzzy", "pictures", "without_perception",
    "text_only", "accepts", "strict_format", "limit", "family", "task", "where", "sample", "sample_seed",
    "per_family", "bundled_only", "skip_missing",
    "epochs", "seed", "world_seed", "now", "model_setting", "extra_body", "header", "context",
    "max_steps", "max_concurrent", "record", "replay", "cache", "encoder", "config", "live", "data",
    "sandbox", "agent_env", "agent_read", "agent_network", "resource_limit", "tag", "note",
)  # fmt: skip
_SESSION = (
    "workers", "ray", "server_memory", "no_probe", "retry", "resume", "dry_run",
    "fail_under", "junit", "json_path",
)  # fmt: skip
_PROGRAMS = ("command:", PRESET_PREFIX)
_PLAIN_ENCODERS = ("minilm", "hashing", "exact")
_NEW_ONLY = ("out", "preflight")
_MANIFEST = {"tag": "tags", "note": "note"}

OPTIONS: Mapping[str, OnResume] = MappingProxyType(
    {
        **dict.fromkeys(_SETTINGS, OnResume.SAME),
        **dict.fromkeys(limit_names(), OnResume.LIMIT),
        **dict.fromkeys(_SESSION, OnResume.SESSION),
        **dict.fromkeys(_NEW_ONLY, OnResume.NEW_ONLY),
    }
)
"""Every option of `m3bench run`, by the name of its parameter."""
_SHOWN = {
    "suite": "SUITE", "model_setting": "-M", "text_only": "--blind", "json_path": "--json",
    "max_concurrent": "--concurrent-calls", "in_flight": "--concurrent-requests",
}  # fmt: skip


def require_same(folder: RunFolder, params: Mapping[str, Any]) -> None:
    """Raise `UsageError` if an option that was given would change the run. Names its old and new value."""
    manifest = folder.manifest
    for option, value in params.items():
        if OPTIONS.get(option) is OnResume.NEW_ONLY:
            raise UsageError(f"{option_name(option)} is only for a new run.", "Leave it out of --resume.")
        if OPTIONS.get(option) is OnResume.SAME:
            _require_same(manifest, option, value, folder.path)


def _require_same(manifest: RunManifest, option: str, value: Any, path: Path) -> None:
    old, new = _values(manifest, option, value)
    if old == new or (option == "suite" and _is_same_file(manifest, str(new))):
        return
    clean = redactor().text
    raise UsageError(
        f"{option_name(option)} would change the run: {clean(_text(old))} → {clean(_text(new))}.",
        f"Leave it out to continue {path}, or start a new run. Limits, such as --concurrency and --max-cost, "
        "and --workers may be changed.",
    )


def _values(manifest: RunManifest, option: str, value: Any) -> tuple[Any, Any]:
    """Return what the run has and what is given, in the form of the manifest."""
    if option in _MANIFEST:
        recorded = getattr(manifest, _MANIFEST[option])
        return recorded, tuple(value) if isinstance(value, list) else value
    if option == "model" and value in (known := user_models()):
        value = known[value].model
    ((name, new),) = settings_options({option: value}).items()
    old: Any = msgspec.to_builtins(getattr(manifest.recorded, name))
    new = msgspec.to_builtins(new)
    if name in {"model_settings", "headers", "resource_limits"}:  # those that are not given keep their values
        old = {key: old.get(key) for key in new}
    return old, new


def _is_same_file(manifest: RunManifest, name: str) -> bool:
    recorded = manifest.located_settings.suite.name
    return Path(name).exists() and Path(recorded).exists() and Path(name).samefile(recorded)


def started_in(folder: RunFolder) -> Path:
    """Return the folder that a run was started in, if it is there; else the current one."""
    home = folder.manifest.started_in
    return Path(home) if home and Path(home).is_dir() else Path.cwd()


def started_by(folder: RunFolder) -> list[str]:
    """Return what the folder alone makes a resumed run start, reach or leave unprotected here, in words."""
    settings = folder.manifest.located_settings
    agent, address = settings.agent, settings.model.base_url
    named = [f"the agent {agent}"] if agent.startswith(_PROGRAMS) else []
    named += [f"the servers of {config}" for config in settings.configs]
    named += [f"requests to {address}, with your key"] if address else []
    named += [f"the encoder {settings.encoder}"] if settings.encoder not in _PLAIN_ENCODERS else []
    named += [f"the agent's variables {', '.join(settings.agent_env)}"] if settings.agent_env else []
    named += ["no sandbox"] if named and settings.sandbox == SandboxMode.OFF else []
    return named


def option_name(option: str) -> str:
    """Return an option as on the command line, by the name of its parameter."""
    return _SHOWN.get(option, "--" + option.replace("_", "-"))


def _text(value: Any) -> str:
    if value is None or value == []:
        return "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}={_text(inner)}" for key, inner in value.items())
    return str(value)
