"""The families of M³-Bench: one file each, generators from a seed."""

from m3bench.suites.m3.families import FAMILIES, load_family
from m3bench.suites.m3.family import Family, Pictured, TaskDraw
from m3bench.suites.m3.released import m3_suite

__all__ = ["FAMILIES", "Family", "Pictured", "TaskDraw", "load_family", "m3_suite"]
