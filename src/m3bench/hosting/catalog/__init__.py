"""Third-party servers that are known to work, and their installation."""

from m3bench.hosting.catalog.catalog import (
    EVERYTHING,
    Catalog,
    InstalledToolLists,
    load_catalog,
    preset_entries,
    presets,
)
from m3bench.hosting.catalog.entry import CatalogEntry, Registry
from m3bench.hosting.catalog.environments import Environments, Installed, locked
from m3bench.hosting.catalog.install_commands import find_uv
from m3bench.hosting.catalog.install_process import InstallError, Progress, run_installer
from m3bench.hosting.catalog.samples import put_samples

__all__ = [
    "EVERYTHING",
    "Catalog",
    "CatalogEntry",
    "Environments",
    "InstallError",
    "Installed",
    "InstalledToolLists",
    "Progress",
    "Registry",
    "find_uv",
    "load_catalog",
    "locked",
    "preset_entries",
    "presets",
    "put_samples",
    "run_installer",
]
