"""The suite `verse`: tasks in the manner of MCPVerse, of which only the outcome counts."""

from m3bench_suites.builders.verse.families import GENERATOR, THIRD_PARTY
from m3bench_suites.builders.verse.family import TaskDraw

__all__ = ["GENERATOR", "THIRD_PARTY", "TaskDraw"]
