"""Geocoding, and places by text, location and id."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.core import near_misses
from m3bench.servers.kit import (
    Answer,
    BadArgument,
    NotFound,
    about,
    check_limit,
    check_point,
    check_range,
    check_text,
)
from m3bench_world.atlas import Landmark
from m3bench_world.atlas.points import all_types
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.google_maps.queries import (
    WIDEST_RADIUS,
    Circle,
    Query,
    read_centre,
    read_circle,
    read_query,
)
from m3bench_world.servers.google_maps.server import server
from m3bench_world.servers.google_maps.shapes import (
    BRIEF,
    FIELDS,
    geocode_shape,
    parse_fields,
    place_shape,
    spot_shape,
)

MOST_PLACES = 20
MOST_TYPES = 50

Language = Annotated[str | None, about("Language of the answer, such as 'en'; names are given as they are.")]
Region = Annotated[str | None, about("Country to prefer, as a two-letter code such as 'us' or 'FR'.")]
Fields = Annotated[
    str | None,
    about(
        "Fields to return, separated by commas: 'places.displayName,places.rating' or plain "
        "'displayName,rating'; '*' for all. Without it, the usual ones."
    ),
]


@server.tool
def geocode(
    context: ToolContext,
    address: Annotated[
        str,
        about(
            "What to find: a street address, a town ('Highlands, NJ'), a landmark ('Eiffel Tower, Paris'), "
            "an airport ('JFK Airport'), a plus code ('RGM9+4V, Sausalito, CA') or 'lat,lng'."
        ),
    ],
    region: Region = None,
    language: Language = None,  # noqa: ARG001
) -> Answer:
    """Find the coordinates of an address, place or landmark. Returns results, best first, each with
    formatted_address, geometry.location (lat, lng), place_id and types; partial_match is true where only a
    part of the text was understood."""
    text = check_text(address, "address")
    spots = context.world.atlas.geocode(text, region)
    if not spots:
        raise NotFound(f"no place for '{text[:100]}'", context.world.atlas.suggestions(text))
    return Answer({"status": "OK", "results": [geocode_shape(spot) for spot in spots]})


@server.tool
def reverse_geocode(
    context: ToolContext,
    lat: Annotated[float, about("Latitude in degrees, -90 to 90.")],
    lng: Annotated[float, about("Longitude in degrees, -180 to 180.")],
    language: Language = None,  # noqa: ARG001
) -> Answer:
    """Find the address at a point. Returns results from the most exact to the widest: the nearest street
    address (in towns), the plus code, the town. Each has formatted_address, geometry, place_id and types."""
    spots = context.world.atlas.reverse(*check_point(lat, lng))
    return Answer({"status": "OK", "results": [geocode_shape(spot) for spot in spots]})


@server.tool
def places_text_search(
    context: ToolContext,
    query: Annotated[
        str,
        about("What to find: 'best restaurants near Tower Bridge, London', 'hotels in Porto', 'Louvre'."),
    ],
    languageCode: Language = None,  # noqa: ARG001
    regionCode: Region = None,
    locationBias: Annotated[
        dict[str, Any] | None,
        about(
            "Where to search when the query does not say: "
            "{'circle': {'center': {'latitude': 40.7, 'longitude': -74}, 'radius': 3000}}; radius in metres."
        ),
    ] = None,
    maxResultCount: Annotated[int, about("How many places at most, 1 to 20.")] = 10,
    fields: Fields = None,
) -> Answer:
    """Search places by words: a kind of place near somewhere, or a place by its name. Returns places with id,
    displayName, formattedAddress, location, types, rating, userRatingCount and priceLevel; the id leads to
    place_details. With 'best' or 'top' in the query they come by rating, else by distance."""
    text = check_text(query, "query")
    limit = check_limit(maxResultCount, "maxResultCount", MOST_PLACES)
    shown = parse_fields(fields, BRIEF)
    bias = read_circle(locationBias, "locationBias") if locationBias else None
    found = _search(context, read_query(text), bias, regionCode, limit)
    if not found:
        raise _nothing(context, text)
    return Answer({"places": [place_shape(context.world, one, shown) for one in found]})


def _search(
    context: ToolContext, query: Query, bias: Circle | None, region: str | None, limit: int
) -> list[Landmark]:
    atlas = context.world.atlas
    famous = atlas.famous(query.text) if query.kind is None or query.name or not query.where else None
    if famous:
        return [famous]
    if query.kind is None or (query.name and query.rest):
        named = _by_name(context, query, bias, region, limit)
        if named or query.kind is None:
            return named
    circle = _circle_of(context, query.where, region) or bias or _circle_of(context, query.rest, region)
    return _around(context, circle, (query.kind,), limit, best=query.best) if circle else []


def _around(
    context: ToolContext, circle: Circle, kinds: tuple[str, ...] | None, limit: int, *, best: bool
) -> list[Landmark]:
    """Search within the circle, then in wider ones until something is found."""
    radius = min(max(circle.radius, 200.0), WIDEST_RADIUS)
    for widened in (radius, 3 * radius, 10 * radius, WIDEST_RADIUS):
        reach = min(widened, WIDEST_RADIUS)
        found = context.world.atlas.landmarks_near(circle.lat, circle.lng, reach, kinds, limit, best=best)
        if found:
            return found
    return []


def _circle_of(context: ToolContext, text: str, region: str | None) -> Circle | None:
    """Return a small circle around a landmark or an address, or the extent of a town."""
    spots = context.world.atlas.geocode(text, region) if text else []
    if not spots:
        return None
    near = spots[0].types[0] not in ("locality", "country", "administrative_area_level_1")
    return Circle(spots[0].lat, spots[0].lng, 2_500.0 if near else 8_000.0)


def _by_name(
    context: ToolContext, query: Query, bias: Circle | None, region: str | None, limit: int
) -> list[Landmark]:
    """Find places by name in the town of the query or the circle."""
    atlas = context.world.atlas
    name = query.name or query.rest
    circle = _circle_of(context, query.where, region) or bias
    if circle is None:
        town = atlas.find(query.text)
        return atlas.landmarks_of(town, ("tourist_attraction",), limit) if town else []
    homes = [spot.place for spot in atlas.reverse(circle.lat, circle.lng) if spot.place]
    named = atlas.landmarks_named(homes[0], name, limit) if homes else []
    famous = atlas.famous(name) if not named else None
    return named or ([famous] if famous else [])


def _nothing(context: ToolContext, text: str) -> NotFound:
    near = near_misses(text, context.world.atlas.famous_names(), 3) or context.world.atlas.suggestions(
        text, 3
    )
    return NotFound(
        f"no place for '{text[:100]}'; name a kind of place and where, as in 'cafes near Lisbon'", near
    )


@server.tool
def places_nearby_search(
    context: ToolContext,
    location: Annotated[
        dict[str, float],
        about("Centre of the search: {'latitude': 40.758, 'longitude': -73.985}, or lat and lng."),
    ],
    radiusMeters: Annotated[int, about("Radius in metres, 1 to 50000.")],
    includedTypes: Annotated[
        list[str] | None,
        about("Types to include: 'restaurant', 'movie_theater', 'lodging', 'park' …; without it, all."),
    ] = None,
    languageCode: Language = None,  # noqa: ARG001
    regionCode: Region = None,  # noqa: ARG001
    fields: Fields = None,
) -> Answer:
    """Search places within a circle, nearest first, at most 20. Returns places with id, displayName,
    formattedAddress, location, types, rating, userRatingCount and priceLevel."""
    lat, lng = read_centre(location, "location")
    radius = check_range(radiusMeters, "radiusMeters", 1, WIDEST_RADIUS)
    kinds = _known_types(includedTypes)
    shown = parse_fields(fields, BRIEF)
    found = context.world.atlas.landmarks_near(lat, lng, radius, kinds, MOST_PLACES)
    if not found:
        what = f"no {' or '.join(kinds)}" if kinds else "no place"
        raise NotFound(f"{what} within {radius:g} m of {lat:g},{lng:g}; try a larger radius")
    return Answer({"places": [place_shape(context.world, one, shown) for one in found]})


def _known_types(types: list[str] | None) -> list[str] | None:
    """Return the known types. Unknown ones are ignored unless all are unknown."""
    if not types:
        return None
    names = [name.strip().lower() for name in types[:MOST_TYPES]]
    known = [name for name in names if name in all_types()]
    if not known:
        near = near_misses(names[0][:60], sorted(all_types())) or ["restaurant", "lodging", "park", "store"]
        raise BadArgument("includedTypes", f"'{names[0][:60]}' is not a place type; try: {', '.join(near)}")
    return known


@server.tool
def place_details(
    context: ToolContext,
    place_id: Annotated[str, about("Id from a search or from geocode, such as 'ChIJ…'.")],
    fields: Fields = None,
) -> Answer:
    """All about one place: name, address, location, types, rating, opening hours, phone, website, price
    level, photos (their names lead to place_photo_media)."""
    wanted = check_text(place_id, "place_id").removeprefix("places/")
    shown = parse_fields(fields, FIELDS)
    landmark = context.world.atlas.landmark(wanted)
    if landmark:
        return Answer(place_shape(context.world, landmark, shown))
    spot = context.world.atlas.spot(wanted)
    if spot:
        return Answer(spot_shape(spot, shown))
    raise NotFound(f"no place with the id '{wanted[:60]}'; take ids from places_text_search or geocode")
