"""The families of `cross`, imported on demand."""

from __future__ import annotations

from m3bench.suites import SuiteGenerator
from m3bench_suites.builders.cross import computing, culture, markets, medicine, outdoors, research, software

_PARTS = (medicine, computing, outdoors, culture, markets, research, software)

GENERATOR = SuiteGenerator(
    suite="cross",
    package="m3bench_suites.builders.cross",
    families={name: count for part in _PARTS for name, count in part.FAMILIES.items()},
    modules={name: f"{part.__name__}.{name}" for part in _PARTS for name in part.FAMILIES},
    analyzed=True,
)
