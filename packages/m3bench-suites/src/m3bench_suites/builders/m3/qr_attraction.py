"""QR Attraction: follow a QR code to a photograph of a sight, and report the air there."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.travel import air_quality
from m3bench_suites.builders.m3._shared.travel.opening_times import day_hours_field, expected_hours
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
    CITY,
    SIGHT,
    Sight,
    geocode,
    in_town,
    sight_of,
    spot_of,
)
from m3bench_suites.builders.m3.family import Family, TaskDraw

_SCAN = "pyzbar-mcp/scan_barcode"
_FETCH = "linkimage-mcp/fetch_unsplash_image"
_RADII = (800, 1500, 3000, 6000)
_VENUES = {"cafe": "café", "museum": "museum", "restaurant": "restaurant", "park": "park"}
_EXTRAS = ((), ("forecast",), ("weather",), ("venue",), ("forecast", "weather"), ("weather", "venue"),
           ("forecast", "venue"), ("forecast", "weather", "venue"))  # fmt: skip
_STOP_EVERY = 7
"""In one task in this many, the air is too bad to go."""
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

    def request_items(self) -> list[str]:
        """Return the items that the request asks for."""
        items = [
            f"the current {air_quality.INDEXES[self.gauge]} with its category and its dominant pollutant",
            f"the {air_quality.pollutant_name(self.pollutant)} concentration",
            f"what is recommended for {air_quality.GROUPS[self.group]}, word for word",
        ]
        if "forecast" in self.extras:
            items.append(
                f"the best Universal AQI of the next {self.hours} hours and the first hour (UTC) that has it"
            )
        if "weather" in self.extras:
            items.append("the temperature there now in °F and whether it stayed dry in the last hour")
        return items

    def fuzzy_items(self) -> list[str]:
        """Return the same for the fuzzy request."""
        items = [
            (
                f"how good the air is right now by the {air_quality.INDEXES[self.gauge]}, what is worst "
                f"in it, how much {air_quality.pollutant_name(self.pollutant)} there is"
            ),
            f"what they say {air_quality.GROUPS[self.group]} should do (in their words)",
        ]
        if "forecast" in self.extras:
            items.append(
                f"how clean it gets in the coming {self.hours} hours by the Universal AQI, and when first"
            )
        if "weather" in self.extras:
            items.append("how warm it is (I think in Fahrenheit) and if there was any rain in the last hour")
        return items

    def venue_request(self) -> str:
        """Return a sentence that asks for a venue, with its condition."""
        if "venue" not in self.extras:
            return ""
        wish = (
            f"the best-rated {_VENUES[self.venue]} within {self.radius} m (of equals the one with more "
            f"reviews) and its opening hours on {self.weekday}"
        )
        return f" If {self._good()}, I also want {wish}." if self.limit else f" I also want {wish}."

    def fuzzy_venue_request(self) -> str:
        """Return the same for the fuzzy request."""
        if "venue" not in self.extras:
            return ""
        wish = (
            f"which {_VENUES[self.venue]} within {self.radius} metres do people like best (most reviews if "
            f"there's a tie), and when could I go there on a {self.weekday}?"
        )
        return f" Only if {self._good()}: {wish}" if self.limit else f" And {wish}"

    def _good(self) -> str:
        assert self.limit is not None
        return f"the current {air_quality.INDEXES[self.limit.gauge]} is {self.limit.words}"

    def form(self) -> AnswerForm:
        fields = [
            SIGHT,
            CITY,
            air_quality.index_field("aqi", self.gauge, "at the sight"),
            AnswerField("category", FieldType.NAME, "the category of that index"),
            AnswerField("dominant_pollutant", FieldType.NAME, "the dominant pollutant by that index"),
            air_quality.amount_field("concentration", self.pollutant, "at the sight"),
            AnswerField(
                "recommendation",
                FieldType.TEXT,
                f"the health recommendation for {air_quality.GROUPS[self.group]}, word for word",
            ),
        ]
        if "forecast" in self.extras:
            best = f"the best Universal AQI of the next {self.hours} hours"
            fields.append(AnswerField("best_aqi", FieldType.NUMBER, best))
            fields.append(AnswerField("best_hour", FieldType.TIME, "the first hour that has it, in UTC"))
        if "weather" in self.extras:
            fields.append(AnswerField("temperature", FieldType.NUMBER, "the temperature now", unit="°F"))
            fields.append(AnswerField("dry", FieldType.YES_NO, "whether it stayed dry in the last hour"))
        if "venue" in self.extras:
            meaning = f"the {_VENUES[self.venue]} to go to; null if I should not go"
            fields.append(AnswerField("venue", FieldType.NAME, meaning))
            fields.append(day_hours_field("venue_hours", "it", self.weekday))
        return AnswerForm(tuple(fields))


def make(draw: TaskDraw) -> Blueprint:
    photo = find_picture(draw, draw.photo_name(), "qr_sight", lambda scene: in_town(scene.facts["shown"]))
    case = _make_case(draw, photo.name, photo.scene.facts["address"], sight_of(photo.scene.facts["shown"]))
    solvable = not _is_stop(draw)
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(
            *_REQUESTS, photo=photo.name, wishes=join(case.request_items()), then=case.venue_request()
        ),
        fuzzy_request=draw.phrased(
            *_FUZZY, photo=photo.name, wishes=join(case.fuzzy_items()), then=case.fuzzy_venue_request()
        ),
        servers=("pyzbar-mcp", "linkimage-mcp", "google-maps", "google-air", *_more_servers(case)),
        form=case.form(),
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        level="L3" if case.extras else "L2",
        extra={"modalities": ["text", "image"], "extras": list(case.extras), "solvable": solvable},
        key_facts=(*case.sight.key_facts, case.sight.city, case.address),
    )


def _is_stop(draw: TaskDraw) -> bool:
    return draw.number % _STOP_EVERY == 2


_REQUESTS = (
    (
        "The notice in {photo} is about a famous sight: one of its codes leads to a photograph. Tell me "
        "which sight it is, in which city, and for exactly that spot {wishes}.{then}"
    ),
    (
        "Which sight does the notice in {photo} want people to find behind its code, and in which city "
        "is it? I also need, at the sight itself, {wishes}.{then}"
    ),
    (
        "{photo} shows a poster; one of its codes opens a photo of a landmark. I need the landmark, "
        "its city, and for the landmark's position {wishes}.{then}"
    ),
)
_FUZZY = (
    (
        "Saw this notice ({photo}) and wonder which place it's on about: there's some photo behind the "
        "code. I'd like to go and see it, so tell me {wishes}.{then}"
    ),
    "My club hung this up, see {photo}. Where would that take me, and could you find out {wishes}?{then}",
    "Can you work out what sight the code in {photo} is for? Before I book anything: {wishes}.{then}",
)


def _more_servers(case: Case) -> tuple[str, ...]:
    return ("weather",) if "weather" in case.extras else ()


def _make_case(draw: TaskDraw, photo: str, address: str, sight: Sight) -> Case:
    extras = ("venue",) if _is_stop(draw) else draw.pick(_EXTRAS, "extras")
    venue = draw.pick(tuple(_VENUES), "venue")
    radius = 0
    if "venue" in extras:
        try:
            radius = fair_radius(draw.world, sight.spot, venue, _RADII)
        except PlanError:
            if _is_stop(draw):
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
    if _is_stop(draw):
        return air_quality.limit_near(gauge, aqi, slack, kept=False)
    return air_quality.limit_near(gauge, aqi, slack, kept=True) if draw.whole(0, 2, "condition") else None


def _plan(case: Case) -> Plan:
    (scan,) = yield [call(_SCAN, image_paths=case.photo)]
    codes = [code["data"] for result in scan.data["results"] for code in result["codes"]]
    if case.address not in codes:
        raise PlanError("the scanner did not read the code that leads to the photograph.")
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
    case: Case, now: CallResult, spot: tuple[float, float], place: CallResult, found: Sequence[CallResult]
) -> Generator[Sequence[PlannedCall], Sequence[CallResult], tuple[str, dict[str, Expected]]]:
    if case.limit and not case.limit.allows(air_quality.air_of(now, case.gauge).aqi):
        answer = f" That is not {case.limit.words}, so I looked for no {_VENUES[case.venue]}."
        return answer, {"venue": Expected(), "venue_hours": Expected()}
    (search,) = found or (yield [nearby(spot, case.radius, case.venue, place, now)])
    best = best_rated(places_of(search))
    (details,) = yield [call("google-maps/place_details", search, place_id=best["id"])]
    hours = hours_on(details, case.weekday)
    answer = (
        f" The best-rated {_VENUES[case.venue]} is {name_of(best)} ({best['rating']}); on {case.weekday} its "
        f"hours are: {hours}."
    )
    return answer, {"venue": Expected(name_of(best)), "venue_hours": expected_hours(hours)}


FAMILY = Family(
    number=14,
    name="qr_attraction",
    title="QR Attraction",
    goal="Follow a QR code to the photograph of a sight, find the place and report its air quality.",
    make=make,
)
