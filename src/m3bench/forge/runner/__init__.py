"""The forge on real servers, models and folders."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
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
else:
    __getattr__, __dir__ = lazy_names(__name__)

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
