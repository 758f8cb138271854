"""Travel: flights that are moved, bags that are late, groups with wishes, and storms."""

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.travel.baggage import DelayedBaggage
from m3bench_suites.builders.omni.service.travel.group import GroupExtras
from m3bench_suites.builders.omni.service.travel.postponed import PostponedEvent
from m3bench_suites.builders.omni.service.travel.storm import Storm
from m3bench_suites.builders.omni.service.travel.upgrade import MarkedUpgrade

_SCENARIOS = (PostponedEvent, DelayedBaggage, MarkedUpgrade, PostponedEvent, GroupExtras, Storm)


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, _SCENARIOS)


FAMILY = OmniFamily(
    number=7,
    name="travel",
    title="Travel",
    goal="Move, upgrade and settle journeys as messages, papers and the fare's rules demand.",
    area=Area.SERVICE,
    make=make,
)

__all__ = ["FAMILY"]
