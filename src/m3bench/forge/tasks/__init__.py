"""Forging tasks from chains of tools: planning, execution, writing, filtering."""

from m3bench.forge.tasks.questions import NOTHING, TaskWriter
from m3bench.forge.tasks.tasks import LONGEST_CHAIN, PlanResult, TaskForge, difference, forge_tasks

__all__ = [
    "LONGEST_CHAIN",
    "NOTHING",
    "PlanResult",
    "TaskForge",
    "TaskWriter",
    "difference",
    "forge_tasks",
]
