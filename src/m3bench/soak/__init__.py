"""Soak: run a suite for long while servers, the provider and workers fail, and check what must hold."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from m3bench.soak.faults import KINDS, FaultPlan, make_plan
    from m3bench.soak.report import SoakReport
    from m3bench.soak.settings import SoakSettings
    from m3bench.soak.soak import run_soak
    from m3bench.soak.verdict import Verdict
    from m3bench.soak.watcher import SoakWatcher

_HOMES = {
    "KINDS": "faults",
    "FaultPlan": "faults",
    "SoakReport": "report",
    "SoakSettings": "settings",
    "SoakWatcher": "watcher",
    "Verdict": "verdict",
    "make_plan": "faults",
    "run_soak": "soak",
}


def __getattr__(name: str) -> Any:
    """Load a name on demand: the faulty servers are modules of this package, and must start fast."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


__all__ = [
    "KINDS",
    "FaultPlan",
    "SoakReport",
    "SoakSettings",
    "SoakWatcher",
    "Verdict",
    "make_plan",
    "run_soak",
]
