"""Diagnoses, trials and health topics."""

from m3bench_world.clinic.clinic import Clinic
from m3bench_world.clinic.entities import Chapter, Condition, Diagnosis, Site, Topic, Trial
from m3bench_world.clinic.trials import CITIES, FACILITIES, OTHER_TREATMENTS, SPONSORS

__all__ = [
    "CITIES",
    "FACILITIES",
    "OTHER_TREATMENTS",
    "SPONSORS",
    "Chapter",
    "Clinic",
    "Condition",
    "Diagnosis",
    "Site",
    "Topic",
    "Trial",
]
