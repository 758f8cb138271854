"""Select servers for a command: bundled, from a client's configuration, or from the catalog."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from m3bench.cli.installing import install_third_party
from m3bench.core import Proof
from m3bench.hosting import Environments, ServerSpec, load_catalog, read_specs
from m3bench.runs import BUNDLED, bundled_spec
from m3bench.runs.serving import bundled_proofs, own_servers
from m3bench.servers import is_synthetic
from m3bench.world import World


class Selection(msgspec.Struct, frozen=True):
    """Servers, and the calls that prove that they work."""

    specs: list[ServerSpec]
    proofs: dict[str, Proof] = {}


def select(names: Sequence[str] | None, config: Sequence[Path] | None, *, bundled: bool = False) -> Selection:
    """Select servers.

    Args:
        names: Only these. Without names or configurations, all installed servers are selected.
        config: Client configurations to read servers from.
        bundled: Select bundled servers.
    """
    if config:
        specs = configured_servers(config)
        return Selection([spec for spec in specs if not names or spec.name in names])
    if bundled:
        wanted = [name for name in BUNDLED if not names or name in names]
        install_third_party(wanted)
        return _bundled(wanted)
    if not names:
        return _from_catalog(_installed_names())
    own = own_servers()
    known = [name for name in names if name in own or is_synthetic(name)]
    install_third_party(known)
    ours, others = _bundled(known), _from_catalog([name for name in names if name not in known])
    return Selection(ours.specs + others.specs, ours.proofs | others.proofs)


def configured_servers(paths: Iterable[Path]) -> list[ServerSpec]:
    return [spec for path in paths for spec in read_specs(path, os.environ)]


def _installed_names() -> list[str]:
    catalog, environments = load_catalog(), Environments()
    return [entry.name for entry in catalog.entries if environments.installed(entry)]


def _bundled(names: Sequence[str]) -> Selection:
    world = World()
    return Selection([bundled_spec(name, world) for name in names], bundled_proofs(names))


def _from_catalog(names: Iterable[str]) -> Selection:
    catalog, environments = load_catalog(), Environments()
    entries = [catalog.find(name) for name in names]
    return Selection(
        [catalog.spec(entry.name, environments) for entry in entries],
        {entry.name: entry.proof for entry in entries},
    )
