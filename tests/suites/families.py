"""Families of suites that are built with this vocabulary."""

from __future__ import annotations

from m3bench.suites import SuiteGenerator
from m3bench_suites.builders.tasks import Family


def family_of(generator: SuiteGenerator, name: str) -> Family:
    family = generator.family(name)
    assert isinstance(family, Family)
    return family
