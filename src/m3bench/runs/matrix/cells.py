"""The cells of a matrix: which run each combination is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from m3bench.agents import make_agent
from m3bench.core import UsageError
from m3bench.core.redaction import redactor
from m3bench.runs.settings import RunSettings
from m3bench.runs.settings_record import record_of, run_settings
from m3bench.runs.store import RunFolder
from m3bench.suites import SUITES, world_of_suite

_PATHS = ("data", "record", "replay", "cache")
_LISTS = ("configs", "agent_read")
_LONGEST = 60

Entry: TypeAlias = Mapping[str, Any]


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a matrix."""

    name: str
    """The name of its folder."""
    settings: RunSettings


def make_cells(
    axes: tuple[Sequence[Entry], Sequence[Entry], Sequence[Entry]], shared: Entry, home: Path
) -> list[Cell]:
    """Return a cell for each combination of suites, agents and models. Paths start from `home`.

    Agents that take no model have one for each suite.
    """
    cells: dict[str, RunSettings] = {}
    suites, agents, models = axes
    for suite in suites:
        for agent in agents:
            needed = make_agent(agent["agent"]).needs_model
            if needed and not models:
                hint = 'Add models = ["openai/NAME"].'
                raise UsageError(f"The agent {agent['agent']} needs a model.", hint)
            for model in models if needed else [{}]:
                settings = _settings({**shared, **suite, **agent, **model}, home)
                cells[_unused(cells, _name(settings, suite, agent, model))] = settings
    return [Cell(name=name, settings=settings) for name, settings in cells.items()]


def _settings(options: dict[str, Any], home: Path) -> RunSettings:
    options = {key: value for key, value in options.items() if key != "name"}
    suite, agent = options.pop("suite"), options.pop("agent")
    if suite not in SUITES and (home / suite).exists():
        suite = str(home / suite)
    for key in _PATHS:
        if key in options:
            options[key] = str(home / options[key])
    for key in _LISTS:
        if key in options:
            options[key] = [str(home / path) for path in options[key]]
    settings = run_settings(suite, agent, **options)
    return msgspec.structs.replace(settings, world=world_of_suite(settings.suite, settings.world))


def _name(settings: RunSettings, *parts: Mapping[str, Any]) -> str:
    labels = (Path(settings.suite.name).stem, settings.agent, settings.model.name)
    names = [part.get("name") or label for part, label in zip(parts, labels, strict=True)]
    shown = (redactor().text(str(name)) for name in names if name)
    return "-".join(re.sub(r"[^\w.]+", "-", name).strip("-.")[:_LONGEST] or "run" for name in shown)


def _unused(taken: Mapping[str, Any], name: str) -> str:
    numbered = (f"{name}-{number}" for number in count(2))
    return next(free for free in chain([name], numbered) if free not in taken)


def require_same_cell(cell: Cell, folder: RunFolder) -> None:
    """Raise `UsageError` if a cell was begun with other settings. Names the first that differs."""
    old, new = msgspec.to_builtins(folder.manifest.recorded), msgspec.to_builtins(record_of(cell.settings))
    for key in sorted({*old, *new}):
        before, after = (redactor().value(record.get(key)) for record in (old, new))
        if before != after:
            raise UsageError(
                f"{folder.path} was begun with another {key}: {before} → {after}.",
                "Undo the change of the file, or choose another study folder with --out.",
            )
