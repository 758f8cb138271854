"""MCP-Bench's six planning failures, decided by facts."""

from m3bench.scoring.planning.failures import find_planning_failures
from m3bench.scoring.planning.records import Planning, PlanningFailure

__all__ = ["Planning", "PlanningFailure", "find_planning_failures"]
