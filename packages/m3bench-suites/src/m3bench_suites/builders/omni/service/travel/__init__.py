"""Travel: flights that are moved, bags that are late, groups with wishes, and storms."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.travel.baggage import DelayedBaggage
from m3bench_suites.builders.omni.service.travel.group import GroupExtras
from m3bench_suites.builders.omni.service.travel.postponed import PostponedEvent
from m3bench_suites.builders.omni.service.travel.storm import Storm
from m3bench_suites.builders.omni.service.travel.unclear_day import UnclearDay
from m3bench_suites.builders.omni.service.travel.upgrade import MarkedUpgrade
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=7,
    name="travel",
    title="Travel",
    goal="Move, upgrade and settle journeys as messages, papers and the fare's rules demand.",
    kind=Area.SERVICE,
    tasks=(PostponedEvent, DelayedBaggage, MarkedUpgrade, UnclearDay, GroupExtras, Storm),
)
