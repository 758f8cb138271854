"""Scientific Computing alone: stored tensors and vector fields."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.algebra.grains import grains
from m3bench_suites.builders.cross.computing._shared.algebra.herd import herd
from m3bench_suites.builders.cross.computing._shared.algebra.plane import plane
from m3bench_suites.builders.cross.computing._shared.algebra.probes import probes
from m3bench_suites.builders.cross.family import cross_family

FAMILY = cross_family(
    number=11,
    name="scientific_computing",
    title="Scientific Computing",
    servers=("Scientific Computing",),
    tasks=(grains, herd, plane, probes),
)
