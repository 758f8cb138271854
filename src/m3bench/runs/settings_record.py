"""The flat form of settings, as in manifests and options."""

from __future__ import annotations

import difflib
from datetime import datetime
from typing import Any

import msgspec

from m3bench.core import USER_BY_RULES, UsageError
from m3bench.hosting import SandboxMode
from m3bench.models import MediaKind, ModelRef
from m3bench.models import Settings as ModelSettings
from m3bench.runs.settings import RunSettings
from m3bench.suites import Pictures, SuiteRef, WorldRef, suite_defaults

_MODEL = {
    "model": "name", "base_url": "base_url", "model_settings": "settings", "cache": "cache",
    "text_only": "text_only", "accepts": "accepts",
}  # fmt: skip
_SUITE = {
    "suite": "name", "data": "data", "families": "families", "limit": "limit", "per_family": "per_family",
    "fuzzy": "fuzzy", "pictures": "pictures",
}  # fmt: skip
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
    accepts: tuple[MediaKind, ...] | None = None
    user: str = USER_BY_RULES


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


def run_settings(suite: str, agent: str, **options: Any) -> RunSettings:
    """Return settings from options named as in the manifest: ``run_settings("smoke", "idle", per_family=1)``.

    Options that are not given have the defaults of the suite, if it has its own.

    Raises:
        UsageError: There is no such option, or its value is of the wrong type.
    """
    options = {**suite_defaults(suite).options, **options}
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
        raise UsageError(f"Invalid run option: {error}.") from None
    given = {name: getattr(read, name) for name in options}
    return settings_of(SettingsRecord(suite=suite, agent=agent, **given))
