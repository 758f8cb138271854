"""Local Places: shops, museums and cafés near a place, their ratings and opening hours."""

from __future__ import annotations

from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, holds, use, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import a_city, air, geocode, index, weather
from m3bench_suites.builders.verse.places._shared.values import ZERO
from m3bench_suites.builders.verse.places._shared.venues import (
    KINDS,
    SIGHTS,
    TIMED,
    at_place,
    best_rated,
    details,
    is_changing,
    metres,
    nearest,
    search,
    walk,
)

_NEAREST = "[1].places[0]"
_HOURS = "currentOpeningHours"


def _nearest(draw: TaskDraw) -> Lookups:
    wish = nearest(draw, tuple(KINDS))
    spot = draw.world.atlas.locate(wish.city)
    if spot is None:
        raise PlanError(f"there is no place {wish.city}.")
    lat, lng = round(spot[0], 4), round(spot[1], 4)
    return Lookups(
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
        values={
            "name": "[0].places[0].displayName.text",
            "address": "[0].places[0].formattedAddress",
            "rating": Value("[0].places[0].rating", ZERO),
            "reviews": Value("[0].places[0].userRatingCount", ZERO),
        },
        live=None,
    )


def _sight_hours(draw: TaskDraw) -> Lookups:
    sight = draw.pick(SIGHTS, "sight")
    return Lookups(
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
        values={
            "open_now": f"[0].places[0].{_HOURS}.openNow",
            "change_date": f"[0].places[0].{_HOURS}.nextChange",
            "change_time": f"[0].places[0].{_HOURS}.nextChange",
            "phone": "[0].places[0].nationalPhoneNumber",
        },
        guards=(is_changing("[0].places[0]"),),
    )


def _best_rated(draw: TaskDraw) -> Lookups:
    wish = best_rated(draw)
    best = "max_by([1].places, &rating)"
    return Lookups(
        level="L2",
        words={"kind": KINDS[wish.kind], "city": wish.city, "radius": wish.radius},
        calls=(geocode(wish.city), search(0, wish.kind, wish.radius), details(best)),
        values={
            "name": "[2].displayName.text",
            "rating": Value("[2].rating", ZERO),
            "address": "[2].formattedAddress",
            "website": "[2].websiteUri",
        },
        live=None,
        guards=(apart("[1].places[].rating"),),
    )


def _open_now(draw: TaskDraw) -> Lookups:
    wish = nearest(draw, TIMED)
    return Lookups(
        level="L2",
        words={"kind": KINDS[wish.kind], "city": wish.city},
        calls=(geocode(wish.city), search(0, wish.kind, wish.radius), details(_NEAREST)),
        values={
            "name": Value("[2].displayName.text", fixed=True),
            "address": Value("[2].formattedAddress", fixed=True),
            "open_now": f"[2].{_HOURS}.openNow",
            "change_date": f"[2].{_HOURS}.nextChange",
            "change_time": f"[2].{_HOURS}.nextChange",
        },
        guards=(is_changing("[2]"),),
    )


def _walk_there(draw: TaskDraw) -> Lookups:
    wish = nearest(draw, ("cafe", "bakery", "museum"), "walk")
    return Lookups(
        level="L2",
        words={"kind": KINDS[wish.kind], "city": wish.city},
        calls=(
            geocode(wish.city),
            search(0, wish.kind, wish.radius),
            details(_NEAREST),
            walk(wish.city, at_place(_NEAREST)),
        ),
        values={
            "name": Value("[2].displayName.text", fixed=True),
            "metres": Value(metres(3), within(15), fixed=True),
            "change_date": f"[2].{_HOURS}.nextChange",
            "change_time": f"[2].{_HOURS}.nextChange",
        },
        guards=(is_changing("[2]"),),
    )


def _round_walk(draw: TaskDraw) -> Lookups:
    wish = nearest(draw, ("museum",), "round")
    hotel, museum, restaurant = (f"[{number}].places[0]" for number in (1, 2, 3))
    return Lookups(
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
        values={
            "hotel": f"{hotel}.displayName.text",
            "museum": f"{museum}.displayName.text",
            "restaurant": f"{restaurant}.displayName.text",
            "first_walk": Value(metres(4), within(15)),
            "second_walk": Value(metres(5), within(15)),
            "together": Value("[6]", within(30)),
        },
        live=None,
        guards=(*(holds(f"{metres(number)} > `100`") for number in (4, 5)),),
    )


def _afternoon(draw: TaskDraw) -> Lookups:
    city = a_city(draw)
    museum = "[3].places[0]"
    return Lookups(
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
        values={
            "temperature": Value("[1].current.temperature", within(0.6)),
            "universal_aqi": Value(index(2), within(1)),
            "museum": Value("[4].displayName.text", fixed=True),
            "metres": Value(metres(5), within(15), fixed=True),
            "change_date": f"[4].{_HOURS}.nextChange",
            "change_time": f"[4].{_HOURS}.nextChange",
        },
        guards=(is_changing("[4]"),),
    )


FAMILY = Family(
    number=4,
    name="local_places",
    title="Local Places",
    goal="Find shops, museums and cafés near a place, with ratings, walks and opening hours.",
    tasks=(_nearest, _sight_hours, _best_rated, _open_now, _walk_there, _round_walk, _afternoon),
    kind="retrieval",
)
