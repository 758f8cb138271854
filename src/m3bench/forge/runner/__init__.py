"""The forge over real servers, models and folders."""

from m3bench.forge.runner.references import (
    DECISIONS,
    REFERENCES,
    ForgeLimits,
    ForgeSettings,
    Tally,
    forge_references,
    tasks_of,
)
from m3bench.forge.runner.tasks import TaskForgeSettings, forge, known_servers

__all__ = [
    "DECISIONS",
    "REFERENCES",
    "ForgeLimits",
    "ForgeSettings",
    "Tally",
    "TaskForgeSettings",
    "forge",
    "forge_references",
    "known_servers",
    "tasks_of",
]
