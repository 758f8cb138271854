"""Commands that run agents and serve tools."""

from m3bench.cli.running import check, demo, gateway, replay, run, runs
from m3bench.cli.running.options import Judge

__all__ = [
    "Judge",
    "check",
    "demo",
    "gateway",
    "replay",
    "run",
    "runs",
]
