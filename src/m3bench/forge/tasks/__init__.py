"""Forging tasks from chains of tools: planning, execution, writing, filtering."""

from m3bench.forge.tasks.composition import Composition, compose
from m3bench.forge.tasks.facts import Fact, find_facts
from m3bench.forge.tasks.fuzzy import leaks
from m3bench.forge.tasks.known_answers import executed_steps, sound_checks, value_check, with_checks
from m3bench.forge.tasks.plans import Plan, Shape, Turns
from m3bench.forge.tasks.questions import TaskWriter, prompts
from m3bench.forge.tasks.tasks import LONGEST_CHAIN, Composer, PlanResult, TaskForge, difference, forge_tasks

__all__ = [
    "LONGEST_CHAIN",
    "Composer",
    "Composition",
    "Fact",
    "Plan",
    "PlanResult",
    "Shape",
    "TaskForge",
    "TaskWriter",
    "Turns",
    "compose",
    "difference",
    "executed_steps",
    "find_facts",
    "forge_tasks",
    "leaks",
    "prompts",
    "sound_checks",
    "value_check",
    "with_checks",
]
