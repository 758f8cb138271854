"""Third-party servers that a machine needs for a run: which are missing, and their installation."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence

from m3bench.hosting import CatalogEntry, Environments, ServerSpec, load_catalog
from m3bench.hosting.catalog import InstallError
from m3bench.runs.serving.bundled import is_third_party
from m3bench.servers import THIRD_PARTY


def needed_packages(servers: Iterable[str]) -> dict[str, CatalogEntry]:
    """Return the packages of the catalog that servers need, by the names of these servers."""
    catalog = load_catalog()
    return {name: catalog.find(THIRD_PARTY.get(name, name)) for name in servers if is_third_party(name)}


def missing_packages(servers: Iterable[str]) -> dict[str, CatalogEntry]:
    """Return those of the packages that are not installed."""
    environments = Environments()
    return {
        name: entry for name, entry in needed_packages(servers).items() if not environments.installed(entry)
    }


def catalog_servers(specs: Iterable[ServerSpec]) -> tuple[str, ...]:
    """Return the names of those servers that are installed from the catalog on this machine."""
    catalog, environments = load_catalog(), Environments()
    installed = {entry.name for entry in catalog.entries if environments.installed(entry)}
    return tuple(
        spec.name
        for spec in specs
        if spec.name in installed and spec == catalog.spec(spec.name, environments)
    )


def prepare_machine(
    servers: Iterable[str], specs: Sequence[ServerSpec], from_catalog: Sequence[str]
) -> list[ServerSpec]:
    """Install what a run needs here. Of several workers that do so at once, one installs and the others wait.

    Args:
        servers: Servers that the tasks need.
        specs: Servers of the run, with the paths of another machine.
        from_catalog: Those of them that are installed from the catalog.

    Returns:
        The servers with the paths of this machine.

    Raises:
        InstallError: An installation failed; names the machine.
    """
    catalog, environments = load_catalog(), Environments()
    missing = [*missing_packages(servers).values(), *map(catalog.find, from_catalog)]
    try:
        for entry in missing:
            environments.install(entry)
    except InstallError as error:
        raise InstallError(f"On {platform.node()}: {error.message}", error.hint) from None
    return [catalog.spec(spec.name, environments) if spec.name in from_catalog else spec for spec in specs]
