"""National Parks and Weather Data: usual temperatures that contradict each other, and cold campgrounds."""

from __future__ import annotations

from functools import partial
from statistics import mean

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.outdoors._shared.paging import all_pages
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    TENTH,
    contradicted,
    daily,
    has_category,
    highest_chance,
    july_high,
    listing,
    national_parks,
    park_name,
    park_rows,
    spot,
    take,
    temperature,
)
from m3bench_suites.builders.cross.outdoors._shared.regions import MEANT, REGIONS, Region
from m3bench_suites.builders.cross.outdoors._shared.tools import (
    ALERTS,
    CAMPS,
    CENTERS,
    EVENTS,
    FIND_PARKS,
    FORECAST,
    LIVE,
    NOW,
    PARK,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    listed,
    pluck,
    require,
    require_clear,
    solution,
    stated,
    together,
    validation,
)

_CAMPS, _WET, _COLD = 2, 40, 3
_ACTIVITIES = ("Hiking", "Camping")


def _normals(draw: TaskDraw) -> TaskSpec:
    region, days = draw.turn(REGIONS, "region"), draw.whole(3, 6, "days")
    return TaskSpec(
        words={"states": region.states, "days": days, "camps": _CAMPS, "wet": _WET, "meant": MEANT},
        plans=(partial(_normals_plan, region, days),),
    )


def _normals_plan(region: Region, days: int) -> Plan:
    (search,) = yield from all_pages(FIND_PARKS, asked=[{"stateCode": region.codes}])
    parks = national_parks(search.items, 5, 12)
    official, forecasts = yield from together(
        (call(PARK, search.source[name], parkCode=park["parkCode"]) for name, park in parks.items()),
        (call(FORECAST, search.source[name], city=name, days=days) for name in parks),
    )
    right = {name: july_high(text) for name, text in pluck(parks, official, "weatherInfo").items()}
    claims = pluck(parks, forecasts, "usual", "july_high_f")
    wrong = contradicted(claims, right)
    highs = daily(parks, forecasts, "max_temp_c")
    kept = [name for name in parks if name not in wrong and parks[name]["campgrounds"] >= _CAMPS]
    require(len(kept) >= 2, "few parks are kept.")
    (chosen,) = take({name: mean(highs[name]) for name in kept}, 1, 0.05)
    code = parks[chosen]["parkCode"]
    (camping,) = yield from all_pages(
        CAMPS, *search.results, *official, *forecasts, asked=[{"parkCode": code}]
    )
    camps = camping.items
    now = yield [call(NOW, camping.source[name], city=spot(camp)) for name, camp in camps.items()]
    winds = pluck(camps, now, "current", "wind_kph")
    ranks = {name: (winds[name], -camp["campsites"]["totalSites"]) for name, camp in camps.items()}
    calmest, *others = sorted(camps, key=ranks.__getitem__)
    require(ranks[calmest] != ranks[others[0]], "two campgrounds tie.")
    (outlook,) = yield [call(FORECAST, *camping.results, *now, city=spot(camps[calmest]), days=days)]
    chance = highest_chance(outlook)
    require_clear(chance, _WET, 0.5)
    wet = chance >= _WET
    tool, kind = (ALERTS, "alerts") if wet else (EVENTS, "events")
    (last,) = yield [call(tool, *official, *forecasts, outlook, parkCode=code, limit=50)]
    titles = [item["title"] for item in listing(last, kind)]
    require(len(set(titles)) == len(titles), "two titles are the same.")
    return solution(
        {
            "contradictions": park_rows(wrong, official=right, weather_service=claims),
            "chosen": park_name(chosen),
            "mean_high": computed(round(mean(highs[chosen]), 2), highs[chosen], TENTH),
            "calmest": stated(calmest),
            "wind": stated(winds[calmest], TENTH),
            "chance": stated(chance),
            "titles": listed(titles),
        },
        branches=[
            branch(
                f"the chance of precipitation at the calmest campground is at least {_WET} % on any day",
                holds=wet,
                met={"tools": [ALERTS]},
                unmet={"tools": [EVENTS]},
            )
        ],
        validations=[validation("the usual high of July", (PARK, FORECAST), parks, wrong)],
    )


def _cold_park(draw: TaskDraw) -> TaskSpec:
    region, activity = draw.turn(REGIONS, "cold"), draw.pick(_ACTIVITIES, "activity")
    days = draw.whole(2, 5, "days")
    return TaskSpec(
        words={
            "states": region.states,
            "activity": activity.lower(),
            "days": days,
            "cold": _COLD,
            "meant": MEANT,
        },
        plans=(
            partial(_cold_park_plan, region, activity, days, LIVE),
            partial(_cold_park_plan, region, activity, days, NOW),
        ),
    )


def _cold_park_plan(region: Region, activity: str, days: int, thermometer: str) -> Plan:
    asked = {"stateCode": region.codes, "activities": activity}
    (search,) = yield from all_pages(FIND_PARKS, asked=[asked])
    parks = national_parks(search.items, 4, 12)
    live = yield [call(thermometer, search.source[name], city=name) for name in parks]
    warmth = {name: temperature(reading) for name, reading in zip(parks, live, strict=True)}
    cold = take(warmth, _COLD, 0.05, lowest=True, ranked=False)
    forecasts = yield [call(FORECAST, *live, city=name, days=days) for name in cold]
    lows = {name: min(degrees) for name, degrees in daily(cold, forecasts, "min_temp_c").items()}
    (chosen,) = take(lows, 1, 0.05, lowest=True)
    code = parks[chosen]["parkCode"]
    (alerts,) = yield [call(ALERTS, search.source[chosen], *forecasts, parkCode=code)]
    caution = has_category(alerts, ["Caution"])
    sign = "openThisMonth" if caution else "openNow"
    if caution:
        (inside,) = yield [call(CENTERS, search.source[chosen], *forecasts, alerts, parkCode=code)]
        sites = {center["name"]: center for center in listing(inside, "visitorCenters")}
        sources = dict.fromkeys(sites, inside)
    else:
        uses = (search.source[chosen], *forecasts, alerts)
        (camping,) = yield from all_pages(CAMPS, *uses, asked=[{"parkCode": code}])
        sites, sources = camping.items, camping.source
    require(len(sites) >= 1, "the park has nothing to look at.")
    heard = yield [call(thermometer, sources[name], city=spot(site)) for name, site in sites.items()]
    degrees = {name: temperature(result) for name, result in zip(sites, heard, strict=True)}
    is_open = [name for name in sites if sites[name][sign]]
    titles = [alert["title"] for alert in alerts.data["alerts"]]
    return solution(
        {
            "mean": computed(round(mean(warmth.values()), 2), warmth.values(), TENTH),
            "chosen": park_name(chosen),
            "lowest": stated(lows[chosen], TENTH),
            "caution": computed(caution, titles or [code]),
            "coldest_site": stated(min(degrees.values()), TENTH),
            "mean_of_sites": computed(round(mean(degrees.values()), 2), degrees.values(), TENTH),
            "open_count": computed(len(is_open), is_open or list(sites)),
        },
        branches=[
            branch(
                "an alert of the category Caution is in force in the park with the lowest minimum",
                holds=caution,
                met={"tools": [CENTERS]},
                unmet={"tools": [CAMPS]},
            )
        ],
    )


FAMILY = cross_family(
    number=37,
    name="parks_weather",
    title="National Parks, Weather Data",
    servers=("National Parks", "Weather Data"),
    tasks=(_normals, _cold_park),
)
