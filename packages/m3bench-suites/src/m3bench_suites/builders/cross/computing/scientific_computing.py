"""Scientific Computing alone: stored tensors and vector fields."""

from __future__ import annotations

from m3bench_suites.builders.cross.computing._shared.algebra.grains import make_grains
from m3bench_suites.builders.cross.computing._shared.algebra.herd import make_herd
from m3bench_suites.builders.cross.computing._shared.algebra.plane import make_plane
from m3bench_suites.builders.cross.computing._shared.algebra.probes import make_probes
from m3bench_suites.builders.cross.family import CrossFamily

FAMILY = CrossFamily(
    number=11,
    name="scientific_computing",
    title="Scientific Computing",
    servers=("Scientific Computing",),
    makers=(make_grains, make_herd, make_plane, make_probes),
)
