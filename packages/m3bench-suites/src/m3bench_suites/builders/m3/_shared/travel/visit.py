"""Visits to a sight: requests, answer form and expected values."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench_suites.builders.m3._shared.travel.landmark_names import expected_name
from m3bench_suites.builders.m3._shared.travel.opening_times import expected_hours, hours_field
from m3bench_suites.builders.m3._shared.travel.places import name_of
from m3bench_suites.builders.m3.family import TaskDraw

_KINDS = {"restaurant": "restaurant", "cafe": "café", "museum": "museum", "lodging": "hotel"}
"""Google's place types, and their everyday names."""
_FIELDS = {"restaurant": "restaurant", "cafe": "cafe", "museum": "museum", "lodging": "hotel"}
_DAYS = ("now", "tomorrow", "the day after tomorrow")
_ALSO = {
    "Overcast": ("cloudy", "overcast skies"), "Sunny": ("clear", "sunny skies"),
    "Clear": ("clear sky", "clear skies", "sunny"),
    "Mostly sunny": ("mostly clear",), "Partly cloudy": ("partly sunny",), "Fog": ("foggy",),
    "Rain": ("rainy",), "Light rain": ("light rainfall",), "Snow": ("snowy",),
}  # fmt: skip
_TO_THE_DEGREE = Tolerance(0.6)
Details = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """A sight, and what one task asks about it."""

    sight: str
    city: str
    country: str
    kinds: tuple[str, ...]
    radii: tuple[int, ...]
    extras: tuple[str, ...]
    """Further questions: `air`, `hours`, `walk`."""
    day: int
    """The day of the weather, counted from today; 0 is now."""
    weekday: str
    photo: str
    warm: float | None = None
    """Places are asked for only if it is at least this warm, in °C."""
    goes: bool = True


class Stop(msgspec.Struct, frozen=True):
    """The best place of a kind near the sight."""

    kind: str
    place: Details
    hours: str = ""
    minutes: int | None = None
    seconds: str = ""
    """Duration of the walk, as the map returns it."""


class Visit(msgspec.Struct, frozen=True):
    """The findings."""

    people: int
    """The population of the city."""
    weather: Details
    aqi: int | None
    stops: list[Stop]
    """Empty if it is too cold to go."""


def request_of(draw: TaskDraw, case: Case) -> str:
    opening = draw.pick(
        (
            f"Which sight does {case.photo} show, and in which city and country is it?",
            f"Name the attraction in {case.photo} and the city and country where it stands.",
            f"{case.photo} is a picture of a famous sight. Tell me what it is, and its city and country.",
        ),
        "opening",
    )
    weather = (
        "the temperature in °C and the conditions there at the moment"
        if case.day == 0
        else f"the forecast for {_DAYS[case.day]}: conditions, high and low in °C"
    )
    air = " Add the air quality at the sight as the US AQI." if "air" in case.extras else ""
    places = join(
        f"the best-rated {_KINDS[kind]} within {radius} m of the sight"
        for kind, radius in zip(case.kinds, case.radii, strict=True)
    )
    hours = f", when it is open on a {case.weekday}" if "hours" in case.extras else ""
    walk = ", how many minutes it is from the sight on foot" if "walk" in case.extras else ""
    return (
        f"{opening} I need the population of the city, and {weather}.{air}{_if_warm(case)} I would like to "
        f"know {places}; if two are rated the same, the one with more reviews counts. Of each place tell me "
        f"its rating{hours}{walk}."
    )


def _if_warm(case: Case) -> str:
    if case.warm is None:
        return ""
    when = "it is" if case.day == 0 else f"it will be {_DAYS[case.day]}"
    return (
        f" I only go if {when} {case.warm} °C or warmer there; if not, say so and leave out all that follows."
    )


def fuzzy_request_of(draw: TaskDraw, case: Case) -> str:
    opening = draw.pick(
        (
            f"My aunt sent me {case.photo} and wrote nothing on it. Where is she, in which town and country?",
            f"I dream of going here one day: {case.photo}. What is it, and where is it (town and country)?",
            f"Guess where I am off to: {case.photo}! Tell me what that is, with its town and country.",
        ),
        "murmur",
    )
    weather = (
        "What is the weather like there right now"
        if case.day == 0
        else f"What will the weather be {_DAYS[case.day]}"
    )
    degrees = "how warm is it" if case.day == 0 else "between which temperatures"
    air = " Is the air any good just there, on the American index?" if "air" in case.extras else ""
    places = join(
        f"a {_KINDS[kind]} at most {radius} m from it"
        for kind, radius in zip(case.kinds, case.radii, strict=True)
    )
    warm = (
        f" Should it stay below {case.warm} °C, I am not interested in more; otherwise go on."
        if case.warm is not None
        else ""
    )
    hours = f" When could one go there on a {case.weekday}?" if "hours" in case.extras else ""
    walk = " How long is it on foot from the sight?" if "walk" in case.extras else ""
    return (
        f"{opening} How many people live in that town? {weather}, and {degrees} (Celsius, please)?{air}"
        f"{warm} Suggest {places}: the one with the best rating, and with more reviews where that is a "
        f"draw. How good is it?{hours}{walk}"
    )


def form_of(case: Case) -> AnswerForm:
    now = (AnswerField("temperature", FieldType.NUMBER, "the temperature there now", unit="°C"),)
    later = (
        AnswerField("high", FieldType.NUMBER, "the highest temperature of the day", unit="°C"),
        AnswerField("low", FieldType.NUMBER, "the lowest temperature of the day", unit="°C"),
    )
    fields = [
        AnswerField("sight", FieldType.NAME, "what the picture shows"),
        AnswerField("city", FieldType.NAME, "the city where it is"),
        AnswerField("country", FieldType.NAME, "the country"),
        AnswerField("population", FieldType.NUMBER, "how many people live in the city"),
        AnswerField("conditions", FieldType.NAME, "the weather conditions, as reported"),
        *(now if case.day == 0 else later),
    ]
    if "air" in case.extras:
        fields.append(AnswerField("us_aqi", FieldType.NUMBER, "the US air quality index at the sight"))
    if case.warm is not None:
        fields.append(AnswerField("warm_enough", FieldType.YES_NO, "whether it is as warm as required"))
    return AnswerForm((*fields, *(field for kind in case.kinds for field in _place_fields(case, kind))))


def _place_fields(case: Case, kind: str) -> list[AnswerField]:
    name, called = _FIELDS[kind], _KINDS[kind]
    fields = [
        AnswerField(name, FieldType.NAME, f"the name of the {called}"),
        AnswerField(f"{name}_rating", FieldType.NUMBER, "its rating"),
    ]
    if "hours" in case.extras:
        fields.append(hours_field(f"{name}_hours", f"when it is open on a {case.weekday}"))
    if "walk" in case.extras:
        walk = "how long it takes to walk there from the sight"
        fields.append(AnswerField(f"{name}_walk", FieldType.DURATION, walk, unit="minutes"))
    return fields


def warmth(case: Case, report: Details) -> float:
    return float(report["temperature" if case.day == 0 else "high"])


def answer_of(case: Case, visit: Visit) -> str:
    report = visit.weather
    weather = (
        f"Now it is {report['temperature']} °C there, {report['condition'].lower()}."
        if case.day == 0
        else f"The forecast for {_DAYS[case.day]} is {report['condition'].lower()}, with a high of "
        f"{report['high']} °C and a low of {report['low']} °C."
    )
    air = f" The US AQI at the sight is {visit.aqi}." if visit.aqi is not None else ""
    stops = "".join(
        _describe(case, stop, radius) for stop, radius in zip(visit.stops, case.radii, strict=False)
    )
    cold = "" if case.goes else f" That is below {case.warm} °C, so I did not look for places."
    return (
        f"The picture shows {case.sight} in {case.city}, {case.country}. {case.city} has a population of "
        f"about {visit.people:,}. {weather}{air}{cold}{stops}"
    )


def _describe(case: Case, stop: Stop, radius: int) -> str:
    hours = f" On a {case.weekday} it is open: {stop.hours}." if stop.hours else ""
    walk = f" It is {stop.minutes} minutes on foot from the sight." if stop.minutes is not None else ""
    return (
        f" The best-rated {_KINDS[stop.kind]} within {radius} m is {name_of(stop.place)}, "
        f"{stop.place['formattedAddress']}, rated {stop.place['rating']} by "
        f"{stop.place['userRatingCount']} people.{hours}{walk}"
    )


def fields_of(case: Case, visit: Visit) -> dict[str, Expected]:
    report = visit.weather
    condition = report["condition"]
    fields = {
        "sight": expected_name(case.sight),
        "city": expected_name(case.city),
        "country": expected_name(case.country),
        "population": Expected(visit.people, tolerance=Tolerance(relative=0.02)),
        "conditions": Expected(condition, also=_ALSO.get(condition, ())),
    }
    for name in ("temperature",) if case.day == 0 else ("high", "low"):
        fields[name] = Expected(report[name], tolerance=_TO_THE_DEGREE)
    if "air" in case.extras:
        fields["us_aqi"] = Expected(visit.aqi)
    if case.warm is not None:
        fields["warm_enough"] = Expected(case.goes, grounds=(warmth(case, report),))
    if not case.goes:
        blank = [field.name for kind in case.kinds for field in _place_fields(case, kind)]
        return {**fields, **dict.fromkeys(blank, Expected())}
    return {**fields, **{key: value for stop in visit.stops for key, value in _expected_stop(stop).items()}}


def _expected_stop(stop: Stop) -> dict[str, Expected]:
    name = _FIELDS[stop.kind]
    fields = {
        name: Expected(name_of(stop.place)),
        f"{name}_rating": Expected(stop.place["rating"], tolerance=Tolerance(0.01)),
    }
    if stop.hours:
        fields[f"{name}_hours"] = expected_hours(stop.hours)
    if stop.minutes is not None:
        minute = Tolerance(1)
        fields[f"{name}_walk"] = Expected(stop.minutes, tolerance=minute, grounds=(stop.seconds,))
    return fields
