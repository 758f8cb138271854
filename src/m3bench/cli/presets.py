"""`m3bench agents presets`, `install` and `remove`: the programs of presets."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from m3bench.agents import PRESET_PREFIX, read_preset_spec
from m3bench.agents.presets import PRESETS, Preset, agent_environments, find_preset
from m3bench.cli.console import output, remarks
from m3bench.core import UsageError
from m3bench.hosting.catalog import CatalogEntry
from m3bench.reports.terminal import plain_table

_Names = Annotated[list[str], typer.Argument(help="Names of presets, such as claude-code.")]


def add_preset_commands(agents: typer.Typer) -> None:
    """Add the commands to `m3bench agents`."""
    for command in (presets, install, remove):
        agents.command()(command)


def presets() -> None:
    """List presets: agents that people use, with the version that m3bench installs and uses."""
    table = plain_table()
    for column in ("Preset", "Package", "Version", "State"):
        table.add_column(column, overflow="fold")
    for preset in PRESETS.values():
        entry = preset.entry
        package = f"{entry.registry} {entry.package}" if entry is not None else "on the PATH"
        table.add_row(
            Text(preset.name), Text(package), Text(entry.version if entry else ""), Text(_state(preset))
        )
    output().print(table)


def install(names: _Names) -> None:
    """Install the programs of presets from their registries, each into an environment of its own."""
    entries = [_entry(name) for name in names]
    environments = agent_environments()
    for entry in entries:
        if environments.installed(entry) is not None:
            output().print(Text(f"{entry.name} {entry.version} is installed."))
            continue
        size = f" (about {entry.megabytes} MB)"
        remarks().print(Text(f"installing {entry.package} {entry.version}{size} …"))
        environments.install(entry)
        output().print(Text(f"{entry.name} {entry.version} was installed."))


def remove(names: _Names) -> None:
    """Remove the installed programs of presets."""
    for entry in [_entry(name) for name in names]:
        removed = agent_environments().remove(entry.name)
        output().print(Text(f"{entry.name} was removed." if removed else f"{entry.name} was not installed."))


def _entry(name: str) -> CatalogEntry:
    preset = find_preset(read_preset_spec(name.removeprefix(PRESET_PREFIX)))
    if preset.entry is None:
        raise UsageError(
            f"{preset.title} is not installed by m3bench.", "See docs/presets.md for how to get it."
        )
    return preset.entry


def _state(preset: Preset) -> str:
    if preset.entry is None:
        return ""
    environments = agent_environments()
    if environments.installed(preset.entry) is not None:
        return "installed"
    found = environments.marked(preset.name)
    return "not installed" if found is None else f"outdated: {found.version} is installed"
