"""Fishing trips: the answer form, and its expected values."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench_suites.builders.m3._shared.travel.places import name_of

LIST = "List of saltwater fish of New Jersey"
SPOTS = {
    "Sandy Hook": "Highlands", "Sandy Hook Bay": "Keansburg", "Raritan Bay": "Perth Amboy",
    "Shark River Inlet": "Belmar", "Manasquan Inlet": "Point Pleasant Beach",
    "Barnegat Inlet": "Barnegat Light", "Island Beach State Park": "Seaside Park", "Delaware Bay": "Cape May",
}  # fmt: skip
"""Fishing spots, and the town to stay in."""
OTHER_NAMES = {"Summer flounder": ("fluke",), "Atlantic bluefin tuna": ("bluefin tuna",)}
_LOOSELY = {
    "Striped bass": ("striper", "rockfish"), "Tautog": ("blackfish",),
    "Northern red snapper": ("red snapper",),
    "Atlantic bluefin tuna": ("bluefin", "northern bluefin tuna"), "Black sea bass": ("sea bass",),
}  # fmt: skip
"""Names that an answer may use although articles do not."""
Details = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """What one task asks for."""

    photo: str
    species: str
    scientific: str
    length_cm: float
    spots: tuple[str, ...]
    start: str
    calm: bool
    """Whether to choose the calmest spot instead of the nearest."""
    rating: float
    """Minimum rating of the restaurant."""


class Drive(msgspec.Struct, frozen=True):
    """A drive, and its duration as the map returns it."""

    metres: int
    minutes: int
    duration: str | int


class Goal(msgspec.Struct, frozen=True):
    """The chosen spot, the weather in its town, the drive, and places nearby."""

    spot: str
    weather: Details
    drive: Drive
    shop: Details
    table: Details


class Trip(msgspec.Struct, frozen=True):
    """The findings. There is no goal if the fish is not caught there or no spot has it."""

    diet: str
    usual: str
    caught: bool
    fished: list[str]
    goal: Goal | None


FORM = AnswerForm(
    (
        AnswerField("species", FieldType.NAME, "which fish it is"),
        AnswerField("length", FieldType.NUMBER, "how long the fish in the picture is", unit="cm"),
        AnswerField(
            "usual_length_from", FieldType.NUMBER, "how long such fish commonly are, from", unit="cm"
        ),
        AnswerField("usual_length_to", FieldType.NUMBER, "how long such fish commonly are, to", unit="cm"),
        AnswerField("diet", FieldType.NAME, "what such fish feed on", many=True),
        AnswerField("caught_in_new_jersey", FieldType.YES_NO, "whether it is commonly caught there"),
        AnswerField("spots", FieldType.NAME, "the spots whose article names the fish", many=True),
        AnswerField("spot", FieldType.NAME, "the spot to go to"),
        AnswerField("wind", FieldType.NUMBER, "the wind speed in its town now", unit="mph"),
        AnswerField("temperature", FieldType.NUMBER, "the temperature in its town now", unit="°F"),
        AnswerField("distance", FieldType.NUMBER, "how far the drive to its town is", unit="km"),
        AnswerField("drive_time", FieldType.DURATION, "how long the drive takes", unit="minutes"),
        AnswerField("tackle_shop", FieldType.NAME, "the bait and tackle shop"),
        AnswerField("restaurant", FieldType.NAME, "the restaurant"),
    )
)


def town_of(spot: str) -> str:
    return f"{SPOTS[spot]}, NJ"


def home_of(case: Case) -> str:
    return f"{case.start}, NJ"


def answer_of(case: Case, trip: Trip) -> str:
    fish = (
        f"The fish is a {case.species.lower()}, about {case.length_cm:g} cm long. Such fish are commonly "
        f"{trip.usual} long and feed on {trip.diet}."
    )
    if not trip.caught:
        return f"{fish} It is not listed as commonly caught in New Jersey, so there is no trip to plan."
    fish = f"{fish} It is among the salt-water fish that are commonly caught in New Jersey."
    if trip.goal is None:
        return f"{fish} But no article on the spots names it, so there is no trip to plan."
    goal, weather = trip.goal, trip.goal.weather
    return (
        f"{fish} These spots count: {join(trip.fished)}. The "
        f"{'calmest' if case.calm else 'quickest to reach'} is {goal.spot} "
        f"({town_of(goal.spot)}). The wind there is {weather['wind_speed']} mph and the temperature "
        f"{weather['temperature']} °F. The drive from {home_of(case)} is {goal.drive.metres / 1000:.1f} km "
        f"and takes {goal.drive.minutes} minutes. The nearest bait and tackle shop is {name_of(goal.shop)}, "
        f"{goal.shop['formattedAddress']}. The nearest restaurant rated {case.rating} or better is "
        f"{name_of(goal.table)}, rated {goal.table['rating']}, {goal.table['formattedAddress']}."
    )


def fields_of(case: Case, trip: Trip) -> dict[str, Expected]:
    names = (case.scientific, *OTHER_NAMES.get(case.species, ()), *_LOOSELY.get(case.species, ()))
    shortest, longest = _usual_cm(trip.usual)
    by_ruler = Tolerance(absolute=1.0, relative=0.04)
    return {
        "species": Expected(case.species, also=names),
        "length": Expected(case.length_cm, tolerance=by_ruler, grounds=(f"{case.length_cm:g}",)),
        "usual_length_from": Expected(shortest, grounds=(trip.usual,)),
        "usual_length_to": Expected(longest, grounds=(trip.usual,)),
        "diet": Expected(items=tuple(_expected_food(food) for food in re.split(r", | and ", trip.diet))),
        "caught_in_new_jersey": Expected(trip.caught, grounds=(case.species if trip.caught else LIST,)),
        "spots": Expected(items=tuple(Expected(spot) for spot in trip.fished)),
        **_expected_goal(trip.goal),
    }


def _expected_food(food: str) -> Expected:
    *_, noun = food.split()
    return Expected(food, also=(noun,) if noun != food else ())


def _expected_goal(goal: Goal | None) -> dict[str, Expected]:
    if goal is None:
        names = ("spot", "wind", "temperature", "distance", "drive_time", "tackle_shop", "restaurant")
        return dict.fromkeys(names, Expected())
    drive, half = goal.drive, Tolerance(0.5)
    near, soon = Tolerance(1.0, 0.01), Tolerance(2.0, 0.03)
    return {
        "spot": Expected(goal.spot),
        "wind": Expected(goal.weather["wind_speed"], tolerance=half),
        "temperature": Expected(goal.weather["temperature"], tolerance=half),
        "distance": Expected(drive.metres / 1000, tolerance=near, grounds=(drive.metres,)),
        "drive_time": Expected(drive.minutes, tolerance=soon, grounds=(drive.duration,)),
        "tackle_shop": Expected(name_of(goal.shop)),
        "restaurant": Expected(name_of(goal.table)),
    }


def _usual_cm(usual: str) -> tuple[float, float]:
    """Return both ends of `50–100 cm` or `2–2.5 m` in centimetres."""
    numbers, unit = usual.split(" ")
    ends = [float(each) * (100 if unit == "m" else 1) for each in numbers.split("–")]
    return ends[0], ends[-1]
