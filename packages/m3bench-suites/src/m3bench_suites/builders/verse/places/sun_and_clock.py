"""Sun and Clock: local times, daylight and skies around the world."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.cities import (
    CITIES,
    NORTHERN,
    a_city,
    a_spot,
    compared,
    geocode,
    listed,
    short,
    some_cities,
    spot_of,
    weather,
)
from m3bench_suites.builders.verse.places._shared.fields import (
    clock,
    code,
    day,
    highest,
    lowest,
    number,
    yes_no,
)
from m3bench_suites.builders.verse.places._shared.guards import require, require_lead
from m3bench_suites.builders.verse.places._shared.questions import Question, ask, make_task, spread_of, use
from m3bench_suites.builders.verse.places._shared.readings import cloud_cover, day_length, leading


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, FAMILY, _QUESTIONS)


def _local_time(draw: TaskDraw) -> Question:
    spot = a_spot(draw)
    return Question(
        level="L1",
        words={"lat": spot.lat, "lng": spot.lng},
        calls=(ask("google-maps/timezone", lat=spot.lat, lng=spot.lng),),
        wanted=(
            day("date", "the local date", "[0].localTime"),
            clock("time", "the local time", "[0].localTime"),
            code("zone", "the IANA name of the time zone", "[0].timeZoneId"),
        ),
    )


def _daylight_now(draw: TaskDraw) -> Question:
    city = a_city(draw)
    return Question(
        level="L1",
        words={"city": city},
        calls=(weather(city),),
        wanted=(
            yes_no("daylight", "whether it is day", "[0].current.is_day"),
            number(
                "cloud_cover", "the cloud cover now", "[0].current.cloud_cover_percent", unit="%", within=1
            ),
            number("visibility", "the visibility now", "[0].current.visibility", unit="km", within=0.3),
            number("pressure", "the air pressure now", "[0].current.pressure", unit="hPa", within=0.6),
        ),
    )


def _shrinking_day(draw: TaskDraw) -> Question:
    city = draw.pick(NORTHERN, "north")
    return Question(
        level="L1",
        words={"city": city},
        calls=(weather(city),),
        wanted=(
            clock("sunset_today", "when the sun sets today, local time", "[0].forecast[0].sunset"),
            clock(
                "sunset_later", "when the sun sets six days after today, local time", "[0].forecast[6].sunset"
            ),
            number(
                "day_length",
                "the length of the day six days after today",
                "[0].forecast[6].day_length_hours",
                unit="hours",
                within=0.011,
            ),
        ),
        guard=lambda found: require(found[0]["forecast"][6]["sunset"][:1] == "2", "the sun does not set."),
    )


def _longest_day(draw: TaskDraw) -> Question:
    cities = leading(draw, CITIES, 3, day_length, by=0.05)
    lengths = compared({city: f"[{place}].forecast[1].day_length_hours" for place, city in enumerate(cities)})
    suns = ", ".join(
        f"{{sunset: [{place}].forecast[1].sunset, value: [{place}].forecast[1].day_length_hours}}"
        for place in range(3)
    )
    return Question(
        level="L2",
        words=listed(cities),
        calls=(
            *map(weather, cities),
            spread_of(lengths),
        ),
        wanted=(
            highest("longest", "the city with the longest day", lengths, cities),
            number(
                "day_length", "the length of that day", f"max({lengths}[].value)", unit="hours", within=0.011
            ),
            clock(
                "sunset", "when the sun sets there tomorrow, local time", f"max_by([{suns}], &value).sunset"
            ),
            number("difference", "how much shorter the shortest day is", "[3]", unit="hours", within=0.021),
        ),
        guard=lambda found: require_lead(
            (each["forecast"][1]["day_length_hours"] for each in found[:3]), 0.05
        ),
    )


def _two_clocks(draw: TaskDraw) -> Question:
    cities = some_cities(draw, 2)
    zones = []
    for place in (0, 1):
        lat, lng = spot_of(place)
        zones.append(ask("google-maps/timezone", lat=lat, lng=lng))
    return Question(
        level="L2",
        words=listed(cities),
        calls=(*map(geocode, cities), *zones),
        wanted=(
            day("first_date", f"the date in {short(cities[0])}", "[2].localTime"),
            clock("first_time", f"the time in {short(cities[0])}", "[2].localTime"),
            day("second_date", f"the date in {short(cities[1])}", "[3].localTime"),
            clock("second_time", f"the time in {short(cities[1])}", "[3].localTime"),
            code("second_zone", f"the time zone of {short(cities[1])}", "[3].timeZoneId"),
        ),
    )


def _clearest_sky(draw: TaskDraw) -> Question:
    cities = leading(draw, CITIES, 3, cloud_cover, by=2, lowest=True)
    clouds = compared({city: f"[{place}].current.cloud_cover_percent" for place, city in enumerate(cities)})
    clearest = f"min_by({clouds}, &value).name"
    lat, lng = spot_of(3)
    return Question(
        level="L3",
        words=listed(cities),
        calls=(
            *map(weather, cities),
            geocode(use(clearest)),
            ask("google-maps/timezone", lat=lat, lng=lng),
            ask("google-maps/elevation_by_locations", locations=[use(clearest)]),
            ask("google-air/current_conditions", lat=lat, lng=lng),
        ),
        wanted=(
            lowest("clearest", "the city with the fewest clouds", clouds, cities),
            number("cloud_cover", "its cloud cover now", f"min({clouds}[].value)", unit="%", within=1),
            day("date", "the local date there", "[4].localTime"),
            number("elevation", "its elevation", "[5].results[0].elevation", unit="m", within=5),
            number("us_aqi", "its US AQI in this hour", "[6].indexes[?code=='usa_epa'].aqi | [0]", within=1),
        ),
        guard=lambda found: require_lead(
            (each["current"]["cloud_cover_percent"] for each in found[:3]), 2, lowest=True
        ),
    )


_QUESTIONS = (_local_time, _daylight_now, _shrinking_day, _longest_day, _two_clocks, _clearest_sky)

FAMILY = VerseFamily(
    number=2,
    name="sun_and_clock",
    title="Sun and Clock",
    goal="Tell local times, daylight and skies of places around the world.",
    make=make,
)
