"""Medical Calculator, Wikipedia and FruityVice: diets, with two sources on what fruit contains."""

from __future__ import annotations

from m3bench_suites.builders.cross.family import cross_family
from m3bench_suites.builders.cross.medicine._shared.kidney_diet import kidney_diet
from m3bench_suites.builders.cross.medicine._shared.pregnancy_diet import pregnancy_diet

FAMILY = cross_family(
    number=7,
    name="medical_calculator_wikipedia_fruityvice",
    title="Medical Calculator, Wikipedia and FruityVice",
    servers=("Medical Calculator", "Wikipedia", "FruityVice"),
    tasks=(kidney_diet, pregnancy_diet),
)
