"""Places near a point, and their details."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_range, check_text
from m3bench_world import World
from m3bench_world.atlas import Landmark, distance, fold
from m3bench_world.atlas.points import is_open
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.google_maps.landmarks import kind_of, locate
from m3bench_world.servers.mcp_bench.google_maps.listings import listing
from m3bench_world.servers.mcp_bench.google_maps.server import ask_original, server

MOST_PLACES = 20
MOST_COMPARED = 400
WIDEST = 50_000


class Center(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The centre of a search."""

    value: Annotated[str, about("An address or the name of a place, or 'latitude,longitude'.")]
    isCoordinates: Annotated[bool, about("Whether value is 'latitude,longitude'.")] = False  # noqa: N815


@server.tool
def search_nearby(
    context: ToolContext,
    center: Annotated[Center, about("Where to search.")],
    keyword: Annotated[
        str | msgspec.UnsetType,
        about("A kind of place, such as 'restaurant' or 'bike shop', or words of its name; all if left out."),
    ] = msgspec.UNSET,
    radius: Annotated[float, about("Radius in metres, 1 to 50000.")] = 1000,
    openNow: Annotated[bool, about("Only places that are open now.")] = False,
    minRating: Annotated[
        Annotated[float, msgspec.Meta(ge=0, le=5)] | msgspec.UnsetType,
        about("Only places with at least this rating, 0 to 5."),
    ] = msgspec.UNSET,
) -> Answer:
    """Places near a point, nearest first, at most 20: place_id, name, address, location, types, rating,
    number of ratings, whether it is open now, and metres away. get_place_details takes the place_id."""
    lat, lng, label = _centre(context.world, center)
    metres = check_range(radius, "radius", 1, WIDEST)
    words = "" if keyword is msgspec.UNSET else check_text(keyword, "keyword")
    least = 0.0 if minRating is msgspec.UNSET else minRating
    found = [
        shape
        for candidate in _candidates(context.world, lat, lng, metres, words)
        if candidate.rating >= least
        if (shape := _shape(context.world, candidate, lat, lng))["open_now"] or not openNow
    ]
    if not found:
        raise _nothing(words, metres, label, filtered=openNow or least > 0)
    shown = found[:MOST_PLACES]
    center_shape = {"name": label, "location": {"lat": lat, "lng": lng}}
    return Answer({"center": center_shape, "count": len(shown), "places": shown})


def _centre(world: World, center: Center) -> tuple[float, float, str]:
    if center.isCoordinates:
        found = world.atlas.locate(center.value[:100]) if center.value[:1] in "+-.0123456789" else None
        if found is None:
            raise BadArgument("center.value", "with isCoordinates, write it as 'latitude,longitude'")
        return found
    return locate(world, center.value, "center.value")


def _candidates(world: World, lat: float, lng: float, metres: float, words: str) -> Sequence[Landmark]:
    kind = kind_of(words) if words else None
    if kind is not None or not words:
        return world.atlas.landmarks_near(lat, lng, metres, (kind,) if kind else None, MOST_COMPARED)
    wanted = set(fold(words).split())
    around = world.atlas.landmarks_near(lat, lng, metres, None, MOST_COMPARED)
    return [one for one in around if wanted <= set(fold(f"{one.name} {' '.join(one.types)}").split())]


def _nothing(words: str, metres: float, label: str, *, filtered: bool) -> NotFound:
    advice = "try a larger radius, another kind of place" + (" or no filters" if filtered else "")
    return NotFound(f"no {words[:60] or 'place'} within {metres:g} m of {label}; {advice}")


def _shape(world: World, one: Landmark, lat: float, lng: float) -> dict[str, Any]:
    return {
        "place_id": one.id,
        "name": one.name,
        "address": one.address,
        "location": {"lat": one.lat, "lng": one.lng},
        "types": list(one.types),
        "rating": one.rating,
        "total_ratings": one.reviews,
        "open_now": is_open(one.hours, world.atlas.local_time(one.lat, one.lng, world.now)),
        "distance_m": round(distance(lat, lng, one.lat, one.lng)),
    }


@server.tool
def get_place_details(
    context: ToolContext,
    placeId: Annotated[str, about("place_id from search_nearby or maps_geocode, such as 'ChIJ…'.")],
) -> Answer:
    """All about one place: name, address, location, types, rating, opening hours, phone, website, price
    level, and what its listing says about itself: the altitude, and for parks since when they are
    protected."""
    place = ask_original(context, "place_details", place_id=placeId).data
    landmark = context.world.atlas.landmark(place["id"])
    hours = place.get("currentOpeningHours", {})
    shaped = {
        "place_id": place["id"],
        "name": place["displayName"]["text"],
        "address": place["formattedAddress"],
        "location": {"lat": place["location"]["latitude"], "lng": place["location"]["longitude"]},
        "types": place["types"],
        "rating": place.get("rating"),
        "total_ratings": place.get("userRatingCount"),
        "price_level": place.get("priceLevel"),
        "open_now": hours.get("openNow"),
        "opening_hours": hours.get("weekdayDescriptions"),
        "phone": place.get("internationalPhoneNumber"),
        "website": place.get("websiteUri"),
        "summary": place.get("editorialSummary", {}).get("text"),
        "listing": None if landmark is None else listing(context.world, landmark),
    }
    return Answer({name: value for name, value in shaped.items() if value is not None})
