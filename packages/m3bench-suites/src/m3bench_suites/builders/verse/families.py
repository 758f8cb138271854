"""The families of `verse`, imported on demand, and the packages that they need."""

from __future__ import annotations

from m3bench.suites import SuiteGenerator
from m3bench_suites.builders.verse import catalogs, folders, offices, places

_PARTS = (places, catalogs, folders, offices)

THIRD_PARTY = tuple(dict.fromkeys(name for part in _PARTS for name in part.THIRD_PARTY))
"""Servers of the catalog that tasks need, at most 25 packages and 1 GB."""

GENERATOR = SuiteGenerator(
    suite="verse",
    package="m3bench_suites.builders.verse",
    families={name: count for part in _PARTS for name, count in part.FAMILIES.items()},
    modules={name: f"{part.__name__}.{name}" for part in _PARTS for name in part.FAMILIES},
    third_party=THIRD_PARTY,
)
