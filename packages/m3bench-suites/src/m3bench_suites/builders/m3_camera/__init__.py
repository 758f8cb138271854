"""Kin of M³-Bench's families: charts, screens, maps, forms, notes and pairs, at three camera levels."""

from m3bench_suites.builders.m3_camera.families import GENERATOR
from m3bench_suites.builders.m3_camera.family import TaskDraw

__all__ = ["GENERATOR", "TaskDraw"]
