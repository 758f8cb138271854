"""Suitable campgrounds, in the world and in the park service's results."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.suites import CallResult, PlanError
from m3bench_suites.builders.tasks import require
from m3bench_world.parks import Campground

if TYPE_CHECKING:
    from m3bench_suites.builders.m3.family import TaskDraw
    from m3bench_world import World

NEEDS = {
    "showers": "showers",
    "laundry": "a laundry",
    "dumpStation": "a dump station",
    "campStore": "a camp store",
    "firewoodForSale": "firewood for sale",
    "iceAvailableForSale": "ice for sale",
    "foodStorageLockers": "food storage lockers",
    "amphitheater": "an amphitheater",
    "trashRecyclingCollection": "trash collection",
    "cellPhoneReception": "cell phone reception",
    "staffOrVolunteerHostOnsite": "a host on site",
}
CHOICES = {
    "most sites": ("the most sites in all", "the biggest"),
    "most tents": ("the most sites for tents only", "the one with most room for tents"),
    "fewest sites": ("the fewest sites in all", "the smallest"),
}
GATEWAYS = (
    "Albuquerque, NM", "Anchorage, AK", "Atlanta, GA", "Billings, MT", "Boise, ID", "Boston, MA",
    "Charlotte, NC", "Chicago, IL", "Cleveland, OH", "Dallas, TX", "Denver, CO", "El Paso, TX",
    "Fairbanks, AK", "Fresno, CA", "Houston, TX", "Knoxville, TN", "Las Vegas, NV", "Los Angeles, CA",
    "Memphis, TN", "Miami, FL", "Minneapolis, MN", "New Orleans, LA", "Philadelphia, PA", "Phoenix, AZ",
    "Portland, OR", "Rapid City, SD", "Richmond, VA", "Sacramento, CA", "Salt Lake City, UT",
    "San Antonio, TX", "San Francisco, CA", "Seattle, WA", "St. Louis, MO", "Tampa, FL", "Tucson, AZ",
)  # fmt: skip
"""Starting points of trips. None of them names a park."""


_TURNS = 30


class Stay(NamedTuple):
    """A stay, and the suitable campground in the world."""

    needs: tuple[str, ...]
    choice: str
    camp: Campground | None
    """None if no campground meets the needs."""


def open_camps(world: World, code: str, days: tuple[date, ...]) -> list[Campground]:
    """Return campgrounds open on all days and in no alert. Raise `PlanError` if that is ambiguous."""
    months = {world.now.month, *(day.month for day in days)}
    texts = [f"{alert.title} {alert.description}" for alert in world.parks.alerts(code)]
    camps = []
    for camp in world.parks.campgrounds(code):
        closed = months & set(camp.hours.closed_months)
        if closed and closed != months:
            raise PlanError(f"{camp.name} opens or closes during the stay.")
        named, near = (any(name in text for text in texts) for name in (camp.name, _place_name(camp.name)))
        if not closed and named != near:
            raise PlanError(f"an alert names the surroundings of {camp.name}.")
        if not closed and not named and not camp.sites["walkBoatTo"]:
            camps.append(camp)
    return camps


def choose_stay(draw: TaskDraw, code: str, days: tuple[date, ...]) -> Stay:
    """Draw needs that an open campground meets, and return the best campground for them."""
    suitable = [camp for camp in open_camps(draw.world, code, days) if len(_amenities(camp)) >= 3]
    require(suitable, "no open campground has three amenities.")
    wanted = draw.pick(suitable, "camp")
    needs = tuple(draw.sample(_amenities(wanted), draw.whole(2, 3, "needs"), "need"))
    choice = draw.pick(tuple(CHOICES), "choice")
    matching = [camp for camp in suitable if set(needs) <= set(_amenities(camp))]
    ranks = sorted((_rank(choice, camp.total_sites, camp.sites["tentOnly"]), camp.name) for camp in matching)
    if len(ranks) > 1 and ranks[0][0] == ranks[1][0]:
        raise PlanError("two campgrounds suit equally well.")
    return Stay(needs, choice, next(camp for camp in matching if camp.name == ranks[0][1]))


def impossible_stay(draw: TaskDraw, code: str, days: tuple[date, ...]) -> Stay:
    """Draw needs that open campgrounds meet one by one, but none meets together."""
    suitable = open_camps(draw.world, code, days)
    offered = [need for need in NEEDS if any(need in _amenities(camp) for camp in suitable)]
    for turn in range(_TURNS):
        needs = draw.sample(offered, draw.whole(2, 3, "needs", turn), "impossible", turn)
        if len(needs) > 1 and not any(set(needs) <= set(_amenities(camp)) for camp in suitable):
            return Stay(tuple(needs), draw.pick(tuple(CHOICES), "choice"), None)
    raise PlanError("every combination of amenities is available.")


def open_names(camps: CallResult, alerts: CallResult) -> list[str]:
    """Return the open campgrounds without alerts in the park service's results."""
    texts = [f"{alert['title']} {alert['description']}" for alert in alerts.data["alerts"]]
    names = [str(camp["name"]) for camp in camps.data["campgrounds"] if camp["openNow"]]
    return [name for name in names if not any(name in text for text in texts)]


def choose_camp(camps: CallResult, alerts: CallResult, stay: Stay) -> dict[str, Any] | None:
    """Return the suitable campground in the park service's results, or None."""
    if camps.data["total"] > len(camps.data["campgrounds"]) or alerts.data["total"] > len(
        alerts.data["alerts"]
    ):
        raise PlanError("not all campgrounds or alerts were returned.")
    names = open_names(camps, alerts)
    matching: list[dict[str, Any]] = [
        camp
        for camp in camps.data["campgrounds"]
        if camp["name"] in names and all(camp["amenities"][need] == "Yes" for need in stay.needs)
    ]
    best = min(
        matching,
        key=lambda camp: _rank(stay.choice, camp["campsites"]["totalSites"], camp["campsites"]["tentOnly"]),
        default=None,
    )
    if (best and best["name"]) != (stay.camp and stay.camp.name):
        raise PlanError("the park service disagrees with the world about the campgrounds.")
    return best


def _amenities(camp: Campground) -> list[str]:
    return [need for need in NEEDS if camp.amenities[need] == "Yes"]


def _rank(choice: str, sites: int, tents: int) -> int:
    return {"most sites": -sites, "most tents": -tents, "fewest sites": sites}[choice]


def _place_name(name: str) -> str:
    return name.removesuffix(" Campground")
