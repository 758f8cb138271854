"""Commands about suites and the world behind them."""

__all__ = [
    "harbor",
    "suite",
    "world",
]
