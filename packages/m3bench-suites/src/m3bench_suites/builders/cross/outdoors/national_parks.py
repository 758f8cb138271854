"""National Parks alone: where sites are open, and a survey of many units."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.outdoors._shared.paging import all_pages
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    has_category,
    listing,
    national_parks,
    park_name,
    take,
)
from m3bench_suites.builders.cross.outdoors._shared.regions import MEANT, REGIONS, WIDE_REGIONS
from m3bench_suites.builders.cross.outdoors._shared.tools import (
    ALERTS,
    CAMPS,
    CENTERS,
    EVENTS,
    FIND_PARKS,
    PARK,
)
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    listed,
    require,
    solution,
    task,
)
from m3bench_suites.builders.fields import code, named, names, number, yes_no

_MOST_ALERTS, _FARTHEST, _ENOUGH, _OLD = 3, 5, 3, 1920
_YEAR = Tolerance(absolute=0.6)
_SIGNS = re.compile(r"follow the signs for (\d+) miles?")
_SITES = Wording(
    request=(
        "Find all units in {states}, and take those whose designation begins with 'National Park'. Get the "
        "details of each, and give the mean of the years since which they have been protected. Leave out "
        "parks with {alerts} or more alerts in force and parks without campgrounds. For the others, add up "
        "the total sites of the campgrounds that are open now, and name the park with the most open sites "
        "and the runner-up. Get the alerts of the leading park. If any is of the category Information, list "
        "the runner-up's visitor centers that are open this month, and the runner-up's phone number; "
        "otherwise list the titles of all events in the leading park that the default span of the event list "
        "covers, and the leading park's phone number."
    ),
    fuzzy=(
        "We are looking at the big federal parks in {states}, only the ones that are proper parks by their "
        "designation, also where it adds a preserve, not monuments and the like. In which year were they put "
        "under protection on average? I'd skip any that have no campground or {alerts} or more notices in "
        "force. Of the rest, where can the most sites be used now, counting only campgrounds that are open "
        "at present, how many are there, and which park comes behind it with how many? If the leader has any "
        "notice of the kind Information, we go for the runner-up: name its visitor centers that are open "
        "this month and give me its phone number. If it has none, give me the leader's phone number and what "
        "is on there over the month or so that the programme shows by default."
    ),
)
_SURVEY = Wording(
    request=(
        "Find all units of every kind in {states} and get the details of each. How many are free, and how "
        "many have been protected since before {old}? Their directions say for how many miles to follow the "
        "signs from the town to the main entrance: take the {far} units with the longest way (of equally "
        "long ways, the unit protected longer comes first) and get the alerts of each. A unit without any "
        "alert of the category Danger or Closure is safe. If at least {enough} of the {far} are safe, get "
        "the visitor centers of each safe unit and count those that are open this month; otherwise get the "
        "campgrounds of each unit that is not safe and count those that are open now. For the unit with the "
        "most of these open (of equals, the unit with the longer way), how many events does the event list "
        "have in its default span?"
    ),
    fuzzy=(
        "For a feature on everything the park service runs in {states}, whatever kind of place it is, I need "
        "numbers. How many of these places cost nothing to enter, and how many were protected before {old}? "
        "Which {far} make you follow the signs for the most miles from their town to the main entrance, the "
        "longer-protected place going ahead if the miles are equal, and how many miles is the worst? Which "
        "of those {far} have no notice of the kind Danger or Closure in force? With {enough} or more of "
        "them, count their visitor centers that are open this month. With fewer, count the campgrounds of "
        "the troubled places that are open now. And where most of these are open, with ties going to the "
        "longer way, how many events does the programme show over its usual month?"
    ),
)


def signed_miles(details: Mapping[str, Any]) -> int:
    """Return the miles from the town of a park to its main entrance."""
    match = _SIGNS.search(details["directionsInfo"])
    if match is None:
        raise PlanError(f"no miles in the directions to {details['name']}.")
    return int(match[1])


def open_sites(camps: Sequence[Mapping[str, Any]]) -> int:
    """Return the sites of the campgrounds that are open."""
    return sum(camp["campsites"]["totalSites"] for camp in camps if camp["openNow"])


def _sites(draw: TaskDraw) -> Blueprint:
    region = draw.turn(REGIONS, "region")

    def solved(by_park: bool) -> Plan:
        (search,) = yield from all_pages(FIND_PARKS, asked=[{"stateCode": region.codes}])
        parks = national_parks(search.items, 5, 12)
        details = yield [
            call(PARK, search.source[name], parkCode=park["parkCode"]) for name, park in parks.items()
        ]
        known = {name: each.data for name, each in zip(parks, details, strict=True)}
        years = [each["protectedSince"] for each in known.values()]
        kept = [
            name
            for name, each in known.items()
            if each["alertsInForce"] < _MOST_ALERTS and each["campgrounds"]
        ]
        require(3 <= len(kept) < len(parks), "too few parks are kept, or all.")
        codes = [parks[name]["parkCode"] for name in kept]
        wanted = codes if by_park else [",".join(codes)]
        lists = yield from all_pages(CAMPS, *details, asked=[{"parkCode": each} for each in wanted])
        heard = [page for each in lists for page in each.results]
        camps = [camp for each in lists for camp in each.items.values()]
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
                    informed, [each["title"] for each in alerts.data["alerts"]] or [leader]
                ),
                "centers": listed(_open_centers(last)) if informed else NOTHING,
                "events": NOTHING if informed else listed(_titles(last)),
                "phone": found(known[goal]["contacts"]["phone"]),
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

    form = (
        number(
            "mean_year",
            f"the mean of the years since which the parks ({MEANT}) have been protected",
        ),
        named("leader", "the park with the most open sites"),
        number("leader_sites", "its open sites"),
        named("runner_up", "the park with the second most open sites"),
        number("runner_up_sites", "its open sites"),
        yes_no("information", "whether the leading park has an alert of the category Information"),
        names("centers", "the runner-up's visitor centers that are open this month, if asked for"),
        names("events", "the titles of the leading park's events, if asked for"),
        code("phone", "the phone number of the park that is chosen"),
    )
    words = {"states": region.states, "alerts": _MOST_ALERTS}
    return task(draw, FAMILY, _SITES, words, form, lambda: solved(True), lambda: solved(False))


def _counted(camps: Sequence[Mapping[str, Any]]) -> Expected:
    counts = [camp["campsites"]["totalSites"] for camp in camps if camp["openNow"]]
    return computed(sum(counts), counts)


def _open_centers(result: CallResult) -> list[str]:
    open_now = [each["name"] for each in listing(result, "visitorCenters") if each["openThisMonth"]]
    require(open_now, "no visitor center is open.")
    return open_now


def _titles(result: CallResult) -> list[str]:
    titles = [each["title"] for each in listing(result, "events")]
    require(len(set(titles)) == len(titles) == result.data["total"], "events share a title.")
    return titles


def _survey(draw: TaskDraw) -> Blueprint:
    region = draw.turn(WIDE_REGIONS, "region")

    def plan() -> Plan:
        (search,) = yield from all_pages(FIND_PARKS, asked=[{"stateCode": region.codes}])
        units = search.items
        require(len(units) >= 20, "there are few units.")
        details = yield [
            call(PARK, search.source[name], parkCode=unit["parkCode"]) for name, unit in units.items()
        ]
        known = {name: each.data for name, each in zip(units, details, strict=True)}
        miles = {name: signed_miles(each) for name, each in known.items()}
        ranks = {name: (-miles[name], known[name]["protectedSince"]) for name in units}
        order = sorted(units, key=ranks.__getitem__)
        require(len({ranks[name] for name in order[: _FARTHEST + 1]}) == _FARTHEST + 1, "two units tie.")
        far = order[:_FARTHEST]
        alerts = yield [call(ALERTS, *details, parkCode=units[name]["parkCode"]) for name in far]
        bad = [
            name for name, each in zip(far, alerts, strict=True) if has_category(each, ["Danger", "Closure"])
        ]
        safe = [name for name in far if name not in bad]
        calm = len(safe) >= _ENOUGH
        checked = safe if calm else bad
        codes = [units[name]["parkCode"] for name in checked]
        if calm:
            last = yield [call(CENTERS, *alerts, parkCode=each) for each in codes]
            found_there = [listing(each, "visitorCenters") for each in last]
        else:
            lists = yield from all_pages(CAMPS, *alerts, asked=[{"parkCode": each} for each in codes])
            last = [page for each in lists for page in each.results]
            found_there = [list(each.items.values()) for each in lists]
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
                "longest": found(miles[far[0]]),
                "safe": listed(safe),
                "open_centers": computed(len(counted), counted) if calm else NOTHING,
                "open_camps": NOTHING if calm else computed(len(counted), counted),
                "busiest": found(best),
                "event_count": found(events.data["total"]),
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

    form = (
        number("units", "how many units there are"),
        number("free", "how many of them are free"),
        number("old", f"how many have been protected since before {_OLD}"),
        names("farthest", f"the {_FARTHEST} units with the longest way, longest first", ordered=True),
        number("longest", "the way of the first of them", "miles"),
        names("safe", f"those of the {_FARTHEST} that are safe"),
        number("open_centers", "their visitor centers that are open this month, if asked for"),
        number("open_camps", "the open campgrounds of the units that are not safe, if asked for"),
        named("busiest", "the unit with the most of these open"),
        number("event_count", "how many events its list has in the default span"),
    )
    words = {"states": region.states, "old": _OLD, "far": _FARTHEST, "enough": _ENOUGH}
    return task(draw, FAMILY, _SURVEY, words, form, plan)


FAMILY = CrossFamily(
    number=33,
    name="national_parks",
    title="National Parks",
    servers=("National Parks",),
    makers=(_sites, _survey),
)
