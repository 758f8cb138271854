"""The slices of `omni`, imported on demand."""

from __future__ import annotations

from m3bench.suites import SuiteGenerator
from m3bench_suites.builders.omni import creation, service

_AREAS = (service, creation)

GENERATOR = SuiteGenerator(
    suite="omni",
    package="m3bench_suites.builders.omni",
    families={name: count for area in _AREAS for name, count in area.FAMILIES.items()},
    modules={name: f"{area.__name__}.{name}" for area in _AREAS for name in area.FAMILIES},
    has_scenarios=True,
)
