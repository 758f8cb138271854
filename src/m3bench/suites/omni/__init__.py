"""The suite `omni`: closed-loop tasks in the manner of TOBench, with sound, film, documents and dialogue."""

from m3bench.suites.omni.families import GENERATOR
from m3bench.suites.omni.family import Area, OmniFamily, TaskDraw
from m3bench.suites.omni.released import omni_suite

__all__ = ["GENERATOR", "Area", "OmniFamily", "TaskDraw", "omni_suite"]
