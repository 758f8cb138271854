"""List agents and presets, and install and remove the programs of presets."""

from __future__ import annotations

from rich.text import Text

from m3bench.agents import AGENTS, PRESET_PREFIX, read_preset_spec
from m3bench.agents.presets import PRESETS, Preset, agent_environments, find_preset
from m3bench.cli.console import output, remarks
from m3bench.cli.kinds.table import InstallRequest, ListRequest
from m3bench.cli.tables import folded_table, print_entries
from m3bench.core import UsageError
from m3bench.hosting.catalog import CatalogEntry


def list_agents(_: ListRequest) -> None:
    """List agents, built in and from plugins."""
    print_entries("Agent", AGENTS.entries())


def list_presets(_: ListRequest) -> None:
    """List presets: agents that people use, with the version that m3bench installs and uses."""
    table = folded_table("Preset", "Package", "Version", "State")
    for preset in PRESETS.values():
        entry = preset.entry
        package = f"{entry.registry} {entry.package}" if entry is not None else "on the PATH"
        table.add_row(*map(Text, (preset.name, package, entry.version if entry else "", _state(preset))))
    output().print(table)


def install_agents(request: InstallRequest) -> None:
    """Install the programs of presets from their registries, each into an environment of its own."""
    entries = [_entry(name) for name in _named(request.names)]
    environments = agent_environments()
    for entry in entries:
        if environments.installed(entry) is not None:
            output().print(f"{entry.name} {entry.version} is installed.")
            continue
        remarks().print(f"installing {entry.package} {entry.version} (about {entry.megabytes} MB) …")
        environments.install(entry)
        output().print(f"{entry.name} {entry.version} was installed.")


def remove_agents(names: tuple[str, ...]) -> None:
    """Remove the installed programs of presets."""
    for entry in [_entry(name) for name in _named(names)]:
        removed = agent_environments().remove(entry.name)
        output().print(f"{entry.name} was {'removed' if removed else 'not installed'}.")


def _named(names: tuple[str, ...]) -> tuple[str, ...]:
    if not names:
        raise UsageError("No preset was named.", f"Presets: {', '.join(PRESETS)}.")
    return names


def _entry(name: str) -> CatalogEntry:
    preset = find_preset(read_preset_spec(name.removeprefix(PRESET_PREFIX)))
    if preset.entry is None:
        hint = "See docs/presets.md for how to get it."
        raise UsageError(f"{preset.title} is not installed by m3bench.", hint)
    return preset.entry


def _state(preset: Preset) -> str:
    if preset.entry is None:
        return ""
    environments = agent_environments()
    if environments.installed(preset.entry) is not None:
        return "installed"
    old = environments.marked(preset.name)
    return "not installed" if old is None else f"outdated: {old.version} is installed"
