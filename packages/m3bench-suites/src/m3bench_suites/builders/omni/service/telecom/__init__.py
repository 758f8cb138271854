"""Telecom: lines, bills and tariffs, from calls, recordings of screens, leaflets and contracts."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.telecom.bills import RedactedBill
from m3bench_suites.builders.omni.service.telecom.fees import FailedPayment
from m3bench_suites.builders.omni.service.telecom.moves import MovedLine
from m3bench_suites.builders.omni.service.telecom.tariffs import FittingTariff, PromisedPrice

__all__ = ["FAMILY"]

_SCENARIOS = (FailedPayment, FittingTariff, PromisedPrice, RedactedBill, MovedLine)


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, _SCENARIOS)


FAMILY = OmniFamily(
    number=12,
    name="telecom",
    title="Telecom",
    goal="Look after lines, bills and tariffs as calls, recordings and papers require and rules allow.",
    area=Area.SERVICE,
    make=make,
)
