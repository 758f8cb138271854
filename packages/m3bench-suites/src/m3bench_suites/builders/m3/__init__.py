"""The 28 families of M³-Bench. Each is a module that generates tasks from a seed."""

from m3bench_suites.builders.m3.families import FAMILIES, GENERATOR, load_family
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw

__all__ = ["FAMILIES", "GENERATOR", "ScenePicture", "TaskDraw", "load_family"]
