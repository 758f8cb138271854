"""Commands that create tasks and references."""

from m3bench.cli.making import audit, forge, forge_tasks

__all__ = [
    "audit",
    "forge",
    "forge_tasks",
]
