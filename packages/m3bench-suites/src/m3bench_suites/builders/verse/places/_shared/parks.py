"""National parks that suit a task, and the calls that look them up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from m3bench.checks import LiveCall
from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import Guard, ask, holds, use
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import joined
from m3bench_suites.builders.verse.places._shared.readings import next_day
from m3bench_suites.builders.verse.places._shared.values import quoted

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.parks import Park

_MOST = 50
"""How many items a call returns at most."""
_MOST_CAMPS = 7


def a_park(
    draw: TaskDraw,
    fits: Callable[[World, Park], bool],
    *,
    differs: Callable[[World, Park], object] | None = None,
) -> Park:
    """Return a park that fits now and a day later. `differs` must give another value a day later."""
    now, later = draw.world, next_day(draw.world)
    parks = now.parks.all()
    for park in draw.sample(parks, len(parks), "park"):
        if park.designation != "National Park" or not fits(now, park) or not fits(later, park):
            continue
        if differs is None or differs(now, park) != differs(later, park):
            return park
    raise PlanError("no park fits.")


def camping_parks(draw: TaskDraw) -> list[Park]:
    """Return the national parks with campgrounds."""
    parks = (park for park in draw.world.parks.all() if park.designation == "National Park")
    return [park for park in parks if park.campground_count]


def camp_sizes(world: World, park: Park) -> list[int]:
    """Return the sizes of the campgrounds in order; none if there are too many for one result."""
    camps = world.parks.campgrounds(park.code)
    return sorted(camp.total_sites for camp in camps) if len(camps) <= _MOST_CAMPS else []


def titles(world: World, park: Park) -> list[str]:
    """Return the titles of the alerts in force."""
    return [alert.title for alert in world.parks.alerts(park.code)]


def find_park(park: Park) -> LiveCall:
    return ask("nationalparks/findParks", q=park.full_name)


def found_park(number: int, park: Park, part: str) -> str:
    """Return the path of a part of the park in the result of `find_park`."""
    return f"[{number}].parks[?name=={quoted(park.full_name)}].{part} | [0]"


def park_code(number: int, park: Park) -> dict[str, str]:
    return use(found_park(number, park, "parkCode"))


def park_spot(number: int, park: Park) -> dict[str, str]:
    """Return where the park is, as an argument `lat,lng`."""
    return joined(f"({found_park(number, park, 'latitude')})", f"({found_park(number, park, 'longitude')})")


def contents(tool: str, code: str | dict[str, str]) -> LiveCall:
    """Return the call for all alerts, events, campgrounds or visitor centers of a park."""
    return ask(f"nationalparks/{tool}", parkCode=code, limit=_MOST)


def has_newest(number: int) -> Guard:
    """Guard that one alert began on the newest day, in the result of `getAlerts`."""
    return holds(f"[{number}].alerts[0].inForceSince != [{number}].alerts[1].inForceSince")
