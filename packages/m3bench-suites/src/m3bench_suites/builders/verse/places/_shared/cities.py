"""Cities, sights and spots that tasks ask about, and the calls that look them up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from m3bench.checks import LiveCall
from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import ask, use
from m3bench_suites.builders.verse.family import TaskDraw

CITIES = (
    "Lisbon, Portugal", "Porto, Portugal", "Madrid, Spain", "Seville, Spain", "Valencia, Spain",
    "Lyon, France", "Toulouse, France", "Nantes, France", "Ghent, Belgium", "Rotterdam, Netherlands",
    "Hamburg, Germany", "Leipzig, Germany", "Munich, Germany", "Zurich, Switzerland", "Vienna, Austria",
    "Graz, Austria", "Turin, Italy", "Bologna, Italy", "Naples, Italy", "Palermo, Italy",
    "Prague, Czechia", "Krakow, Poland", "Gdansk, Poland", "Budapest, Hungary", "Zagreb, Croatia",
    "Athens, Greece", "Thessaloniki, Greece", "Sofia, Bulgaria", "Bucharest, Romania", "Copenhagen, Denmark",
    "Aarhus, Denmark", "Oslo, Norway", "Bergen, Norway", "Gothenburg, Sweden", "Helsinki, Finland",
    "Riga, Latvia", "Vilnius, Lithuania", "Tallinn, Estonia", "Dublin, Ireland", "Edinburgh, UK",
    "Cardiff, UK", "Leeds, UK", "Reykjavik, Iceland", "Casablanca, Morocco", "Tunis, Tunisia",
    "Nairobi, Kenya", "Cape Town, South Africa", "Accra, Ghana", "Dakar, Senegal", "Denver, CO",
    "Seattle, WA", "Chicago, IL", "Boston, MA", "Atlanta, GA", "Montreal, Canada", "Vancouver, Canada",
    "Bogota, Colombia", "Lima, Peru", "Santiago, Chile", "Montevideo, Uruguay", "Curitiba, Brazil",
    "Osaka, Japan", "Sapporo, Japan", "Busan, South Korea", "Taipei, Taiwan", "Hanoi, Vietnam",
    "Chiang Mai, Thailand", "Penang, Malaysia", "Jaipur, India", "Pune, India", "Kathmandu, Nepal",
    "Tbilisi, Georgia", "Perth, Australia", "Adelaide, Australia", "Auckland, New Zealand",
    "Christchurch, New Zealand",
)  # fmt: skip
NORTHERN = (
    "Tromso, Norway", "Bodo, Norway", "Trondheim, Norway", "Kiruna, Sweden", "Umea, Sweden",
    "Rovaniemi, Finland", "Oulu, Finland", "Reykjavik, Iceland", "Akureyri, Iceland", "Fairbanks, AK",
    "Yellowknife, Canada", "Whitehorse, Canada",
)  # fmt: skip
"""Places from which people watch northern lights."""


class Spot(NamedTuple):
    """A point on the map."""

    lat: float
    lng: float


def short(label: str) -> str:
    """Return the name of a city without its country."""
    return label.partition(",")[0]


def listed(places: Sequence[str]) -> dict[str, object]:
    """Return places as words: `a` with the country in parentheses, `a_short` without, and all `places`."""
    letters = dict(zip("abcd", places, strict=False))
    words = {letter: place.replace(", ", " (") + ")" for letter, place in letters.items()}
    return {
        **words,
        **{f"{letter}_short": short(place) for letter, place in letters.items()},
        "places": places,
    }


def a_city(draw: TaskDraw, *name: object) -> str:
    return draw.pick(CITIES, "city", *name)


def some_cities(draw: TaskDraw, count: int, *name: object) -> list[str]:
    return draw.sample(CITIES, count, "cities", *name)


def a_spot(draw: TaskDraw, *name: object) -> Spot:
    """Return a point a few kilometres from the centre of a city."""
    label = a_city(draw, "spot", *name)
    centre = draw.world.atlas.locate(label)
    if centre is None:
        raise PlanError(f"there is no place {label}.")
    east, north = (draw.whole(-300, 300, "spot", axis, *name) / 10_000 for axis in ("lng", "lat"))
    return Spot(round(centre[0] + north, 4), round(centre[1] + east, 4))


def weather(location: str | dict[str, str], units: str = "metric") -> LiveCall:
    return ask("weather/get_weather", location=location, units=units)


def geocode(address: str | dict[str, str]) -> LiveCall:
    return ask("google-maps/geocode", address=address)


def spot_of(number: int) -> tuple[dict[str, str], dict[str, str]]:
    """Return latitude and longitude of the place that a geocode found, as arguments."""
    where = f"[{number}].results[0].geometry.location"
    return use(f"{where}.lat"), use(f"{where}.lng")


def joined(lat: str, lng: str) -> dict[str, str]:
    """Return a point as an argument `lat,lng`, from the paths of both."""
    return use(f"join(',', [to_string({lat}), to_string({lng})])")


def air(number: int) -> LiveCall:
    """Return the call for the air quality now where a geocode found a place."""
    lat, lng = spot_of(number)
    return ask("google-air/current_conditions", lat=lat, lng=lng)


def index(number: int, code: str = "uaqi", part: str = "aqi") -> str:
    """Return the path of an air quality index in the result of `current_conditions`."""
    return f"[{number}].indexes[?code=='{code}'].{part} | [0]"


def amount(number: int, pollutant: str) -> str:
    """Return the path of a concentration in the result of `current_conditions`."""
    return f"[{number}].pollutants[?code=='{pollutant}'].concentration.value | [0]"
