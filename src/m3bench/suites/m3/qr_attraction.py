"""QR Attraction: a code leads to a photograph, the photograph to a place, and the place to its air."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites.m3._shared.scenery import fitting
from m3bench.suites.m3._shared.travel import airs
from m3bench.suites.m3._shared.travel.opening_times import day_hours_field, expected_hours
from m3bench.suites.m3._shared.travel.outings import (
    WEEKDAYS,
    best_rated,
    fair_radius,
    hours_on,
    name_of,
    nearby,
    places_of,
)
from m3bench.suites.m3._shared.travel.sights import CITY, SIGHT, Sight, geocoded, in_town, sight_of, spot_of
from m3bench.suites.m3.family import Family, TaskDraw
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted, want

_SCAN = "pyzbar-mcp/scan_barcode"
_FETCH = "linkimage-mcp/fetch_unsplash_image"
_RADII = (800, 1500, 3000, 6000)
_VENUES = {"cafe": "café", "museum": "museum", "restaurant": "restaurant", "park": "park"}
_EXTRAS = ((), ("forecast",), ("weather",), ("venue",), ("forecast", "weather"), ("weather", "venue"),
           ("forecast", "venue"), ("forecast", "weather", "venue"))  # fmt: skip
_STOP_EVERY = 7
"""Among so many tasks there is one where the air is too bad to go."""
_WARM = Tolerance(absolute=1.5)
_DRIZZLE = 0.02
"""Inches below which places of one town may differ on whether it has rained."""


class Aim(NamedTuple):
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
    limit: airs.Limit | None
    """How good the air must be for the visit, where that is a condition of the venue."""

    def wishes(self) -> list[str]:
        """What is to be told, each in a few words."""
        said = [
            f"the current {airs.INDEXES[self.gauge]} with its category and its dominant pollutant",
            f"the {airs.called(self.pollutant)} concentration",
            f"what is recommended for {airs.GROUPS[self.group]}, word for word",
        ]
        if "forecast" in self.extras:
            said.append(
                f"the best Universal AQI of the next {self.hours} hours and the first hour (UTC) that has it"
            )
        if "weather" in self.extras:
            said.append("the temperature there now in °F and whether it stayed dry in the last hour")
        return said

    def musings(self) -> list[str]:
        """The same as somebody would think aloud."""
        said = [
            (
                f"how good the air is right now by the {airs.INDEXES[self.gauge]}, what is worst in it, "
                f"how much {airs.called(self.pollutant)} there is"
            ),
            f"what they say {airs.GROUPS[self.group]} should do (in their words)",
        ]
        if "forecast" in self.extras:
            said.append(
                f"how clean it gets in the coming {self.hours} hours by the Universal AQI, and when first"
            )
        if "weather" in self.extras:
            said.append("how warm it is (I think in Fahrenheit) and if there was any rain in the last hour")
        return said

    def then(self) -> str:
        """The wish for a venue as a sentence of its own, with its condition."""
        if "venue" not in self.extras:
            return ""
        wish = (
            f"the best-rated {_VENUES[self.venue]} within {self.radius} m (of equals the one with more "
            f"reviews) and its opening hours on {self.weekday}"
        )
        return f" If {self._good()}, I also want {wish}." if self.limit else f" I also want {wish}."

    def afterthought(self) -> str:
        """The same as somebody would think aloud."""
        if "venue" not in self.extras:
            return ""
        wish = (
            f"which {_VENUES[self.venue]} within {self.radius} metres do people like best (most reviews if "
            f"there's a tie), and when could I go there on a {self.weekday}?"
        )
        return f" Only if {self._good()}: {wish}" if self.limit else f" And {wish}"

    def _good(self) -> str:
        assert self.limit is not None
        return f"the current {airs.INDEXES[self.limit.gauge]} is {self.limit.words}"

    def form(self) -> AnswerForm:
        fields = [
            SIGHT,
            CITY,
            airs.index_field("aqi", self.gauge, "at the sight"),
            AnswerField("category", FieldType.NAME, "the category of that index"),
            AnswerField("dominant_pollutant", FieldType.NAME, "the dominant pollutant by that index"),
            airs.amount_field("concentration", self.pollutant, "at the sight"),
            AnswerField(
                "recommendation",
                FieldType.TEXT,
                f"the health recommendation for {airs.GROUPS[self.group]}, word for word",
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
    photo = fitting(draw, draw.photo_name(), "qr_sight", lambda scene: in_town(scene.facts["shown"]))
    aim = _aim(draw, photo.name, photo.scene.facts["address"], sight_of(photo.scene.facts["shown"]))
    solvable = not _is_stop(draw)
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, photo=photo.name, wishes=join(aim.wishes()), then=aim.then()),
        fuzzy_request=draw.phrased(
            *_FUZZY, photo=photo.name, wishes=join(aim.musings()), then=aim.afterthought()
        ),
        servers=("pyzbar-mcp", "linkimage-mcp", "google-maps", "google-air", *_more_servers(aim)),
        form=aim.form(),
        plans=(partial(_plan, aim),),
        pictures=(photo.picture,),
        level="L3" if aim.extras else "L2",
        extra={"modalities": ["text", "image"], "extras": list(aim.extras), "solvable": solvable},
        key_facts=(*aim.sight.key_facts, aim.sight.city, aim.address),
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


def _more_servers(aim: Aim) -> tuple[str, ...]:
    return ("weather",) if "weather" in aim.extras else ()


def _aim(draw: TaskDraw, photo: str, address: str, sight: Sight) -> Aim:
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
    gauge = draw.pick(tuple(airs.INDEXES), "index")
    return Aim(
        photo=photo,
        address=address,
        sight=sight,
        gauge=gauge,
        pollutant=draw.pick(("pm25", "pm10", "o3", "no2"), "pollutant"),
        group=draw.pick(tuple(airs.GROUPS), "group"),
        extras=extras,
        hours=draw.pick((6, 12, 24), "hours"),
        venue=venue,
        radius=radius,
        weekday=draw.pick(WEEKDAYS, "weekday"),
        limit=_limit(draw, sight, gauge) if "venue" in extras else None,
    )


def _limit(draw: TaskDraw, sight: Sight, gauge: str) -> airs.Limit | None:
    """A condition on the air: missed where the task is to end there, else kept or left out."""
    aqi, slack = airs.index_at(draw.world, sight.spot, gauge), draw.whole(4, 9, "slack")
    if _is_stop(draw):
        return airs.limit_near(gauge, aqi, slack, kept=False)
    return airs.limit_near(gauge, aqi, slack, kept=True) if draw.whole(0, 2, "condition") else None


def _plan(aim: Aim) -> Plan:
    (scan,) = yield [want(_SCAN, image_paths=aim.photo)]
    codes = [code["data"] for result in scan.data["results"] for code in result["codes"]]
    if aim.address not in codes:
        raise PlanError("the scanner did not read the code that leads to the photograph.")
    (fetched,) = yield [want(_FETCH, scan, url=aim.address)]
    town = [want("weather/get_weather", fetched, location=aim.sight.town)] if "weather" in aim.extras else []
    place, *weather = yield [geocoded(aim.sight.address, fetched), *town]
    spot = spot_of(place)
    now, *others = yield [airs.conditions(spot, place), *_later(aim, spot, place)]
    told, fields = _air_told(aim, now)
    if weather:
        told, fields = told + _weather_told(weather[0]), fields | _weather_fields(weather[0])
    if "forecast" in aim.extras:
        more, of_forecast = _forecast_told(others.pop(0))
        told, fields = told + more, fields | of_forecast
    if "venue" in aim.extras:
        more, of_venue = yield from _venue(aim, now, spot, place, others)
        told, fields = told + more, fields | of_venue
    return Solution(answer=told, fields=fields)


def _later(aim: Aim, spot: tuple[float, float], place: Found) -> list[Wanted]:
    """What can be asked together with the present air. A venue waits for its condition."""
    wanted = []
    if "forecast" in aim.extras:
        wanted.append(want("google-air/forecast", place, lat=spot[0], lng=spot[1], hours=aim.hours))
    if "venue" in aim.extras and aim.limit is None:
        wanted.append(nearby(spot, aim.radius, aim.venue, place))
    return wanted


def _air_told(aim: Aim, now: Found) -> tuple[str, dict[str, Expected]]:
    air = airs.air_of(now, aim.gauge)
    sight = aim.sight
    advice = now.data["healthRecommendations"][aim.group]
    told = (
        f"The photograph behind the code shows {sight.name} in {sight.city}, {sight.country}. "
        f"The {airs.INDEXES[aim.gauge]} there is {air.aqi} ({air.category}); the dominant pollutant is "
        f"{airs.called(air.dominant)}, and {airs.amount_words(now, aim.pollutant)}. "
        f"For {airs.GROUPS[aim.group]}: {advice}"
    )
    return told, {
        "sight": sight.expected,
        "city": sight.expected_city,
        "aqi": airs.expected_aqi(air),
        "category": airs.expected_category(air),
        "dominant_pollutant": airs.expected_pollutant(air.dominant),
        "concentration": airs.expected_amount(now, aim.pollutant),
        "recommendation": Expected(advice),
    }


def _weather_told(weather: Found) -> str:
    current = weather.data["current"]
    dry = "it stayed dry" if not current["precipitation_last_hour"] else "it was wet"
    return f" It is {current['temperature']} °F and {current['condition'].lower()}; {dry} in the last hour."


def _weather_fields(weather: Found) -> dict[str, Expected]:
    current = weather.data["current"]
    fallen = current["precipitation_last_hour"]
    if 0 < fallen < _DRIZZLE:
        raise PlanError("it drizzles, which may be told otherwise a few streets on.")
    return {
        "temperature": Expected(current["temperature"], tolerance=_WARM),
        "dry": Expected(not fallen, grounds=(current["temperature"],)),
    }


def _forecast_told(forecast: Found) -> tuple[str, dict[str, Expected]]:
    hours = forecast.data["hours"]
    best = max(hour["uaqi"] for hour in hours)
    first = next(hour for hour in hours if hour["uaqi"] == best)
    moment = datetime.fromisoformat(first["dateTime"])
    told = f" The air will be best from {moment:%H:%M} UTC on, with a Universal AQI of {best}."
    return told, {
        "best_aqi": Expected(best),
        "best_hour": Expected(f"{moment:%H:%M}", grounds=(first["dateTime"],)),
    }


def _venue(
    aim: Aim, now: Found, spot: tuple[float, float], place: Found, found: Sequence[Found]
) -> Generator[Sequence[Wanted], Sequence[Found], tuple[str, dict[str, Expected]]]:
    if aim.limit and not aim.limit.allows(airs.air_of(now, aim.gauge).aqi):
        told = f" That is not {aim.limit.words}, so I looked for no {_VENUES[aim.venue]}."
        return told, {"venue": Expected(), "venue_hours": Expected()}
    (search,) = found or (yield [nearby(spot, aim.radius, aim.venue, place, now)])
    best = best_rated(places_of(search))
    (details,) = yield [want("google-maps/place_details", search, place_id=best["id"])]
    hours = hours_on(details, aim.weekday)
    told = (
        f" The best-rated {_VENUES[aim.venue]} is {name_of(best)} ({best['rating']}); on {aim.weekday} its "
        f"hours are: {hours}."
    )
    return told, {"venue": Expected(name_of(best)), "venue_hours": expected_hours(hours)}


FAMILY = Family(
    number=14,
    name="qr_attraction",
    title="QR Attraction",
    goal="Follow a QR code to the photograph of a sight, find the place and report its air quality.",
    make=make,
)
