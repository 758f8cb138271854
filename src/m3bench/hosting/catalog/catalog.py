"""The catalog of third-party servers that are known to work, named sets of them, and their tool lists.

The lists are kept at installation, so that mounting a server does not start it.
"""

from __future__ import annotations

import functools
import importlib.resources
import shutil
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.core.text import did_you_mean, nearest_names
from m3bench.hosting.catalog.entry import CatalogEntry, Registry
from m3bench.hosting.catalog.environments import Environments
from m3bench.hosting.listings import StoredToolList
from m3bench.hosting.spec import ServerSpec
from m3bench.hosting.tool import Tool

EVERYTHING = "verse-all"
"""The preset that is the whole catalog."""
NODE_IS_MISSING = "requires Node.js: install it with npm, and put node and npm on the PATH"


class Catalog:
    """Servers by name, sorted."""

    def __init__(self, entries: Iterable[CatalogEntry]) -> None:
        self.entries = tuple(sorted(entries, key=lambda entry: entry.name))
        self._by_name = {entry.name: entry for entry in self.entries}
        if len(self._by_name) < len(self.entries):
            names = [entry.name for entry in self.entries]
            twice = next(name for name, following in pairwise(names) if name == following)
            raise ValueError(f"duplicate name: {twice}")

    def find(self, name: str) -> CatalogEntry:
        """Return the entry with this name. Raises `UsageError` with similar names if there is none."""
        if name in self._by_name:
            return self._by_name[name]
        near = nearest_names(name, self._by_name, alike=0.5)
        near += [entry.name for entry in self.search(name)[:3] if entry.name not in near]
        all_servers = "To see all servers: m3bench list servers --all"
        hint = f"Did you mean {' or '.join(near)}?" if near else all_servers
        raise UsageError(f"Server {name!r} is not in the catalog.", hint)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def search(self, text: str) -> tuple[CatalogEntry, ...]:
        """Return entries that contain every word, those with the whole text in the name first."""
        words = text.casefold().split()
        entries = [entry for entry in self.entries if all(word in _searchable(entry) for word in words)]
        return tuple(
            sorted(entries, key=lambda entry: not all(word in entry.name.casefold() for word in words))
        )

    def spec(self, name: str, environments: Environments) -> ServerSpec:
        """Return how to start a server from its environment. `problem` is set if that is not possible."""
        entry = self.find(name)
        program = str(entry.program(environments.folder(name)))
        is_script = entry.registry is Registry.NPM
        node = shutil.which("node") if is_script else None
        return ServerSpec(
            name=name,
            command=(node or "node") if is_script else program,
            args=(program, *entry.args) if is_script else entry.args,
            env=entry.env,
            scope=entry.scope,
            restartable=entry.is_restartable,
            paths=entry.paths,
            problem=NODE_IS_MISSING if is_script and node is None else _problem(entry, environments),
        )


@functools.cache
def load_catalog() -> Catalog:
    """Load the catalog of this release."""
    return Catalog(msgspec.json.decode(_data("catalog.json"), type=list[CatalogEntry]))


def _data(name: str) -> bytes:
    return importlib.resources.files("m3bench.hosting.catalog").joinpath(name).read_bytes()


@functools.cache
def presets() -> dict[str, tuple[str, ...]]:
    """Return the names of the servers of every preset."""
    fixed = msgspec.json.decode(_data("presets.json"), type=dict[str, tuple[str, ...]])
    return {**fixed, EVERYTHING: tuple(entry.name for entry in load_catalog().entries)}


def preset_entries(name: str) -> tuple[CatalogEntry, ...]:
    """Return the servers of a preset.

    Raises:
        UsageError: There is no such preset; names those that there are.
    """
    known = presets()
    if name not in known:
        hint = did_you_mean(name, known, f"Presets: {', '.join(known)}.", most=1)
        raise UsageError(f"There is no preset {name!r}.", hint)
    catalog = load_catalog()
    return tuple(map(catalog.find, known[name]))


def _searchable(entry: CatalogEntry) -> str:
    return " ".join((entry.name, entry.package, entry.domain, entry.registry, entry.note or "")).casefold()


def _problem(entry: CatalogEntry, environments: Environments) -> str | None:
    if environments.installed(entry):
        return None
    state = "outdated" if environments.marked(entry.name) else "not installed"
    return f"{state}: m3bench install servers {entry.name}"


class InstalledToolLists:
    """The lists that lie in the environments of installed servers. Each is read once."""

    def __init__(self, environments: Environments, other_names: Mapping[str, str] | None = None) -> None:
        """Read lists from these environments.

        Args:
            environments: Where servers are installed.
            other_names: Further names of servers, with their names in the catalog.
        """
        self._environments, self._names = environments, other_names or {}
        self._lists: dict[tuple[str, str], StoredToolList | None] = {}

    def of(self, spec: ServerSpec) -> StoredToolList | None:
        """Return the list of a server; None if it is not the installed server of that name."""
        key = spec.name, spec.identity
        if key not in self._lists:
            self._lists[key] = self._find(spec)
        return self._lists[key]

    def _find(self, spec: ServerSpec) -> StoredToolList | None:
        catalog = load_catalog()
        name = self._names.get(spec.name, spec.name)
        if name not in catalog:
            return None
        installed = catalog.spec(name, self._environments)
        if not installed.available or spec.identity != installed.identity:
            return None
        return _ReadOnce(self._environments.tool_list_path(name), spec.name)


class _ReadOnce(StoredToolList):
    """Returns the same objects each time, under the name that the server has in a run."""

    def __init__(self, path: Path, server: str) -> None:
        super().__init__(path)
        self._server = server
        self._tools: list[Tool] | None = None

    def get(self) -> list[Tool] | None:
        if self._tools is None and (tools := super().get()) is not None:
            self._tools = [self._named(tool) for tool in tools]
        return self._tools

    def put(self, tools: list[Tool]) -> None:
        self._tools = tools
        super().put(tools)

    def _named(self, tool: Tool) -> Tool:
        return tool if tool.server == self._server else msgspec.structs.replace(tool, server=self._server)
