"""National Parks and Weather Data: usual temperatures that contradict each other, and cold campgrounds."""

from __future__ import annotations

from statistics import mean

from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.outdoors._shared.paging import all_pages
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    TENTH,
    contradicted,
    has_category,
    highest_chance,
    july_high,
    listing,
    national_parks,
    park_name,
    spot,
    take,
    temperature,
)
from m3bench_suites.builders.cross.outdoors._shared.regions import MEANT, REGIONS
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
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    listed,
    require,
    require_clear,
    rows,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import named, names, number, records, yes_no

_CAMPS, _WET, _COLD = 2, 40, 3
_NORMALS = Wording(
    request=(
        "Find all units in {states}, and take those whose designation begins with 'National Park'. For each, "
        "compare the usual high of July in the park service's details with the usual high of July that the "
        "weather service gives with the {days}-day forecast for the park (by the park's name). Report the "
        "parks where they differ, with both in °F, and leave them out. Of the others with at least {camps} "
        "campgrounds, choose the park with the highest mean of the daily maximum temperatures in that "
        "forecast. Get the present weather at each of its campgrounds, and name the calmest by wind speed "
        "(of equally calm ones, the larger by total sites). Get the {days}-day forecast at its position. If "
        "the chance of precipitation is at least {wet} % on any day, list the titles of the alerts in the "
        "park; otherwise the titles of the events in the default span of the event list."
    ),
    fuzzy=(
        "The park service tells visitors of the proper parks in {states}, monuments and the like aside, how "
        "hot July usually gets, and the weather people have a figure of their own beside their outlook for "
        "each park. Where do these July highs disagree, and what are both in Fahrenheit? Leave those out. Of "
        "the remaining ones with {camps} or more campgrounds, which has the warmest days on average over the "
        "{days} days from today, and how warm in Celsius? There I want the campground where the wind is "
        "weakest at this moment, the larger if it is the same: which is it, and how hard does it blow? If "
        "the outlook for that very spot has a {wet} % chance of rain or snow or more on any day, tell me the "
        "titles of all notices in the park; if not, of what is on there over the month that the programme "
        "shows by default."
    ),
)
_COLD_PARK = Wording(
    request=(
        "Find the units in {states} that offer {activity}, and take those whose designation begins with "
        "'National Park'. Get the live temperature in each by the park's name, and give the mean. For the "
        "{cold} coldest, get the forecast for {days} days, today included, and choose the park with the "
        "lowest minimum temperature. Get its alerts. If any of the category Caution is in force, get the "
        "park's visitor centers, otherwise its campgrounds. Get the live temperature at the position of each "
        "of these, and give the lowest and the mean. Report also how many of these visitor centers are open "
        "this month, or how many of these campgrounds are open now. All temperatures in °C."
    ),
    fuzzy=(
        "I am after real cold in {states}, in proper parks with {activity}, not monuments and such. How cold "
        "is it now on average over all of them, in Celsius? Take the {cold} that are coldest at this moment: "
        "which of them goes lowest within the {days} days from today, and how low? If that park has a notice "
        "of the kind Caution in force, we had better stay near people: how many of its visitor centers are "
        "open this month, and taking all its visitor centers, how cold is it as we speak at the coldest of "
        "them and on average? Without such a notice I want the same about its campgrounds: how many are open "
        "now, and how cold is it at the coldest and on average over all of them?"
    ),
)
_ACTIVITIES = ("Hiking", "Camping")


def _normals(draw: TaskDraw) -> Blueprint:
    region, days = draw.turn(REGIONS, "region"), draw.whole(3, 6, "days")

    def plan() -> Plan:
        (search,) = yield from all_pages(FIND_PARKS, asked=[{"stateCode": region.codes}])
        parks = national_parks(search.items, 5, 12)
        heard = yield [
            *(call(PARK, search.source[name], parkCode=park["parkCode"]) for name, park in parks.items()),
            *(call(FORECAST, search.source[name], city=name, days=days) for name in parks),
        ]
        official, forecasts = heard[: len(parks)], heard[len(parks) :]
        right = {
            name: july_high(each.data["weatherInfo"]) for name, each in zip(parks, official, strict=True)
        }
        stated = {
            name: each.data["usual"]["july_high_f"] for name, each in zip(parks, forecasts, strict=True)
        }
        wrong = contradicted(stated, right)
        highs = {
            name: [day["max_temp_c"] for day in each.data["forecast"]]
            for name, each in zip(parks, forecasts, strict=True)
        }
        kept = [name for name in parks if name not in wrong and parks[name]["campgrounds"] >= _CAMPS]
        require(len(kept) >= 2, "few parks are kept.")
        (chosen,) = take({name: mean(highs[name]) for name in kept}, 1, 0.05)
        code = parks[chosen]["parkCode"]
        (camping,) = yield from all_pages(CAMPS, *search.results, *heard, asked=[{"parkCode": code}])
        camps = camping.items
        now = yield [call(NOW, camping.source[name], city=spot(camp)) for name, camp in camps.items()]
        winds = {name: each.data["current"]["wind_kph"] for name, each in zip(camps, now, strict=True)}
        ranks = {name: (winds[name], -camp["campsites"]["totalSites"]) for name, camp in camps.items()}
        calmest, *others = sorted(camps, key=ranks.__getitem__)
        require(ranks[calmest] != ranks[others[0]], "two campgrounds tie.")
        (outlook,) = yield [call(FORECAST, *camping.results, *now, city=spot(camps[calmest]), days=days)]
        chance = highest_chance(outlook)
        require_clear(chance, _WET, 0.5)
        wet = chance >= _WET
        tool, kind = (ALERTS, "alerts") if wet else (EVENTS, "events")
        (last,) = yield [call(tool, *heard, outlook, parkCode=code, limit=50)]
        titles = [each["title"] for each in listing(last, kind)]
        require(len(set(titles)) == len(titles), "two titles are the same.")
        return solution(
            {
                "contradictions": rows(
                    {
                        "park": park_name(name),
                        "official": found(right[name]),
                        "weather_service": found(stated[name]),
                    }
                    for name in wrong
                ),
                "chosen": park_name(chosen),
                "mean_high": computed(round(mean(highs[chosen]), 2), highs[chosen], TENTH),
                "calmest": found(calmest),
                "wind": found(winds[calmest], TENTH),
                "chance": found(chance),
                "alerts": listed(titles) if wet else NOTHING,
                "events": NOTHING if wet else listed(titles),
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

    form = (
        records(
            "contradictions",
            f"the parks ({MEANT}) with different highs of July",
            named("park", "the park"),
            number("official", "the figure of the park service", "°F"),
            number("weather_service", "the figure of the weather service", "°F"),
        ),
        named("chosen", "the park with the highest mean of maxima"),
        number("mean_high", "that mean", "°C"),
        named("calmest", "its calmest campground"),
        number("wind", "the wind speed there now", "km/h"),
        number("chance", "the highest chance of precipitation there on any day", "%"),
        names("alerts", "the titles of the alerts in the park, if asked for"),
        names("events", "the titles of the events in the park, if asked for"),
    )
    words = {"states": region.states, "days": days, "camps": _CAMPS, "wet": _WET}
    return task(draw, FAMILY, _NORMALS, words, form, plan)


def _cold_park(draw: TaskDraw) -> Blueprint:
    region, activity = draw.turn(REGIONS, "cold"), draw.pick(_ACTIVITIES, "activity")
    days = draw.whole(2, 5, "days")

    def solved(thermometer: str) -> Plan:
        asked = {"stateCode": region.codes, "activities": activity}
        (search,) = yield from all_pages(FIND_PARKS, asked=[asked])
        parks = national_parks(search.items, 4, 12)
        live = yield [call(thermometer, search.source[name], city=name) for name in parks]
        warmth = {name: temperature(each) for name, each in zip(parks, live, strict=True)}
        cold = take(warmth, _COLD, 0.05, lowest=True, ranked=False)
        forecasts = yield [call(FORECAST, *live, city=name, days=days) for name in cold]
        lows = {
            name: min(day["min_temp_c"] for day in each.data["forecast"])
            for name, each in zip(cold, forecasts, strict=True)
        }
        (chosen,) = take(lows, 1, 0.05, lowest=True)
        code = parks[chosen]["parkCode"]
        (alerts,) = yield [call(ALERTS, search.source[chosen], *forecasts, parkCode=code)]
        caution = has_category(alerts, ["Caution"])
        sign = "openThisMonth" if caution else "openNow"
        if caution:
            (inside,) = yield [call(CENTERS, search.source[chosen], *forecasts, alerts, parkCode=code)]
            sites = {each["name"]: each for each in listing(inside, "visitorCenters")}
            sources = dict.fromkeys(sites, inside)
        else:
            uses = (search.source[chosen], *forecasts, alerts)
            (camping,) = yield from all_pages(CAMPS, *uses, asked=[{"parkCode": code}])
            sites, sources = camping.items, camping.source
        require(len(sites) >= 1, "the park has nothing to look at.")
        heard = yield [call(thermometer, sources[name], city=spot(each)) for name, each in sites.items()]
        degrees = {name: temperature(each) for name, each in zip(sites, heard, strict=True)}
        is_open = [name for name in sites if sites[name][sign]]
        opened = computed(len(is_open), is_open or list(sites))
        titles = [each["title"] for each in alerts.data["alerts"]]
        return solution(
            {
                "mean": computed(round(mean(warmth.values()), 2), warmth.values(), TENTH),
                "chosen": park_name(chosen),
                "lowest": found(lows[chosen], TENTH),
                "caution": computed(caution, titles or [code]),
                "coldest_site": found(min(degrees.values()), TENTH),
                "mean_of_sites": computed(round(mean(degrees.values()), 2), degrees.values(), TENTH),
                "open_centers": opened if caution else NOTHING,
                "open_camps": NOTHING if caution else opened,
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

    form = (
        number(
            "mean",
            f"the mean temperature now over all the parks ({MEANT})",
            "°C",
        ),
        named("chosen", "the park with the lowest minimum"),
        number("lowest", "that minimum", "°C"),
        yes_no("caution", "whether an alert of the category Caution is in force there"),
        number("coldest_site", "the lowest temperature now at a visitor center or campground", "°C"),
        number("mean_of_sites", "the mean temperature now at the visitor centers or campgrounds", "°C"),
        number("open_centers", "how many of the visitor centers are open this month, if asked for"),
        number("open_camps", "how many of the campgrounds are open now, if asked for"),
    )
    words = {"states": region.states, "activity": activity.lower(), "days": days, "cold": _COLD}
    return task(draw, FAMILY, _COLD_PARK, words, form, lambda: solved(LIVE), lambda: solved(NOW))


FAMILY = CrossFamily(
    number=37,
    name="parks_weather",
    title="National Parks, Weather Data",
    servers=("National Parks", "Weather Data"),
    makers=(_normals, _cold_park),
)
