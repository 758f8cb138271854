"""Forging closed-loop tasks as TOBench builds them: scenarios, drafts, trial and correction."""

from m3bench.forge.scenarios.building import built_task, draft_problems
from m3bench.forge.scenarios.describing import describe_assets, describe_checks, describe_tools
from m3bench.forge.scenarios.executing import DraftFailed, execute_steps
from m3bench.forge.scenarios.records import Draft, DraftCall, ForgedScenario, Scenario, Steps
from m3bench.forge.scenarios.writing import ScenarioWriter

__all__ = [
    "Draft",
    "DraftCall",
    "DraftFailed",
    "ForgedScenario",
    "Scenario",
    "ScenarioWriter",
    "Steps",
    "built_task",
    "describe_assets",
    "describe_checks",
    "describe_tools",
    "draft_problems",
    "execute_steps",
]
