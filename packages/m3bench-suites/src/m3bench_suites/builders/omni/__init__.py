"""The suite `omni`: closed-loop tasks in the manner of TOBench, with sound, film, documents and dialogue."""

from m3bench_suites.builders.omni.families import GENERATOR
from m3bench_suites.builders.omni.family import Area, TaskDraw
from m3bench_suites.builders.omni.scenario import Inputs, Scenario, given
from m3bench_suites.builders.omni.steps import Steps, ask, done, read_print, revise, solved

__all__ = [
    "GENERATOR",
    "Area",
    "Inputs",
    "Scenario",
    "Steps",
    "TaskDraw",
    "ask",
    "done",
    "given",
    "read_print",
    "revise",
    "solved",
]
