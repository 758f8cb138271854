"""Collections of servers that installed packages bring: entry points of `m3bench.server_collections`; and the
argument schemas of their tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from m3bench.core import BuiltIn, Equivalence, LateMapping, Registry
from m3bench.servers.kit import Server


class ServerCollection(msgspec.Struct, frozen=True, kw_only=True):
    """Servers that belong together. None is imported before it is used."""

    targets: Mapping[str, str] = {}
    """Where collection server is, as `package.module:attribute`, by its name."""
    on_request: Mapping[str, Server] = {}
    """Servers that only those see who ask for them, so that other servers may have their names."""
    third_party: Mapping[str, str] = {}
    """Servers of the catalog that belong to the collection: their names in it → those in the catalog."""
    twins: Mapping[str, str] = {}
    """Servers over the same data as a server of another collection: their names → the others'."""
    renderers: tuple[str, ...] = ()
    """Servers that draw documents and web pages with programs of the machine."""
    equivalences: str = ""
    """Where the interchangeable tools are, as `package.module:attribute`. This loads no server."""


def _problem(_: str, value: Any) -> str | None:
    return None if isinstance(value, ServerCollection) else "expected an m3bench.servers.ServerCollection"


INSTALLED: Registry[ServerCollection] = Registry("server_collection", {}, problem=_problem)
"""Installed collections by name."""


@cache
def _collections() -> dict[str, ServerCollection]:
    return INSTALLED.usable()


def _of_all(field: str) -> dict[str, str]:
    """Return what a field of all collections has."""
    tables = [getattr(collection, field) for collection in _collections().values()]
    return {name: value for table in tables for name, value in table.items()}


LISTED: Mapping[str, BuiltIn] = LateMapping(
    lambda: {name: BuiltIn(target) for name, target in _of_all("targets").items()}
)
"""The servers of all collections, without those on request."""
THIRD_PARTY: Mapping[str, str] = LateMapping(lambda: _of_all("third_party"))
"""Servers of the catalog that belong to collections: their names there → those in the catalog."""
TWINS: Mapping[str, str] = LateMapping(lambda: _of_all("twins"))
"""Servers over the same data as a server of another collection: their names → the others'."""


def renderers() -> frozenset[str]:
    """Return the servers of all collections that draw with programs of the machine."""
    return frozenset(name for collection in _collections().values() for name in collection.renderers)


class OnRequest(Mapping[str, Server]):
    """The servers of all collections that only those see who ask for them."""

    def __getitem__(self, name: str) -> Server:
        return next((table for table in self._tables() if name in table), {})[name]

    def __contains__(self, name: object) -> bool:
        return any(name in table for table in self._tables())

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({name for table in self._tables() for name in table}))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def _tables(self) -> list[Mapping[str, Server]]:
        return [collection.on_request for collection in _collections().values()]


def collection_of(name: str) -> str | None:
    """Return the collection of a listed server, or of one of the catalog by its name in the collection; None
    for others. This loads nothing."""
    return next((title for title, names in servers_by_collection().items() if name in names), None)


@cache
def servers_by_collection() -> dict[str, tuple[str, ...]]:
    """Return the names of the listed servers of collection collection, with those of the catalog."""
    listed = {
        title: (*collection.targets, *collection.third_party) for title, collection in _collections().items()
    }
    return {title: tuple(sorted(names, key=str.casefold)) for title, names in listed.items() if names}


@cache
def bundled_equivalences() -> tuple[Equivalence, ...]:
    """Return the interchangeable tools that the collections declare. This loads no server."""
    targets = [collection.equivalences for collection in _collections().values() if collection.equivalences]
    parts = [target.partition(":") for target in targets]
    return tuple(same for module, _, name in parts for same in getattr(import_module(module), name))


class BundledSchemas(Mapping[str, Mapping[str, Any]]):
    """JSON schemas of tool arguments, by full tool name.

    A server is loaded when one of its tools is looked up.
    """

    def __init__(self, servers: Registry[Server]) -> None:
        self._servers = servers
        self._schemas: dict[str, dict[str, dict[str, Any]]] = {}

    def __getitem__(self, tool: str) -> Mapping[str, Any]:
        server, _, name = tool.partition("/")
        if server not in self._servers:
            raise KeyError(tool)
        return self._of(server)[name]

    def __iter__(self) -> Iterator[str]:
        for server, _ in self._servers.loadable_items():
            yield from (f"{server}/{name}" for name in self._of(server))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _of(self, server: str) -> dict[str, dict[str, Any]]:
        if server not in self._schemas:
            tools = self._servers[server].tools
            self._schemas[server] = {name: tool.input_schema for name, tool in tools.items()}
        return self._schemas[server]
