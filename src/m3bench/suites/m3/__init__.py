"""The 28 families of M³-Bench. Each is a module that generates tasks from a seed."""

from m3bench.suites.m3.families import FAMILIES, GENERATOR, load_family
from m3bench.suites.m3.family import Family, ScenePicture, TaskDraw
from m3bench.suites.m3.released import m3_suite

__all__ = ["FAMILIES", "GENERATOR", "Family", "ScenePicture", "TaskDraw", "load_family", "m3_suite"]
