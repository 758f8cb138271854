"""Banking: cards, fees, transfers and slips that do not agree with the account."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.banking.cards import LostCard
from m3bench_suites.builders.omni.service.banking.fees import FeeRequests
from m3bench_suites.builders.omni.service.banking.slips import WrongAmount
from m3bench_suites.builders.omni.service.banking.transfers import TransferOrder

__all__ = ["FAMILY"]


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, (LostCard, LostCard, WrongAmount, FeeRequests, TransferOrder))


FAMILY = OmniFamily(
    number=11,
    name="banking",
    title="Banking",
    goal="Block cards, waive fees, correct amounts and carry out orders as the bank's rules say.",
    area=Area.SERVICE,
    make=make,
)
