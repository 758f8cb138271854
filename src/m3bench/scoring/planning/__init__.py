"""MCP-Bench's six planning failures, decided by facts."""

from m3bench.scoring.planning.branches import BRANCHES, Branch, Condition, read_branches
from m3bench.scoring.planning.failures import find_planning_failures
from m3bench.scoring.planning.records import Planning, PlanningFailure

__all__ = [
    "BRANCHES",
    "Branch",
    "Condition",
    "Planning",
    "PlanningFailure",
    "find_planning_failures",
    "read_branches",
]
