"""Medical Calculator, FruityVice and BioMCP: a patient, drugs or trials, and fruit."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.drug_choice import drug_choice
from m3bench_suites.builders.cross.medicine._shared.trial_kitchen import trial_kitchen


def _drugs(draw: TaskDraw) -> Blueprint:
    return drug_choice(draw, FAMILY)


def _trials(draw: TaskDraw) -> Blueprint:
    return trial_kitchen(draw, FAMILY)


FAMILY = CrossFamily(
    number=5,
    name="medical_calculator_fruityvice_biomcp",
    title="Medical Calculator, FruityVice and BioMCP",
    servers=("Medical Calculator", "FruityVice", "BioMCP"),
    makers=(_drugs, _trials),
)
