"""The suite `cross`: long tasks on MCP-Bench's servers, with executed references and checks."""

from m3bench.suites.cross.families import GENERATOR
from m3bench.suites.cross.family import CrossFamily, TaskDraw
from m3bench.suites.cross.released import cross_suite

__all__ = ["GENERATOR", "CrossFamily", "TaskDraw", "cross_suite"]
