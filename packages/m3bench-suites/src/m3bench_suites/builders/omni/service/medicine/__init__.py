"""Medicine: visits, diaries, packages, consents and parcels of a clinic."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.medicine.consents import Consent
from m3bench_suites.builders.omni.service.medicine.diaries import DiaryReview
from m3bench_suites.builders.omni.service.medicine.packages import PhotographedMedicines
from m3bench_suites.builders.omni.service.medicine.parcels import IncompleteParcel
from m3bench_suites.builders.omni.service.medicine.rooms import ClosedRoom
from m3bench_suites.builders.omni.service.medicine.visits import MovedVisit

__all__ = ["FAMILY"]

_TASKS = (MovedVisit, Consent, PhotographedMedicines, DiaryReview, ClosedRoom, IncompleteParcel)


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, _TASKS)


FAMILY = OmniFamily(
    number=4,
    name="medicine",
    title="Medicine",
    goal="Look after visits, medicines, papers and parcels of patients as the rules of the clinic say.",
    area=Area.SERVICE,
    make=make,
)
