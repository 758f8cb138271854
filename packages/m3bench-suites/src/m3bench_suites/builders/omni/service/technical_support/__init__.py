"""Technical support: films of faults, recordings of screens, calls, labels and terms."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.technical_support.apps import AppError, HelpCard
from m3bench_suites.builders.omni.service.technical_support.faults import FaultTicket
from m3bench_suites.builders.omni.service.technical_support.outages import OutageCredit
from m3bench_suites.builders.omni.service.technical_support.visits import TechnicianVisit
from m3bench_suites.builders.omni.service.technical_support.warranty import WarrantyClaim

__all__ = ["FAMILY"]

_SCENARIOS = (FaultTicket, WarrantyClaim, AppError, OutageCredit, HelpCard, TechnicianVisit)


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, _SCENARIOS)


FAMILY = OmniFamily(
    number=6,
    name="technical_support",
    title="Technical support",
    goal="Help with devices and apps that fail, from films, calls and papers, as plans and terms allow.",
    area=Area.SERVICE,
    make=make,
)
