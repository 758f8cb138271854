"""Diagnoses, trials and health topics."""

from m3bench.world.clinic.clinic import Clinic
from m3bench.world.clinic.entities import Chapter, Condition, Diagnosis, Site, Topic, Trial

__all__ = [
    "Chapter",
    "Clinic",
    "Condition",
    "Diagnosis",
    "Site",
    "Topic",
    "Trial",
]
