"""Families of M³-Bench on photographs, which `m3bench scenes fetch photographs` downloads."""

from m3bench.suites.m3_photo.families import GENERATOR
from m3bench.suites.m3_photo.family import TaskDraw
from m3bench.suites.m3_photo.released import m3_photo_suite

__all__ = ["GENERATOR", "TaskDraw", "m3_photo_suite"]
