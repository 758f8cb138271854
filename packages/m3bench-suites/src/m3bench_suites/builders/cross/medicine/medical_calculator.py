"""Medical Calculator alone: figures of patients in prose, and results that feed the next formula."""

from __future__ import annotations

from m3bench_suites.builders.cross.family import cross_family
from m3bench_suites.builders.cross.medicine._shared.calculator_children import children
from m3bench_suites.builders.cross.medicine._shared.calculator_hearts import hearts
from m3bench_suites.builders.cross.medicine._shared.calculator_livers import livers
from m3bench_suites.builders.cross.medicine._shared.calculator_pain import pain

FAMILY = cross_family(
    number=2,
    name="medical_calculator",
    title="Medical Calculator",
    servers=("Medical Calculator",),
    tasks=(livers, hearts, pain, children),
)
