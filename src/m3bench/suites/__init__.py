"""Tasks: families that are generated from a seed."""

from m3bench.suites.ablation import ablated, blank_picture
from m3bench.suites.canary import CANARY
from m3bench.suites.filesuite import FileSuite
from m3bench.suites.finding import ORIGINAL, chosen_tasks, find_suite, of_families, world_for
from m3bench.suites.original import original_suite
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted
from m3bench.suites.refs import Pictures, SuiteRef, WorldRef
from m3bench.suites.registry import RELEASED, SUITES, SuiteFactory, make_suite, register_suite
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
    "ORIGINAL",
    "RELEASED",
    "SUITES",
    "Blueprint",
    "Commitment",
    "FileSuite",
    "Found",
    "Pictures",
    "Plan",
    "PlanError",
    "Recipe",
    "Solution",
    "StoredSuite",
    "Suite",
    "SuiteFactory",
    "SuiteRef",
    "Wanted",
    "WorldRef",
    "ablated",
    "blank_picture",
    "chosen_tasks",
    "concealed",
    "draw_salt",
    "draw_seed",
    "find_suite",
    "make_suite",
    "of_families",
    "original_suite",
    "register_suite",
    "require_commitment",
    "require_tasks",
    "workspace_assets",
    "world_for",
    "world_of_task",
]
