"""Select servers for a command: bundled, from a client's configuration, or from the catalog."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from m3bench.cli.installing import install_third_party
from m3bench.core import Proof, UsageError
from m3bench.core.text import did_you_mean
from m3bench.hosting import Environments, ServerSpec, load_catalog, named_specs, read_specs
from m3bench.runs import bundled_servers, bundled_spec
from m3bench.runs.serving import bundled_proofs, own_servers
from m3bench.servers import is_on_request, missing_servers, servers_by_collection
from m3bench.worlds import make_world


class Selection(msgspec.Struct, frozen=True):
    """Servers, and the calls that prove that they work."""

    specs: list[ServerSpec]
    proofs: dict[str, Proof] = {}


def select(names: Sequence[str] | None, config: Sequence[Path] | None, *, bundled: bool = False) -> Selection:
    """Select servers by name, out of configurations or of the bundled ones if they are given.

    Without names or configurations, all installed servers are selected.
    """
    if config:
        return Selection(named_specs(configured_servers(config), names or (), file=_files(config)))
    if bundled:
        wanted = [name for name in bundled_servers() if not names or name in names]
        install_third_party(wanted)
        return _bundled(wanted)
    if not names:
        environments = Environments()
        return _from_catalog(
            [entry.name for entry in load_catalog().entries if environments.installed(entry)]
        )
    known = list(filter(_is_ours, names))
    install_third_party(known)
    ours, others = _bundled(known), _from_catalog([name for name in names if name not in known])
    return Selection(ours.specs + others.specs, ours.proofs | others.proofs)


def chosen_servers(names: Sequence[str], config: Sequence[Path]) -> list[ServerSpec]:
    """Return the named servers, out of configurations, bundled or of the catalog, each only once.

    Without a name of their own servers, all servers of the configurations are added.
    """
    configured = configured_servers(config)
    known = [spec.name for spec in configured]
    others = [name for name in names if name not in known]
    absent = [name for name in others if config and not _is_ours(name) and name not in load_catalog()]
    if absent:
        unknown = absent[0]
        message = f"{_files(config)} has no server {unknown!r}, and the catalog has none of that name."
        raise UsageError(message, did_you_mean(unknown, known, f"Its servers: {', '.join(known)}."))
    own = [name for name in names if name in known]
    further = select(others, None).specs if others else []
    return [*further, *named_specs(configured, own, file=_files(config))]


def _is_ours(name: str) -> bool:
    return name in own_servers() or is_on_request(name)


def configured_servers(paths: Iterable[Path]) -> list[ServerSpec]:
    return [spec for path in paths for spec in read_specs(path, os.environ)]


def _files(paths: Iterable[Path]) -> str:
    return " and ".join(map(str, paths))


def _bundled(names: Sequence[str]) -> Selection:
    world = make_world()
    return Selection([bundled_spec(name, world) for name in names], bundled_proofs(names))


def _from_catalog(names: Iterable[str]) -> Selection:
    catalog, environments = load_catalog(), Environments()
    if missing := [name for name in names if name not in catalog and missing_servers()]:
        raise UsageError(f"There is no server {missing[0]!r}.", missing_servers())
    entries = [catalog.find(name) for name in names]
    return Selection(
        [catalog.spec(entry.name, environments) for entry in entries],
        {entry.name: entry.proof for entry in entries},
    )


def collection_by_server() -> dict[str, str]:
    """Return the collection of each bundled server."""
    return {name: collection for collection, names in servers_by_collection().items() for name in names}
