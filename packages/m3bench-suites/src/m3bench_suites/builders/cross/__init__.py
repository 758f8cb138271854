"""The suite `cross`: long tasks on MCP-Bench's servers, with executed references and checks."""

from m3bench_suites.builders.cross.families import GENERATOR
from m3bench_suites.builders.cross.family import TaskDraw

__all__ = ["GENERATOR", "TaskDraw"]
