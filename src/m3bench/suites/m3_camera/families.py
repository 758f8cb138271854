"""The families of `m3-camera`, imported on demand."""

from __future__ import annotations

from m3bench.suites.generators import SuiteGenerator

FAMILIES: dict[str, int] = {}
"""The families in order, with their number of tasks."""

GENERATOR = SuiteGenerator(
    suite="m3-camera",
    package="m3bench.suites.m3_camera",
    families=FAMILIES,
    third_party=("excel", "ppt"),
)
