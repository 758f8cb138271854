"""Collections of servers that installed packages bring: entry points of `m3bench.server_collections`."""

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
    equivalences: str = ""
    """Where the interchangeable tools are, as `package.module:attribute`. This loads no server."""


def _problem(_: str, value: Any) -> str | None:
    return None if isinstance(value, ServerCollection) else "expected an m3bench.servers.ServerCollection"


INSTALLED: Registry[ServerCollection] = Registry("server_collection", {}, problem=_problem)
"""Installed collections by name."""


@cache
def _collections() -> dict[str, ServerCollection]:
    return INSTALLED.usable()


def _listed() -> dict[str, BuiltIn]:
    return {
        name: BuiltIn(target)
        for collection in _collections().values()
        for name, target in collection.targets.items()
    }


LISTED: Mapping[str, BuiltIn] = LateMapping(_listed)
"""The servers of all collections, without those on request."""


class OnRequest(Mapping[str, Server]):
    """The servers of all collections that only those see who ask for them."""

    def __getitem__(self, name: str) -> Server:
        return self._owner(name)[name]

    def __contains__(self, name: object) -> bool:
        return any(name in collection.on_request for collection in _collections().values())

    def __iter__(self) -> Iterator[str]:
        return iter(
            sorted({name for collection in _collections().values() for name in collection.on_request})
        )

    def __len__(self) -> int:
        return len(list(iter(self)))

    def _owner(self, name: str) -> Mapping[str, Server]:
        owners = (
            collection.on_request for collection in _collections().values() if name in collection.on_request
        )
        return next(owners, {})


THIRD_PARTY: Mapping[str, str] = LateMapping(
    lambda: {
        name: entry
        for collection in _collections().values()
        for name, entry in collection.third_party.items()
    }
)
"""Servers of the catalog that belong to collections: their names there → those in the catalog."""
TWINS: Mapping[str, str] = LateMapping(
    lambda: {name: twin for collection in _collections().values() for name, twin in collection.twins.items()}
)
"""Servers over the same data as a server of another collection: their names → the others'."""


def collection_of(name: str) -> str | None:
    """Return the collection of a listed server, or of one of the catalog by its name in the collection; None
    for others. This loads nothing."""
    return next((title for title, names in servers_by_collection().items() if name in names), None)


@cache
def servers_by_collection() -> dict[str, tuple[str, ...]]:
    """Return the names of the listed servers of collection collection, with those of the catalog."""
    names = {
        title: (*collection.targets, *collection.third_party) for title, collection in _collections().items()
    }
    return {title: tuple(sorted(found, key=str.casefold)) for title, found in names.items() if found}


@cache
def bundled_equivalences() -> tuple[Equivalence, ...]:
    """Return the interchangeable tools that the collections declare. This loads no server."""
    targets = (
        collection.equivalences.partition(":")
        for collection in _collections().values()
        if collection.equivalences
    )
    return tuple(found for module, _, name in targets for found in getattr(import_module(module), name))
