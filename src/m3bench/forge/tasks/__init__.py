"""Tasks over chains of tools: planned, executed, written, filtered."""

from m3bench.forge.tasks.asking import NOTHING, Asker
from m3bench.forge.tasks.tasks import LONGEST_CHAIN, Made, TaskForge, difference, forge_tasks

__all__ = [
    "LONGEST_CHAIN",
    "NOTHING",
    "Asker",
    "Made",
    "TaskForge",
    "difference",
    "forge_tasks",
]
