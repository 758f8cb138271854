"""Commands that run agents and serve tools."""

__all__ = [
    "check",
    "demo",
    "gateway",
    "replay",
    "run",
    "runs",
    "soak",
]
