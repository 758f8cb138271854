"""Third-party servers that tasks need and that are not installed yet."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.hosting import CatalogEntry, Environments, load_catalog
from m3bench.runs.serving.bundled import THIRD_PARTY


def missing_packages(servers: Iterable[str]) -> dict[str, CatalogEntry]:
    """Return the packages that are not installed, by the names of the servers that need them."""
    environments = Environments()
    needed = {name: load_catalog().find(THIRD_PARTY[name]) for name in servers if name in THIRD_PARTY}
    return {name: entry for name, entry in needed.items() if not environments.installed(entry)}
