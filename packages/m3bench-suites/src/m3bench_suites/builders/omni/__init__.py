"""The suite `omni`: closed-loop tasks in the manner of TOBench, with sound, film, documents and dialogue."""

from m3bench_suites.builders.omni.families import GENERATOR
from m3bench_suites.builders.omni.family import Area, TaskDraw

__all__ = ["GENERATOR", "Area", "TaskDraw"]
