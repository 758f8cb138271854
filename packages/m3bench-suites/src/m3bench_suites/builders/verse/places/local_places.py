"""Local Places: shops, museums and cafés near a place, their ratings and opening hours."""

from __future__ import annotations

from typing import Any

from m3bench.core import FieldType
from m3bench.suites import Blueprint, PlanError
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.cities import a_city, air, geocode, index, weather
from m3bench_suites.builders.verse.places._shared.fields import clock, day, number, text, yes_no
from m3bench_suites.builders.verse.places._shared.guards import require, require_lead
from m3bench_suites.builders.verse.places._shared.questions import Question, ask, make_task, use
from m3bench_suites.builders.verse.places._shared.venues import (
    KINDS,
    SIGHTS,
    TIMED,
    at_place,
    best_rated,
    details,
    metres,
    nearest,
    require_change,
    search,
    walk,
)

_NEAREST = "[1].places[0]"
_HOURS = "currentOpeningHours"


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, FAMILY, _QUESTIONS)


def _nearest(draw: TaskDraw) -> Question:
    wish = nearest(draw, tuple(KINDS))
    spot = draw.world.atlas.locate(wish.city)
    if spot is None:
        raise PlanError(f"there is no place {wish.city}.")
    lat, lng = round(spot[0], 4), round(spot[1], 4)
    return Question(
        level="L1",
        words={"kind": KINDS[wish.kind], "lat": lat, "lng": lng, "radius": wish.radius},
        calls=(
            ask(
                "google-maps/places_nearby_search",
                location={"latitude": lat, "longitude": lng},
                radiusMeters=wish.radius,
                includedTypes=[wish.kind],
            ),
        ),
        wanted=(
            text("name", "the name of the place", "[0].places[0].displayName.text"),
            text("address", "its address", "[0].places[0].formattedAddress", type=FieldType.TEXT),
            number("rating", "its rating", "[0].places[0].rating"),
            number("reviews", "its number of reviews", "[0].places[0].userRatingCount"),
        ),
        changes=False,
    )


def _sight_hours(draw: TaskDraw) -> Question:
    sight = draw.pick(SIGHTS, "sight")
    return Question(
        level="L1",
        words={"sight": sight},
        calls=(
            ask(
                "google-maps/places_text_search",
                query=sight,
                maxResultCount=1,
                fields="displayName,formattedAddress,currentOpeningHours,nationalPhoneNumber",
            ),
        ),
        wanted=(
            yes_no("open_now", "whether it is open now", f"[0].places[0].{_HOURS}.openNow"),
            day("change_date", "the local date of the next change", f"[0].places[0].{_HOURS}.nextChange"),
            clock("change_time", "the local time of the next change", f"[0].places[0].{_HOURS}.nextChange"),
            text(
                "phone", "the national phone number", "[0].places[0].nationalPhoneNumber", type=FieldType.CODE
            ),
        ),
        guard=lambda found: require_change(found[0]["places"][0]),
    )


def _best_rated(draw: TaskDraw) -> Question:
    wish = best_rated(draw)
    best = "max_by([1].places, &rating)"
    return Question(
        level="L2",
        words={"kind": KINDS[wish.kind], "city": wish.city, "radius": wish.radius},
        calls=(geocode(wish.city), search(0, wish.kind, wish.radius), details(best)),
        wanted=(
            text("name", "the name of the place", "[2].displayName.text"),
            number("rating", "its rating", "[2].rating"),
            text("address", "its address", "[2].formattedAddress", type=FieldType.TEXT),
            text("website", "its website", "[2].websiteUri", type=FieldType.CODE),
        ),
        changes=False,
        guard=lambda found: require_lead(each["rating"] for each in found[1]["places"]),
    )


def _open_now(draw: TaskDraw) -> Question:
    wish = nearest(draw, TIMED)
    return Question(
        level="L2",
        words={"kind": KINDS[wish.kind], "city": wish.city},
        calls=(geocode(wish.city), search(0, wish.kind, wish.radius), details(_NEAREST)),
        wanted=(
            text("name", "the name of the place", "[2].displayName.text", fixed=True),
            text("address", "its address", "[2].formattedAddress", type=FieldType.TEXT, fixed=True),
            yes_no("open_now", "whether it is open now", f"[2].{_HOURS}.openNow"),
            day("change_date", "the local date of the next change", f"[2].{_HOURS}.nextChange"),
            clock("change_time", "the local time of the next change", f"[2].{_HOURS}.nextChange"),
        ),
        guard=lambda found: require_change(found[2]),
    )


def _walk_there(draw: TaskDraw) -> Question:
    wish = nearest(draw, ("cafe", "bakery", "museum"), "walk")
    return Question(
        level="L2",
        words={"kind": KINDS[wish.kind], "city": wish.city},
        calls=(
            geocode(wish.city),
            search(0, wish.kind, wish.radius),
            details(_NEAREST),
            walk(wish.city, at_place(_NEAREST)),
        ),
        wanted=(
            text("name", "the name of the place", "[2].displayName.text", fixed=True),
            number("metres", "the length of the walk", metres(3), unit="m", within=15, fixed=True),
            day("change_date", "the local date of the next change", f"[2].{_HOURS}.nextChange"),
            clock("change_time", "the local time of the next change", f"[2].{_HOURS}.nextChange"),
        ),
        guard=lambda found: require_change(found[2]),
    )


def _round_walk(draw: TaskDraw) -> Question:
    wish = nearest(draw, ("museum",), "round")
    hotel, museum, restaurant = (f"[{place}].places[0]" for place in (1, 2, 3))
    return Question(
        level="L3",
        words={"city": wish.city},
        calls=(
            geocode(wish.city),
            search(0, "hotel", 9000),
            search(0, "museum", 9000),
            search(0, "restaurant", 9000),
            walk(at_place(hotel), at_place(museum)),
            walk(at_place(museum), at_place(restaurant)),
            ask("math/sum", numbers=[use(metres(4)), use(metres(5))]),
        ),
        wanted=(
            text("hotel", "the hotel", f"{hotel}.displayName.text"),
            text("museum", "the museum", f"{museum}.displayName.text"),
            text("restaurant", "the restaurant", f"{restaurant}.displayName.text"),
            number("first_walk", "from the hotel to the museum", metres(4), unit="m", within=15),
            number("second_walk", "from the museum to the restaurant", metres(5), unit="m", within=15),
            number("together", "both walks together", "[6]", unit="m", within=30),
        ),
        changes=False,
        guard=_require_distance,
    )


def _require_distance(found: Any) -> None:
    ways = [each["rows"][0]["elements"][0] for each in found[4:6]]
    require(
        all(way["status"] == "OK" and way["distance"]["value"] > 100 for way in ways), "a walk is too short."
    )


def _afternoon(draw: TaskDraw) -> Question:
    city = a_city(draw)
    museum = "[3].places[0]"
    return Question(
        level="L3",
        words={"city": city},
        calls=(
            geocode(city),
            weather(city),
            air(0),
            search(0, "museum", 9000),
            details(museum),
            walk(city, at_place(museum)),
        ),
        wanted=(
            number("temperature", "the temperature now", "[1].current.temperature", unit="°C", within=0.6),
            number("universal_aqi", "the Universal AQI in this hour", index(2), within=1),
            text("museum", "the nearest museum", "[4].displayName.text", fixed=True),
            number("metres", "the length of the walk", metres(5), unit="m", within=15, fixed=True),
            day("change_date", "the local date of the museum's next change", f"[4].{_HOURS}.nextChange"),
            clock("change_time", "the local time of the museum's next change", f"[4].{_HOURS}.nextChange"),
        ),
        guard=lambda found: require_change(found[4]),
    )


_QUESTIONS = (_nearest, _sight_hours, _best_rated, _open_now, _walk_there, _round_walk, _afternoon)

FAMILY = VerseFamily(
    number=4,
    name="local_places",
    title="Local Places",
    goal="Find shops, museums and cafés near a place, with ratings, walks and opening hours.",
    make=make,
)
