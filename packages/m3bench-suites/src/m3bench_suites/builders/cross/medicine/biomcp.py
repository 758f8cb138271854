"""BioMCP alone: trials, biomarkers, drugs and variants, and where its sources contradict each other."""

from __future__ import annotations

from m3bench_suites.builders.cross.family import cross_family
from m3bench_suites.builders.cross.medicine._shared.biomarker_counts import biomarker_counts
from m3bench_suites.builders.cross.medicine._shared.target_drugs import target_drugs
from m3bench_suites.builders.cross.medicine._shared.trial_reports import trial_reports
from m3bench_suites.builders.cross.medicine._shared.variant_classes import variant_classes

FAMILY = cross_family(
    number=1,
    name="biomcp",
    title="BioMCP",
    servers=("BioMCP",),
    tasks=(trial_reports, biomarker_counts, target_drugs, variant_classes),
)
