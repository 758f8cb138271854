"""QR Attraction: follow a QR code to a photograph of a sight, and report the air there."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.travel import air_quality
from m3bench_suites.builders.m3._shared.travel.opening_times import expected_hours
from m3bench_suites.builders.m3._shared.travel.places import (
    WEEKDAYS,
    best_rated,
    fair_radius,
    hours_on,
    name_of,
    nearby,
    places_of,
)
from m3bench_suites.builders.m3._shared.travel.sights import (
    Sight,
    geocode,
    in_town,
    sight_of,
    spot_of,
)
from m3bench_suites.builders.m3.family import TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

_SERVERS = ("pyzbar-mcp", "linkimage-mcp", "google-maps", "google-air")
_SCAN = "pyzbar-mcp/scan_barcode"
_FETCH = "linkimage-mcp/fetch_unsplash_image"
_RADII = (800, 1500, 3000, 6000)
_VENUES = {"cafe": "café", "museum": "museum", "restaurant": "restaurant", "park": "park"}
_EXTRAS = ((), ("forecast",), ("weather",), ("venue",), ("forecast", "weather"), ("weather", "venue"),
           ("forecast", "venue"), ("forecast", "weather", "venue"))  # fmt: skip
_STOP = Turn(2, of=7)
"""In this task, the air is too bad to go."""
_WARM = Tolerance(absolute=1.5)
_DRIZZLE = 0.02
"""Precipitation in inches below which reports of one town may differ."""


class Case(NamedTuple):
    """What a task asks about the sight behind the code."""

    photo: str
    address: str
    sight: Sight
    gauge: str
    pollutant: str
    group: str
    extras: tuple[str, ...]
    hours: int
    venue: str
    radius: int
    weekday: str
    limit: air_quality.Limit | None
    """Limit of the air quality, if the venue depends on it."""


def qr_attraction(draw: TaskDraw) -> TaskSpec:
    photo = find_picture(draw, draw.photo_name(), "qr_sight", lambda scene: in_town(scene.facts["shown"]))
    case = _make_case(draw, photo.name, photo.scene.facts["address"], sight_of(photo.scene.facts["shown"]))
    pollutant, unit = air_quality.POLLUTANTS[case.pollutant]
    asked = {extra: extra in case.extras for extra in ("forecast", "weather", "venue")}
    return TaskSpec(
        words={
            "photo": photo.name,
            "index": air_quality.INDEXES[case.gauge],
            "pollutant": pollutant,
            "pollutant_unit": unit,
            "group": air_quality.GROUPS[case.group],
            "hours": case.hours,
            "kind": _VENUES[case.venue],
            "radius": case.radius,
            "weekday": case.weekday,
            "limit": case.limit and case.limit.words,
            **asked,
        },
        plans=(partial(_plan, case),),
        servers=(*_SERVERS, *(("weather",) if asked["weather"] else ())),
        pictures=(photo.picture,),
        level="L3" if case.extras else "L2",
        extra={"extras": list(case.extras), "solvable": not draw.is_turn(_STOP)},
        key_facts=(*case.sight.key_facts, case.sight.city, case.address),
    )


def _make_case(draw: TaskDraw, photo: str, address: str, sight: Sight) -> Case:
    extras = ("venue",) if draw.is_turn(_STOP) else draw.pick(_EXTRAS, "extras")
    venue = draw.pick(tuple(_VENUES), "venue")
    radius = 0
    if "venue" in extras:
        try:
            radius = fair_radius(draw.world, sight.spot, venue, _RADII)
        except PlanError:
            if draw.is_turn(_STOP):
                raise
            extras = tuple(extra for extra in extras if extra != "venue")
    gauge = draw.pick(tuple(air_quality.INDEXES), "index")
    return Case(
        photo=photo,
        address=address,
        sight=sight,
        gauge=gauge,
        pollutant=draw.pick(("pm25", "pm10", "o3", "no2"), "pollutant"),
        group=draw.pick(tuple(air_quality.GROUPS), "group"),
        extras=extras,
        hours=draw.pick((6, 12, 24), "hours"),
        venue=venue,
        radius=radius,
        weekday=draw.pick(WEEKDAYS, "weekday"),
        limit=_limit(draw, sight, gauge) if "venue" in extras else None,
    )


def _limit(draw: TaskDraw, sight: Sight, gauge: str) -> air_quality.Limit | None:
    """Return a limit that is missed if the task should stop, else one that is met, or None."""
    aqi, slack = air_quality.index_at(draw.world, sight.spot, gauge), draw.whole(4, 9, "slack")
    if draw.is_turn(_STOP):
        return air_quality.limit_near(gauge, aqi, slack, kept=False)
    return air_quality.limit_near(gauge, aqi, slack, kept=True) if draw.whole(0, 2, "condition") else None


def _plan(case: Case) -> Plan:
    (scan,) = yield [call(_SCAN, image_paths=case.photo)]
    codes = [code["data"] for result in scan.data["results"] for code in result["codes"]]
    require(case.address in codes, "the scanner did not read the code that leads to the photograph.")
    (fetched,) = yield [call(_FETCH, scan, url=case.address)]
    town = (
        [call("weather/get_weather", fetched, location=case.sight.town)] if "weather" in case.extras else []
    )
    place, *weather = yield [geocode(case.sight.address, fetched), *town]
    spot = spot_of(place)
    now, *others = yield [air_quality.conditions(spot, place), *_parallel_calls(case, spot, place)]
    answer, fields = _describe_air(case, now)
    if weather:
        answer, fields = answer + _describe_weather(weather[0]), fields | _weather_fields(weather[0])
    if "forecast" in case.extras:
        more, of_forecast = _describe_forecast(others.pop(0))
        answer, fields = answer + more, fields | of_forecast
    if "venue" in case.extras:
        more, of_venue = yield from _venue(case, now, spot, place, others)
        answer, fields = answer + more, fields | of_venue
    return Solution(answer=answer, fields=fields)


def _parallel_calls(case: Case, spot: tuple[float, float], place: CallResult) -> list[PlannedCall]:
    """Return the calls to make together with that for the current air. A venue waits for its condition."""
    wanted = []
    if "forecast" in case.extras:
        wanted.append(call("google-air/forecast", place, lat=spot[0], lng=spot[1], hours=case.hours))
    if "venue" in case.extras and case.limit is None:
        wanted.append(nearby(spot, case.radius, case.venue, place))
    return wanted


def _describe_air(case: Case, now: CallResult) -> tuple[str, dict[str, Expected]]:
    air = air_quality.air_of(now, case.gauge)
    sight = case.sight
    advice = now.data["healthRecommendations"][case.group]
    answer = (
        f"The photograph behind the code shows {sight.name} in {sight.city}, {sight.country}. "
        f"The {air_quality.INDEXES[case.gauge]} there is {air.aqi} ({air.category}); the dominant pollutant "
        f"is {air_quality.pollutant_name(air.dominant)}, and "
        f"{air_quality.describe_amount(now, case.pollutant)}. For {air_quality.GROUPS[case.group]}: {advice}"
    )
    return answer, {
        "sight": sight.expected,
        "city": sight.expected_city,
        "aqi": air_quality.expected_aqi(air),
        "category": air_quality.expected_category(air),
        "dominant_pollutant": air_quality.expected_pollutant(air.dominant),
        "concentration": air_quality.expected_amount(now, case.pollutant),
        "recommendation": Expected(advice),
    }


def _describe_weather(weather: CallResult) -> str:
    current = weather.data["current"]
    dry = "it stayed dry" if not current["precipitation_last_hour"] else "it was wet"
    return f" It is {current['temperature']} °F and {current['condition'].lower()}; {dry} in the last hour."


def _weather_fields(weather: CallResult) -> dict[str, Expected]:
    current = weather.data["current"]
    fallen = current["precipitation_last_hour"]
    if 0 < fallen < _DRIZZLE:
        raise PlanError("it drizzles, and reports a few streets away may differ.")
    return {
        "temperature": Expected(current["temperature"], tolerance=_WARM),
        "dry": Expected(not fallen, grounds=(current["temperature"],)),
    }


def _describe_forecast(forecast: CallResult) -> tuple[str, dict[str, Expected]]:
    hours = forecast.data["hours"]
    best = max(hour["uaqi"] for hour in hours)
    first = next(hour for hour in hours if hour["uaqi"] == best)
    moment = datetime.fromisoformat(first["dateTime"])
    answer = f" The air will be best from {moment:%H:%M} UTC on, with a Universal AQI of {best}."
    return answer, {
        "best_aqi": Expected(best),
        "best_hour": Expected(f"{moment:%H:%M}", grounds=(first["dateTime"],)),
    }


def _venue(
    case: Case, now: CallResult, spot: tuple[float, float], place: CallResult, results: Sequence[CallResult]
) -> Generator[Sequence[PlannedCall], Sequence[CallResult], tuple[str, dict[str, Expected]]]:
    if case.limit and not case.limit.allows(air_quality.air_of(now, case.gauge).aqi):
        answer = f" That is not {case.limit.words}, so I looked for no {_VENUES[case.venue]}."
        return answer, {"venue": Expected(), "venue_hours": Expected()}
    (search,) = results or (yield [nearby(spot, case.radius, case.venue, place, now)])
    best = best_rated(places_of(search))
    (details,) = yield [call("google-maps/place_details", search, place_id=best["id"])]
    hours = hours_on(details, case.weekday)
    answer = (
        f" The best-rated {_VENUES[case.venue]} is {name_of(best)} ({best['rating']}); on {case.weekday} its "
        f"hours are: {hours}."
    )
    return answer, {"venue": Expected(name_of(best)), "venue_hours": expected_hours(hours)}


FAMILY = m3_family(
    number=14,
    name="qr_attraction",
    title="QR Attraction",
    goal="Follow a QR code to the photograph of a sight, find the place and report its air quality.",
    tasks=(qr_attraction,),
)
