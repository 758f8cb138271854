"""The forge on real servers, models and folders."""

from m3bench.forge.runner.references import (
    DECISIONS,
    REFERENCES,
    ForgeLimits,
    ForgeSettings,
    Tally,
    forge_references,
    selected_tasks,
)
from m3bench.forge.runner.scenarios import ScenarioForgeSettings, forge_scenarios
from m3bench.forge.runner.task_servers import TaskForgeSettings, resolve_servers
from m3bench.forge.runner.tasks import forge

__all__ = [
    "DECISIONS",
    "REFERENCES",
    "ForgeLimits",
    "ForgeSettings",
    "ScenarioForgeSettings",
    "Tally",
    "TaskForgeSettings",
    "forge",
    "forge_references",
    "forge_scenarios",
    "resolve_servers",
    "selected_tasks",
]
