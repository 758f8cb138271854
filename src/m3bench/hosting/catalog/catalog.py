"""The catalog of third-party servers that are known to work."""

from __future__ import annotations

import functools
import importlib.resources
import shutil
from collections.abc import Iterable
from itertools import pairwise

import msgspec

from m3bench.core import UsageError
from m3bench.core.text import nearest_names
from m3bench.hosting.catalog.entry import CatalogEntry, Runtime
from m3bench.hosting.catalog.environments import Environments
from m3bench.hosting.spec import ServerSpec

NODE_IS_MISSING = "requires Node.js: install it with npm, and put node and npm on the PATH"


class Catalog:
    """Servers by name, sorted."""

    def __init__(self, entries: Iterable[CatalogEntry]) -> None:
        self.entries = tuple(sorted(entries, key=lambda entry: entry.name))
        self._by_name = {entry.name: entry for entry in self.entries}
        if len(self._by_name) < len(self.entries):
            twice = next(one.name for one, other in pairwise(self.entries) if one.name == other.name)
            raise ValueError(f"duplicate name: {twice}")

    def find(self, name: str) -> CatalogEntry:
        """Return the entry with this name. Raises `UsageError` with similar names if there is none."""
        if entry := self._by_name.get(name):
            return entry
        near = nearest_names(name, self._by_name, alike=0.5)
        near += [found.name for found in self.search(name)[:3] if found.name not in near]
        hint = (
            f"Did you mean {' or '.join(near)}?" if near else "To see all servers: m3bench servers list --all"
        )
        raise UsageError(f"Server {name!r} is not in the catalog.", hint)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def search(self, text: str) -> tuple[CatalogEntry, ...]:
        """Return entries that contain every word, those with the whole text in the name first."""
        words = text.casefold().split()
        found = [entry for entry in self.entries if all(word in _searchable(entry) for word in words)]
        return tuple(
            sorted(found, key=lambda entry: not all(word in entry.name.casefold() for word in words))
        )

    def spec(self, name: str, environments: Environments) -> ServerSpec:
        """Return how to start a server from its environment. `problem` is set if that is not possible."""
        entry = self.find(name)
        program = str(entry.program(environments.folder(name)))
        node = shutil.which("node") if entry.needs is Runtime.NODE else None
        is_script = entry.needs is Runtime.NODE
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
    text = importlib.resources.files("m3bench.hosting.catalog").joinpath("catalog.json").read_bytes()
    return Catalog(msgspec.json.decode(text, type=list[CatalogEntry]))


def _searchable(entry: CatalogEntry) -> str:
    return " ".join((entry.name, entry.package, entry.domain, entry.registry, entry.note or "")).casefold()


def _problem(entry: CatalogEntry, environments: Environments) -> str | None:
    if environments.installed(entry):
        return None
    state = "outdated" if environments.marked(entry.name) else "not installed"
    return f"{state}: m3bench servers install {entry.name}"
