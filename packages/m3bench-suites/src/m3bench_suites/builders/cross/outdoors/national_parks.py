"""National Parks alone: where sites are open, and a survey of many units."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from statistics import mean
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.outdoors._shared.paging import all_pages
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    has_category,
    listing,
    national_parks,
    park_name,
    take,
)
from m3bench_suites.builders.cross.outdoors._shared.regions import MEANT, REGIONS, WIDE_REGIONS, Region
from m3bench_suites.builders.cross.outdoors._shared.tools import (
    ALERTS,
    CAMPS,
    CENTERS,
    EVENTS,
    FIND_PARKS,
    PARK,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    listed,
    pluck,
    require,
    solution,
    stated,
)

_MOST_ALERTS, _FARTHEST, _ENOUGH, _OLD = 3, 5, 3, 1920
_YEAR = Tolerance(absolute=0.6)
_SIGNS = re.compile(r"follow the signs for (\d+) miles?")


def signed_miles(details: Mapping[str, Any]) -> int:
    """Return the miles from the town of a park to its main entrance."""
    match = _SIGNS.search(details["directionsInfo"])
    if match is None:
        raise PlanError(f"no miles in the directions to {details['name']}.")
    return int(match[1])


def open_sites(camps: Sequence[Mapping[str, Any]]) -> int:
    """Return the sites of the campgrounds that are open."""
    return sum(camp["campsites"]["totalSites"] for camp in camps if camp["openNow"])


def _sites(draw: TaskDraw) -> TaskSpec:
    region = draw.turn(REGIONS, "region")

    def solved(by_park: bool) -> Plan:
        (search,) = yield from all_pages(FIND_PARKS, asked=[{"stateCode": region.codes}])
        parks = national_parks(search.items, 5, 12)
        details = yield [
            call(PARK, search.source[name], parkCode=park["parkCode"]) for name, park in parks.items()
        ]
        known = pluck(parks, details)
        years = [entry["protectedSince"] for entry in known.values()]
        kept = [
            name
            for name, entry in known.items()
            if entry["alertsInForce"] < _MOST_ALERTS and entry["campgrounds"]
        ]
        require(3 <= len(kept) < len(parks), "too few parks are kept, or all.")
        codes = [parks[name]["parkCode"] for name in kept]
        wanted = codes if by_park else [",".join(codes)]
        lists = yield from all_pages(CAMPS, *details, asked=[{"parkCode": code} for code in wanted])
        heard = [page for campgrounds in lists for page in campgrounds.results]
        camps = [camp for page in lists for camp in page.items.values()]
        require(len(camps) == sum(known[name]["campgrounds"] for name in kept), "a page is not enough.")
        own = {name: [camp for camp in camps if camp["parkName"] == name] for name in kept}
        leader, runner_up = take({name: open_sites(own[name]) for name in kept}, 2, 1)
        require(open_sites(own[runner_up]) > 0, "the campgrounds are closed.")
        (alerts,) = yield [call(ALERTS, *heard, parkCode=parks[leader]["parkCode"])]
        informed = has_category(alerts, ["Information"])
        goal = runner_up if informed else leader
        code_of = parks[goal]["parkCode"]
        (last,) = yield [call(CENTERS if informed else EVENTS, alerts, *heard, parkCode=code_of, limit=50)]
        return solution(
            {
                "mean_year": computed(round(mean(years), 1), years, _YEAR),
                "leader": park_name(leader),
                "leader_sites": _counted(own[leader]),
                "runner_up": park_name(runner_up),
                "runner_up_sites": _counted(own[runner_up]),
                "information": computed(
                    informed, [alert["title"] for alert in alerts.data["alerts"]] or [leader]
                ),
                "plans": listed(_open_centers(last) if informed else _titles(last)),
                "phone": stated(known[goal]["contacts"]["phone"]),
            },
            branches=[
                branch(
                    "an alert of the category Information is in force in the park with the most open sites",
                    holds=informed,
                    met={"tools": [CENTERS], "values": [parks[runner_up]["parkCode"]]},
                    unmet={"tools": [EVENTS], "values": [parks[leader]["parkCode"]]},
                )
            ],
        )

    return TaskSpec(
        words={"states": region.states, "alerts": _MOST_ALERTS, "meant": MEANT},
        plans=(lambda: solved(True), lambda: solved(False)),
    )


def _counted(camps: Sequence[Mapping[str, Any]]) -> Expected:
    counts = [camp["campsites"]["totalSites"] for camp in camps if camp["openNow"]]
    return computed(sum(counts), counts)


def _open_centers(result: CallResult) -> list[str]:
    open_now = [center["name"] for center in listing(result, "visitorCenters") if center["openThisMonth"]]
    require(open_now, "no visitor center is open.")
    return open_now


def _titles(result: CallResult) -> list[str]:
    titles = [event["title"] for event in listing(result, "events")]
    require(len(set(titles)) == len(titles) == result.data["total"], "events share a title.")
    return titles


def _survey(draw: TaskDraw) -> TaskSpec:
    region = draw.turn(WIDE_REGIONS, "region")
    return TaskSpec(
        words={"states": region.states, "old": _OLD, "far": _FARTHEST, "enough": _ENOUGH},
        plans=(partial(_survey_plan, region),),
    )


def _survey_plan(region: Region) -> Plan:
    (search,) = yield from all_pages(FIND_PARKS, asked=[{"stateCode": region.codes}])
    units = search.items
    require(len(units) >= 20, "there are few units.")
    details = yield [
        call(PARK, search.source[name], parkCode=unit["parkCode"]) for name, unit in units.items()
    ]
    known = pluck(units, details)
    miles = {name: signed_miles(entry) for name, entry in known.items()}
    ranks = {name: (-miles[name], known[name]["protectedSince"]) for name in units}
    order = sorted(units, key=ranks.__getitem__)
    require(len({ranks[name] for name in order[: _FARTHEST + 1]}) == _FARTHEST + 1, "two units tie.")
    far = order[:_FARTHEST]
    alerts = yield [call(ALERTS, *details, parkCode=units[name]["parkCode"]) for name in far]
    bad = [
        name for name, alert in zip(far, alerts, strict=True) if has_category(alert, ["Danger", "Closure"])
    ]
    safe = [name for name in far if name not in bad]
    calm = len(safe) >= _ENOUGH
    checked = safe if calm else bad
    codes = [units[name]["parkCode"] for name in checked]
    if calm:
        last = yield [call(CENTERS, *alerts, parkCode=code) for code in codes]
        found_there = [listing(result, "visitorCenters") for result in last]
    else:
        lists = yield from all_pages(CAMPS, *alerts, asked=[{"parkCode": code} for code in codes])
        last = [page for campgrounds in lists for page in campgrounds.results]
        found_there = [list(page.items.values()) for page in lists]
    sign = "openThisMonth" if calm else "openNow"
    is_open = {
        name: [item["name"] for item in items if item[sign]]
        for name, items in zip(checked, found_there, strict=True)
    }
    require(any(is_open.values()), "nothing is open.")
    best = max(checked, key=lambda name: len(is_open[name]))
    (events,) = yield [call(EVENTS, *details, *alerts, *last, parkCode=units[best]["parkCode"], limit=50)]
    counted = [item for items in is_open.values() for item in items]
    free = [name for name in units if known[name]["isFree"]]
    old = [name for name in units if known[name]["protectedSince"] < _OLD]
    return solution(
        {
            "units": computed(len(units), list(units)[:3]),
            "free": computed(len(free), free),
            "old": computed(len(old), [known[name]["protectedSince"] for name in old]),
            "farthest": listed(far),
            "longest": stated(miles[far[0]]),
            "safe": listed(safe),
            "open_count": computed(len(counted), counted),
            "busiest": stated(best),
            "event_count": stated(events.data["total"]),
        },
        branches=[
            branch(
                f"at least {_ENOUGH} of the {_FARTHEST} units with the longest way are safe",
                holds=calm,
                met={"tools": [CENTERS]},
                unmet={"tools": [CAMPS]},
            )
        ],
    )


FAMILY = cross_family(
    number=33,
    name="national_parks",
    title="National Parks",
    servers=("National Parks",),
    tasks=(_sites, _survey),
)
