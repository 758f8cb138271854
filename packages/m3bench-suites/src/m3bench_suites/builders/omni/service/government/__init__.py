"""Government: forms on paper and on screen, appointments, claims, and papers that are made public."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.government.applications import FilledApplication
from m3bench_suites.builders.omni.service.government.appointments import InterpreterWanted
from m3bench_suites.builders.omni.service.government.claims import DelayClaim
from m3bench_suites.builders.omni.service.government.complaints import PublicComplaint
from m3bench_suites.builders.omni.service.government.scans import ScannedForm

__all__ = ["FAMILY"]

_TASKS = (
    ScannedForm,
    FilledApplication,
    InterpreterWanted,
    PublicComplaint,
    FilledApplication,
    DelayClaim,
)


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, _TASKS)


FAMILY = OmniFamily(
    number=3,
    name="government",
    title="Government",
    goal="File, fill in, redact and settle what citizens send, as the rules of the office say.",
    area=Area.SERVICE,
    make=make,
)
