"""Air Quality: the air at places now, in the hours ahead and in the past."""

from __future__ import annotations

from datetime import timedelta

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.cities import (
    CITIES,
    a_city,
    a_spot,
    air,
    amount,
    compared,
    geocode,
    index,
    joined,
    listed,
    short,
    spot_of,
    weather,
)
from m3bench_suites.builders.verse.places._shared.fields import (
    choice,
    clock,
    day,
    highest,
    lowest,
    number,
    text,
)
from m3bench_suites.builders.verse.places._shared.guards import index_of, require_lead
from m3bench_suites.builders.verse.places._shared.questions import Question, ask, make_task, spread_of, use
from m3bench_suites.builders.verse.places._shared.readings import leading, universal_aqi, us_aqi

_POLLUTANTS = ("pm25", "pm10", "o3", "no2", "so2", "co")
_HISTORY_HOURS = 11
_UNIT = "µg/m³"


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, FAMILY, _QUESTIONS)


def _now(draw: TaskDraw) -> Question:
    spot = a_spot(draw)
    return Question(
        level="L1",
        words={"lat": spot.lat, "lng": spot.lng},
        calls=(ask("google-air/current_conditions", lat=spot.lat, lng=spot.lng),),
        wanted=(
            number("universal_aqi", "the Universal AQI in this hour", index(0)),
            choice("pollutant", "the dominant pollutant", index(0, part="dominantPollutant"), _POLLUTANTS),
            number("pm25", "the PM2.5 concentration", amount(0, "pm25"), unit=_UNIT, within=0.06),
        ),
    )


def _past(draw: TaskDraw) -> Question:
    spot = a_spot(draw)
    when = (draw.world.now - timedelta(days=draw.whole(3, 9, "days"))).replace(hour=6, minute=0)
    last = when + timedelta(hours=_HISTORY_HOURS)
    return Question(
        level="L1",
        words={"lat": spot.lat, "lng": spot.lng, "date": f"{when:%-d %B %Y}"},
        calls=(
            ask(
                "google-air/history",
                lat=spot.lat,
                lng=spot.lng,
                startTime=f"{when:%Y-%m-%dT%H:%M:%SZ}",
                endTime=f"{last:%Y-%m-%dT%H:%M:%SZ}",
            ),
        ),
        wanted=(
            number("mean_us_aqi", "the mean US AQI of these hours", "[0].summary.meanUsAqi", within=0.06),
            clock(
                "peak_hour",
                "the hour with the most ozone, in UTC",
                "max_by([0].hours, &concentrations.o3).dateTime",
            ),
            number(
                "ozone",
                "the ozone concentration in that hour",
                "max([0].hours[].concentrations.o3)",
                unit="ppb",
                within=0.06,
            ),
        ),
        changes=False,
        guard=lambda found: require_lead((hour["concentrations"]["o3"] for hour in found[0]["hours"]), 0.06),
    )


def _cleanest_hour(draw: TaskDraw) -> Question:
    lat, lng = spot_of(0)
    city = a_city(draw)
    return Question(
        level="L2",
        words={"city": city},
        calls=(
            geocode(city),
            ask("google-air/forecast", lat=lat, lng=lng, hours=24),
            ask("math/mean", numbers=use("[1].hours[].concentrations.pm25")),
        ),
        wanted=(
            day(
                "date",
                "the date of the cleanest hour, in UTC",
                "min_by([1].hours, &concentrations.pm25).dateTime",
            ),
            clock(
                "time",
                "the time of the cleanest hour, in UTC",
                "min_by([1].hours, &concentrations.pm25).dateTime",
            ),
            number(
                "lowest",
                "the PM2.5 in that hour",
                "min([1].hours[].concentrations.pm25)",
                unit=_UNIT,
                within=0.06,
            ),
            number("mean", "the mean PM2.5 of the 24 hours", "[2]", unit=_UNIT, within=0.06),
        ),
        guard=lambda found: require_lead(
            (hour["concentrations"]["pm25"] for hour in found[1]["hours"]), 0.01, lowest=True
        ),
    )


def _two_cities(draw: TaskDraw) -> Question:
    cities = leading(draw, CITIES, 2, us_aqi, by=3)
    indexes = compared({cities[0]: f"({index(2, 'usa_epa')})", cities[1]: f"({index(3, 'usa_epa')})"})
    return Question(
        level="L2",
        words=listed(cities),
        calls=(
            *map(geocode, cities),
            air(0),
            air(1),
            spread_of(indexes),
        ),
        wanted=(
            number("first_aqi", f"the US AQI of {short(cities[0])}", index(2, "usa_epa"), within=1),
            number("second_aqi", f"the US AQI of {short(cities[1])}", index(3, "usa_epa"), within=1),
            lowest("better", "the city with the better air", indexes, cities),
            number("difference", "the difference in points", "[4]", within=1),
        ),
        guard=lambda found: require_lead([index_of(each, "usa_epa") for each in found[2:4]], 3),
    )


def _peak(draw: TaskDraw) -> Question:
    lat, lng = spot_of(0)
    peak = "max_by([2].hours, &concentrations.no2)"
    city = a_city(draw)
    return Question(
        level="L2",
        words={"city": city},
        calls=(
            geocode(city),
            air(0),
            ask("google-air/forecast", lat=lat, lng=lng, hours=48),
            ask(
                "math/subtract",
                minuend=use("max([2].hours[].concentrations.no2)"),
                subtrahend=use(amount(1, "no2")),
            ),
        ),
        wanted=(
            number("now", "the NO2 concentration in this hour", amount(1, "no2"), unit="ppb", within=0.06),
            number(
                "peak",
                "the highest forecast NO2 concentration",
                f"{peak}.concentrations.no2",
                unit="ppb",
                within=0.06,
            ),
            day("peak_date", "the date of the peak, in UTC", f"{peak}.dateTime"),
            clock("peak_time", "the time of the peak, in UTC", f"{peak}.dateTime"),
            number("rise", "the peak less the present value", "[3]", unit="ppb", within=0.11),
        ),
        guard=lambda found: require_lead((hour["concentrations"]["no2"] for hour in found[2]["hours"]), 0.01),
    )


def _here(draw: TaskDraw) -> Question:
    return Question(
        level="L2",
        calls=(
            ask("google-maps/geolocate_home"),
            ask("google-air/current_conditions", lat=use("[0].location.lat"), lng=use("[0].location.lng")),
            weather(joined("[0].location.lat", "[0].location.lng")),
        ),
        wanted=(
            text("place", "the place, as the locating service names it", "[0].place"),
            number("universal_aqi", "the Universal AQI in this hour", index(1), within=1),
            number("pm10", "the PM10 concentration", amount(1, "pm10"), unit=_UNIT, within=0.5),
            number("temperature", "the temperature now", "[2].current.temperature", unit="°C", within=0.6),
        ),
        key_facts=(draw.world.atlas.home().name,),
    )


def _best_of_three(draw: TaskDraw) -> Question:
    cities = leading(draw, CITIES, 3, universal_aqi, by=2)
    indexes = compared({city: f"({index(3 + place)})" for place, city in enumerate(cities)})
    best = f"max_by({indexes}, &value).name"
    return Question(
        level="L3",
        words=listed(cities),
        calls=(
            *map(geocode, cities),
            *map(air, range(3)),
            weather(use(best)),
            ask("math/mean", numbers=use(f"{indexes}[].value")),
            ask("math/subtract", minuend=use(f"max({indexes}[].value)"), subtrahend=use("[7]")),
        ),
        wanted=(
            highest("best", "the city with the best air", indexes, cities),
            number("universal_aqi", "its Universal AQI", f"max({indexes}[].value)", within=1),
            number("lead", "how far its index is above the mean of the three", "[8]", within=0.7),
            number(
                "temperature", "the temperature there now", "[6].current.temperature", unit="°C", within=0.6
            ),
            number(
                "chance",
                "the chance of precipitation there tomorrow",
                "[6].forecast[1].precipitation_chance_percent",
                unit="%",
            ),
        ),
        guard=lambda found: require_lead([index_of(each) for each in found[3:6]], 2),
    )


_QUESTIONS = (_now, _past, _cleanest_hour, _two_cities, _peak, _here, _best_of_three)

FAMILY = VerseFamily(
    number=1,
    name="air_quality",
    title="Air Quality",
    goal="Tell the air quality of places now, ahead and in the past, and compare it.",
    make=make,
)
