"""Education: courses, results and lessons, from calls, photographs, letters, forms and films."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.education.cooking import RecipeCard
from m3bench_suites.builders.omni.service.education.courses import EmployerPays, LaterDate
from m3bench_suites.builders.omni.service.education.illness import SickNote
from m3bench_suites.builders.omni.service.education.papers import EmployerForm
from m3bench_suites.builders.omni.service.education.results import SupportList

__all__ = ["FAMILY"]

_SCENARIOS = (LaterDate, SupportList, EmployerPays, RecipeCard, SickNote, EmployerForm)


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, _SCENARIOS)


FAMILY = OmniFamily(
    number=1,
    name="education",
    title="Education",
    goal="Look after students and teachers as calls, photographs, letters, forms and films require.",
    area=Area.SERVICE,
    make=make,
)
