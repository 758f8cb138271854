"""Soak: run a suite for long while servers, the provider and workers fail, and check what must hold."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.soak.faults import KINDS, FaultPlan, make_plan
    from m3bench.soak.settings import SoakSettings
    from m3bench.soak.soak import run_soak
    from m3bench.soak.verdict import SoakReport, Verdict
    from m3bench.soak.watcher import SoakWatcher
else:
    # The faulty servers are modules of this package, and must start fast.
    __getattr__, __dir__ = lazy_names(__name__)

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
