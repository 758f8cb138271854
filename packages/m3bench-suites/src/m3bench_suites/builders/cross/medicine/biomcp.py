"""BioMCP alone: trials, biomarkers, drugs and variants, and where its sources contradict each other."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.biomarker_counts import biomarker_counts
from m3bench_suites.builders.cross.medicine._shared.target_drugs import target_drugs
from m3bench_suites.builders.cross.medicine._shared.trial_reports import trial_reports
from m3bench_suites.builders.cross.medicine._shared.variant_classes import variant_classes


def _trials(draw: TaskDraw) -> Blueprint:
    return trial_reports(draw, FAMILY)


def _biomarkers(draw: TaskDraw) -> Blueprint:
    return biomarker_counts(draw, FAMILY)


def _drugs(draw: TaskDraw) -> Blueprint:
    return target_drugs(draw, FAMILY)


def _variants(draw: TaskDraw) -> Blueprint:
    return variant_classes(draw, FAMILY)


FAMILY = CrossFamily(
    number=1,
    name="biomcp",
    title="BioMCP",
    servers=("BioMCP",),
    makers=(_trials, _biomarkers, _drugs, _variants),
)
