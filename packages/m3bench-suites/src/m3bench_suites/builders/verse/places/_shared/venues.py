"""Shops, museums and hotels around a place: which searches have a clear result, and the calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from m3bench.checks import LiveCall
from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import Guard, ask, holds, use
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import some_cities, spot_of
from m3bench_world.atlas import distance

if TYPE_CHECKING:
    from m3bench_world.atlas import Landmark

KINDS = {
    "museum": "museum",
    "pharmacy": "pharmacy",
    "book_store": "bookshop",
    "supermarket": "supermarket",
    "bakery": "bakery",
    "cafe": "café",
    "library": "library",
    "bicycle_store": "bicycle shop",
    "hardware_store": "hardware store",
    "movie_theater": "cinema",
}
"""Types of places, and how people call them."""
TIMED = ("museum", "pharmacy", "book_store", "supermarket", "bakery", "cafe", "library", "hardware_store")
"""Types of places with opening hours that change within two days."""
SIGHTS = (
    "Louvre Museum, Paris", "British Museum, London", "Musée d'Orsay, Paris", "Tower of London, London",
    "Centre Pompidou, Paris", "Westminster Abbey, London", "Palais des Papes, Avignon",
    "Les Invalides, Paris", "Strasbourg Cathedral, Strasbourg", "Palace of Versailles, Versailles",
)  # fmt: skip
_RADII = (1500, 2500, 4000, 6000, 9000)
_NEAREST_METRES = 150
_MOST = 20
"""How many places a search returns at most."""


class Search(NamedTuple):
    """A search for places of a kind around a city, with a clear result."""

    city: str
    kind: str
    radius: int


def best_rated(draw: TaskDraw, *name: object) -> Search:
    """Draw a search whose best-rated place has no rival."""
    for city in some_cities(draw, 12, "best", *name):
        kind = draw.pick(tuple(KINDS), "kind", city, *name)
        for radius in _RADII:
            ratings = sorted(
                (landmark.rating for landmark in _around(draw, city, kind, radius)), reverse=True
            )
            if 4 <= len(ratings) < _MOST and ratings[0] > ratings[1]:
                return Search(city, kind, radius)
    raise PlanError("no search has a clear best.")


def nearest(draw: TaskDraw, kinds: tuple[str, ...], *name: object) -> Search:
    """Draw a search whose nearest place has a name of its own and is not in the very centre."""
    for city in some_cities(draw, 20, "nearest", *name):
        kind = draw.pick(kinds, "kind", city, *name)
        for radius in _RADII:
            landmarks = _around(draw, city, kind, radius)
            if not landmarks or landmarks[0].types[0] != kind:
                continue
            names = [landmark.name for landmark in landmarks]
            if names.count(names[0]) == 1 and _is_off_centre(draw, city, landmarks[0]):
                return Search(city, kind, radius)
    raise PlanError("no search has a clear nearest place.")


def _around(draw: TaskDraw, city: str, kind: str, radius: int) -> list[Landmark]:
    spots = draw.world.atlas.geocode(city)
    return draw.world.atlas.landmarks_near(spots[0].lat, spots[0].lng, radius, [kind], _MOST) if spots else []


def _is_off_centre(draw: TaskDraw, city: str, place: Landmark) -> bool:
    centre = draw.world.atlas.geocode(city)[0]
    return distance(centre.lat, centre.lng, place.lat, place.lng) > _NEAREST_METRES


def search(number: int, kind: str, radius: int) -> LiveCall:
    """Return the search for places of a kind around what a geocode found."""
    lat, lng = spot_of(number)
    return ask(
        "google-maps/places_nearby_search",
        location={"latitude": lat, "longitude": lng},
        radiusMeters=radius,
        includedTypes=[kind],
    )


def details(path: str) -> LiveCall:
    """Return the call for the details of the place at a path."""
    return ask("google-maps/place_details", place_id=use(f"{path}.id"))


def walk(origin: str | dict[str, str], destination: str | dict[str, str], mode: str = "walking") -> LiveCall:
    return ask("google-maps/distance_matrix", origins=[origin], destinations=[destination], mode=mode)


def at_place(path: str) -> dict[str, str]:
    """Return the place at a path as the end of a walk."""
    return use(f"join('', ['place_id:', {path}.id])")


def metres(number: int) -> str:
    """Return the path of the length of a walk."""
    return f"[{number}].rows[0].elements[0].distance.value"


def is_changing(path: str) -> Guard:
    """Guard that the place at a path opens or closes some time."""
    return holds(f"{path}.currentOpeningHours.nextChange != `null`")
