"""Families of M³-Bench on photographs, which `m3bench install photographs` downloads."""

from m3bench_suites.builders.m3_photo.families import GENERATOR
from m3bench_suites.builders.m3_photo.family import TaskDraw

__all__ = ["GENERATOR", "TaskDraw"]
