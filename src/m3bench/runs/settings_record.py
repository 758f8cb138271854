"""The flat form of settings, as in manifests and options."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from m3bench.agents import PRESET_PREFIX, preset_with_model
from m3bench.core import USER_BY_RULES, UsageError
from m3bench.core.text import did_you_mean
from m3bench.hosting import DEFAULT_LIMITS, ResourceLimits, SandboxMode, read_resource_limits
from m3bench.models import MediaKind, ModelFacts, ModelRef, user_models
from m3bench.models import Settings as ModelSettings
from m3bench.runs.settings import RunSettings
from m3bench.suites import SUITES, Pictures, SuiteRef, WorldRef, suite_defaults

_MODEL = {
    "model": "name", "base_url": "base_url", "model_settings": "settings", "cache": "cache",
    "text_only": "text_only", "accepts": "accepts", "context": "context",
    "headers": "headers", "model_facts": "facts",
}  # fmt: skip
_SUITE = {
    "suite": "name", "data": "data", "families": "families", "limit": "limit", "per_family": "per_family",
    "tasks": "tasks", "where": "where", "sample": "sample", "sample_seed": "sample_seed",
    "fuzzy": "fuzzy", "pictures": "pictures",
}  # fmt: skip
_CHOICES: dict[str, type[StrEnum]] = {"pictures": Pictures, "sandbox": SandboxMode}
_WORLD = {"world_seed": "seed", "world_now": "now"}
# msgspec omits a default only if it is the same object, so these are shared.
_NO_MODEL, _DEFAULT_WORLD = ModelRef(), WorldRef()


class SettingsRecord(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The settings of a run on disk. Names and order are those of every manifest written so far."""

    suite: str
    agent: str
    model: str | None = None
    base_url: str | None = None
    judge: str | None = None
    model_settings: ModelSettings = _NO_MODEL.settings
    mode: str = "oracle"
    fuzzy: bool = False
    limit: int | None = None
    families: tuple[str, ...] = ()
    per_family: int | None = None
    epochs: int = 1
    seed: int = 0
    world_seed: int = _DEFAULT_WORLD.seed
    world_now: datetime = _DEFAULT_WORLD.now
    pictures: Pictures = Pictures.GIVEN
    without_perception: bool = False
    max_steps: int | None = None
    max_concurrent: int | None = None
    encoder: str = "minilm"
    configs: tuple[str, ...] = ()
    live: bool = False
    data: str | None = None
    record: str | None = None
    replay: str | None = None
    cache: str | None = None
    text_only: bool = False
    sandbox: SandboxMode = SandboxMode.AUTO
    agent_env: tuple[str, ...] = ()
    agent_read: tuple[str, ...] = ()
    agent_network: bool = False
    bundled_only: bool = False
    skip_missing: bool = False
    accepts: tuple[MediaKind, ...] | None = None
    user: str = USER_BY_RULES
    strict_format: bool = False
    context: int | None = None
    tasks: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    sample: int | None = None
    sample_seed: int = 0
    headers: dict[str, str] = {}
    model_facts: ModelFacts | None = None
    resource_limits: ResourceLimits = DEFAULT_LIMITS


def record_of(settings: RunSettings) -> SettingsRecord:
    """Return the flat form of settings."""
    values = msgspec.structs.asdict(settings)
    parts = ((values.pop("model"), _MODEL), (values.pop("suite"), _SUITE), (values.pop("world"), _WORLD))
    flat = {name: getattr(part, field) for part, names in parts for name, field in names.items()}
    return SettingsRecord(**flat, **values)


def settings_of(record: SettingsRecord) -> RunSettings:
    """Return the settings that a flat form describes."""
    values = msgspec.structs.asdict(record)

    def take(names: dict[str, str]) -> dict[str, Any]:
        return {field: values.pop(name) for name, field in names.items()}

    model, suite = ModelRef(**take(_MODEL)), SuiteRef(**take(_SUITE))
    return RunSettings(suite=suite, model=model, world=WorldRef(**take(_WORLD)), **values)


def located(settings: RunSettings, folder: str | None) -> RunSettings:
    """Return settings whose relative paths start from a folder, where it has such files."""
    if folder is None:
        return settings
    base = Path(folder)

    def located_path(name: str) -> str:
        return name if Path(name).is_absolute() or not (base / name).exists() else str(base / name)

    suite, model = settings.suite, settings.model
    name = suite.name if suite.name in SUITES else located_path(suite.name)
    data, cache = (path and located_path(path) for path in (suite.data, model.cache))
    return msgspec.structs.replace(
        settings,
        suite=msgspec.structs.replace(suite, name=name, data=data),
        model=msgspec.structs.replace(model, cache=cache),
        configs=tuple(map(located_path, settings.configs)),
        record=settings.record and located_path(settings.record),
        replay=settings.replay and located_path(settings.replay),
        agent_read=tuple(map(located_path, settings.agent_read)),
    )


def run_settings(suite: str, agent: str, **options: Any) -> RunSettings:
    """Return settings from options named as in the manifest: ``run_settings("smoke", "idle", per_family=1)``.

    Options that are not given have the defaults of the suite, if it has its own. `blind` and
    `max_reply_tokens` are named as on the command line. `model` may be a name of the user's own models
    (`m3bench-models.toml`).

    Raises:
        UsageError: There is no such option, or its value is of the wrong type.
    """
    options = _with_user_model(_by_manifest_name({**suite_defaults(suite).options, **options}))
    unknown = [name for name in options if name not in SettingsRecord.__struct_fields__]
    if unknown:
        near = difflib.get_close_matches(unknown[0], SettingsRecord.__struct_fields__, n=1)
        names = ", ".join(SettingsRecord.__struct_fields__)
        hint = f"Did you mean {near[0]}?" if near else f"Options: {names}."
        raise UsageError(f"A run has no option {unknown[0]!r}.", hint)
    try:
        flat = msgspec.to_builtins({"suite": suite, "agent": agent, **options})
        read = msgspec.convert(flat, SettingsRecord)
    except (msgspec.ValidationError, TypeError) as error:
        raise UsageError(f"Invalid run option: {error}.", _choices(options)) from None
    given = {name: getattr(read, name) for name in options}
    return _with_preset(settings_of(SettingsRecord(suite=suite, agent=agent, **given)))


def _choices(options: dict[str, Any]) -> str | None:
    """Return the values of an option that has a fixed set of them and was given another one."""
    for name, known in _CHOICES.items():
        if name in options and options[name] not in tuple(known):
            return f"{name} is one of {', '.join(known)}."
    return None


def _with_preset(settings: RunSettings) -> RunSettings:
    """Pass the model to a preset: its program asks the model by itself."""
    model = settings.model
    if not settings.agent.startswith(PRESET_PREFIX) or not (model.name or model.base_url):
        return settings
    agent = preset_with_model(settings.agent, model.name, model.base_url)
    own = msgspec.structs.replace(model, name=None, base_url=None)
    return msgspec.structs.replace(settings, agent=agent, model=own)


def _by_manifest_name(options: dict[str, Any]) -> dict[str, Any]:
    """Return options with the names of the manifest where the command line has others."""
    named = {("text_only" if name == "blind" else name): value for name, value in options.items()}
    if (tokens := named.pop("max_reply_tokens", None)) is not None:
        given = msgspec.to_builtins(named.get("model_settings") or ModelSettings())
        named["model_settings"] = {**given, "max_tokens": tokens}
    if isinstance(limits := named.get("resource_limits"), Mapping):
        named["resource_limits"] = read_resource_limits(limits)
    return named


def _with_user_model(options: dict[str, Any]) -> dict[str, Any]:
    """Put what the user's file says of a model in the place of its name. Options that are given win."""
    name = options.get("model")
    if not isinstance(name, str):
        return options
    known = user_models()
    own_model = known.get(name)
    if own_model is None:
        if known and "/" not in name and (hint := did_you_mean(name, known)):
            raise UsageError(f"Unknown model {name!r}.", hint)
        return options
    given = msgspec.to_builtins(options.get("model_settings") or ModelSettings())
    settings = {**msgspec.to_builtins(own_model.settings), **given}
    body = {**own_model.settings.extra_body, **given.get("extra_body", {})}
    own = {
        "base_url": own_model.base_url,
        "model_facts": own_model.facts,
        **{key: value for key, value in options.items() if value is not None},
        "model": own_model.model,
        "model_settings": {**settings, "extra_body": body},
        "headers": {**own_model.headers, **(options.get("headers") or {})},
    }
    return {key: value for key, value in own.items() if value is not None}
