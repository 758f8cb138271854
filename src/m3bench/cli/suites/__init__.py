"""Commands about suites and the world behind them."""

from m3bench.cli.suites import suite, world

__all__ = [
    "suite",
    "world",
]
