"""Which servers of the catalog a run can mount."""

from __future__ import annotations

from m3bench.core import UsageError
from m3bench.core.text import join
from m3bench.hosting import Environments, MountMode, load_catalog
from m3bench.hosting.catalog import EVERYTHING, presets
from m3bench.hosting.mounting import MaxScale
from m3bench.runs.serving.server_collections import M3_BENCH, used_collections
from m3bench.servers import THIRD_PARTY

_NAMED = 5
_PRESETS = {MaxScale.PAPER: "verse-65", MaxScale.EVERYTHING: EVERYTHING}


def catalog_choice(mode: MountMode, required: set[str], environments: Environments) -> list[str]:
    """Return the servers of the catalog that a run needs or can mount.

    Args:
        mode: With a named set of servers, the whole set; if it mounts servers that no task names, all that
            are installed; else none.
        required: Servers that tasks require. Those of the catalog are returned, installed or not.
        environments: Where servers are installed.

    Raises:
        UsageError: Servers of a named set are not installed.
    """
    catalog = load_catalog()
    needed = [entry.name for entry in catalog.entries if entry.name in required]
    # M³-Bench's names for two of them are among the bundled servers: mounted twice, they would compete.
    joined = mode.scale is MaxScale.SYNTHETIC or M3_BENCH in used_collections(required)
    twice = set(THIRD_PARTY.values()) if joined else set[str]()
    others = [entry.name for entry in catalog.entries if entry.name not in twice]
    if preset := _PRESETS.get(mode.scale):
        drawn = [name for name in others if name in presets()[preset]]
        _require_installed(mode, preset, drawn, environments)
    elif mode.draws:
        drawn = [name for name in others if environments.installed(catalog.find(name))]
    else:
        drawn = []
    return list(dict.fromkeys([*needed, *drawn]))


def _require_installed(mode: MountMode, preset: str, names: list[str], environments: Environments) -> None:
    catalog = load_catalog()
    missing = [name for name in names if not environments.installed(catalog.find(name))]
    if missing:
        named = missing if len(missing) <= _NAMED else [*missing[:_NAMED], f"{len(missing) - _NAMED} more"]
        raise UsageError(
            f"{mode} mounts {len(names)} servers of the catalog, and {len(missing)} of them are not "
            f"installed: {join(named)}.",
            f"Install them: m3bench servers install --preset {preset}",
        )
