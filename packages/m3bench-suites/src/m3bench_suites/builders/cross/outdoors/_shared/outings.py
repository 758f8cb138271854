"""The end of several tasks: places of a kind near a point, and a walk to one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from m3bench.checks import Expected
from m3bench.suites import CallResult, call
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    MINUTE,
    MOST_PLACES,
    around,
    closes_before,
    listing,
    route,
    spot,
    take,
)
from m3bench_suites.builders.cross.outdoors._shared.tools import DIRECTIONS, NEARBY, PLACE
from m3bench_suites.builders.tasks import Steps, computed, pluck, require, stated

CLOSING = "18:00"
"""Whoever closes before is early. Most places of the kinds searched for close about then."""


def outing(
    *uses: CallResult, center: Mapping[str, Any] | str, kind: str, radius: int, day: str
) -> Steps[dict[str, Expected]]:
    """Find the places of a kind, and walk to the one with the most ratings that does not close early.

    Args:
        uses: The results that decide where and what to look for.
        center: Where to search.
        kind: What for.
        radius: How far away, in metres.
        day: The weekday.

    Returns:
        The fields `early`, `place`, `phone` and `walk`.
    """
    (search,) = yield [call(NEARBY, *uses, center=around(center), keyword=kind, radius=radius)]
    places = {place["place_id"]: place for place in listing(search, "places")}
    require(3 <= len(places) < MOST_PLACES, f"{len(places)} places are too few, or not all.")
    details = yield [call(PLACE, search, placeId=place) for place in places]
    hours = pluck(places, details, "opening_hours")
    early = [name for name in places if closes_before(hours[name], day, CLOSING)]
    rated = {name: place["total_ratings"] for name, place in places.items() if name not in early}
    (best,) = take(rated, 1, 1)
    (way,) = yield [
        call(
            DIRECTIONS,
            search,
            *details,
            origin=spot(search.data["center"]),
            destination=spot(places[best]),
            mode="walking",
        )
    ]
    phone = details[list(places).index(best)].data["phone"]
    return {
        "early": computed(len(early), [places[name]["name"] for name in early or places]),
        "place": stated(places[best]["name"]),
        "phone": stated(phone),
        "walk": stated(route(way)["distance"]["value"], MINUTE),
    }
