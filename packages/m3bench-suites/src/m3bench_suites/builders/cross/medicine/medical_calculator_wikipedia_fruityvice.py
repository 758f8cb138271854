"""Medical Calculator, Wikipedia and FruityVice: diets, with two sources on what fruit contains."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.kidney_diet import kidney_diet
from m3bench_suites.builders.cross.medicine._shared.pregnancy_diet import pregnancy_diet


def _kidneys(draw: TaskDraw) -> Blueprint:
    return kidney_diet(draw, FAMILY)


def _pregnancy(draw: TaskDraw) -> Blueprint:
    return pregnancy_diet(draw, FAMILY)


FAMILY = CrossFamily(
    number=7,
    name="medical_calculator_wikipedia_fruityvice",
    title="Medical Calculator, Wikipedia and FruityVice",
    servers=("Medical Calculator", "Wikipedia", "FruityVice"),
    makers=(_kidneys, _pregnancy),
)
