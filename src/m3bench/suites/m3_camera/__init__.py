"""Kin of M³-Bench's families: charts, screens, maps, forms, notes and pairs, at three camera levels."""

from m3bench.suites.m3_camera.families import GENERATOR
from m3bench.suites.m3_camera.family import TaskDraw
from m3bench.suites.m3_camera.released import m3_camera_suite

__all__ = ["GENERATOR", "TaskDraw", "m3_camera_suite"]
