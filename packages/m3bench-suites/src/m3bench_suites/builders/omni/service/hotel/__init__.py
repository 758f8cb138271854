"""Hotel: wishes by telephone, stays that are moved or approved, a pantry with cameras, cards and groups."""

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.hotel.approval import ApprovedStay
from m3bench_suites.builders.omni.service.hotel.card import WelcomeCard
from m3bench_suites.builders.omni.service.hotel.move import MovedStay
from m3bench_suites.builders.omni.service.hotel.pantry import PantryBill
from m3bench_suites.builders.omni.service.hotel.party import WeddingParty
from m3bench_suites.builders.omni.service.hotel.telephone import TelephoneWish

_SCENARIOS = (TelephoneWish, PantryBill, WelcomeCard, ApprovedStay, MovedStay, WeddingParty)


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, _SCENARIOS)


FAMILY = OmniFamily(
    number=8,
    name="hotel",
    title="Hotel",
    goal="Serve guests before and during their stay, from calls, forms, films and lists.",
    area=Area.SERVICE,
    make=make,
)

__all__ = ["FAMILY"]
