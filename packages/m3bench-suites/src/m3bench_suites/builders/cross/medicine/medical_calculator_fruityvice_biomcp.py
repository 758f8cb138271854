"""Medical Calculator, FruityVice and BioMCP: a patient, drugs or trials, and fruit."""

from __future__ import annotations

from m3bench_suites.builders.cross.family import cross_family
from m3bench_suites.builders.cross.medicine._shared.drug_choice import drug_choice
from m3bench_suites.builders.cross.medicine._shared.trial_kitchen import trial_kitchen

FAMILY = cross_family(
    number=5,
    name="medical_calculator_fruityvice_biomcp",
    title="Medical Calculator, FruityVice and BioMCP",
    servers=("Medical Calculator", "FruityVice", "BioMCP"),
    tasks=(drug_choice, trial_kitchen),
)
