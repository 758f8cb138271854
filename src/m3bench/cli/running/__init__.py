"""Commands that run agents and serve tools."""

from m3bench.cli.running import check, demo, gateway, replay, run, runs

__all__ = [
    "check",
    "demo",
    "gateway",
    "replay",
    "run",
    "runs",
]
