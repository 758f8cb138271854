"""Tasks: families that are generated from a seed."""

from m3bench.suites.canary import CANARY
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted
from m3bench.suites.registry import SUITES, make_suite
from m3bench.suites.sealing import (
    Commitment,
    Recipe,
    concealed,
    draw_salt,
    draw_seed,
    require_commitment,
    require_tasks,
)
from m3bench.suites.stored import StoredSuite, world_of_task
from m3bench.suites.suite import Suite, workspace_assets

__all__ = [
    "CANARY",
    "SUITES",
    "Blueprint",
    "Commitment",
    "Found",
    "Plan",
    "PlanError",
    "Recipe",
    "Solution",
    "StoredSuite",
    "Suite",
    "Wanted",
    "concealed",
    "draw_salt",
    "draw_seed",
    "make_suite",
    "require_commitment",
    "require_tasks",
    "workspace_assets",
    "world_of_task",
]
