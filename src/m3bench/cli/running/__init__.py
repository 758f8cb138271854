"""Commands that run agents and serve tools."""

from m3bench.cli.running import check, demo, gateway, replay, run, runs, soak

__all__ = [
    "check",
    "demo",
    "gateway",
    "replay",
    "run",
    "runs",
    "soak",
]
