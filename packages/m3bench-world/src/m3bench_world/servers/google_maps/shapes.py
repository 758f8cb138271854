"""Spots and landmarks as JSON of the Geocoding and Places APIs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from m3bench.servers.kit import BadArgument
from m3bench_world import World
from m3bench_world.atlas import Landmark, Spot, address_formats, pluscode
from m3bench_world.atlas.points import is_open, next_change

PRICES = {
    1: "PRICE_LEVEL_INEXPENSIVE",
    2: "PRICE_LEVEL_MODERATE",
    3: "PRICE_LEVEL_EXPENSIVE",
    4: "PRICE_LEVEL_VERY_EXPENSIVE",
}
PHOTOS = 3
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FIELDS = (
    "id", "name", "displayName", "primaryType", "types", "formattedAddress", "shortFormattedAddress",
    "location", "plusCode", "rating", "userRatingCount",
    "priceLevel", "businessStatus", "regularOpeningHours",
    "currentOpeningHours", "nationalPhoneNumber", "internationalPhoneNumber", "websiteUri", "googleMapsUri",
    "editorialSummary", "addressComponents", "utcOffsetMinutes", "photos",
)  # fmt: skip
BRIEF = (
    "id", "displayName", "primaryType", "types", "formattedAddress", "location", "rating", "userRatingCount",
    "priceLevel", "businessStatus",
)  # fmt: skip
"""Fields of each search result if no mask is passed."""


def parse_fields(mask: str | None, usual: tuple[str, ...]) -> tuple[str, ...]:
    """Return the top-level fields of a mask such as `places.displayName,places.rating`; `*` means all."""
    if mask is None or not mask.strip():
        return usual
    names = [
        part.strip().removeprefix("places.").removeprefix("place.").split(".")[0] for part in mask.split(",")
    ]
    if "*" in names:
        return FIELDS
    known = tuple(dict.fromkeys(name for name in names if name in FIELDS))
    if not known:
        raise BadArgument(
            "fields", f"'{mask[:80]}' names no field of a place; there are: {', '.join(FIELDS)}"
        )
    return known


def place_shape(world: World, landmark: Landmark, fields: tuple[str, ...]) -> dict[str, Any]:
    """Return a point of interest as JSON of the Places API, without fields that it lacks."""
    makers: dict[str, Callable[[], Any]] = {
        "id": lambda: landmark.id,
        "name": lambda: f"places/{landmark.id}",
        "displayName": lambda: {"text": landmark.name, "languageCode": "en"},
        "primaryType": lambda: landmark.types[0],
        "types": lambda: list(landmark.types),
        "formattedAddress": lambda: landmark.address,
        "shortFormattedAddress": lambda: ", ".join(landmark.address.split(", ")[:2]),
        "location": lambda: {"latitude": landmark.lat, "longitude": landmark.lng},
        "plusCode": lambda: _plus_code(landmark.lat, landmark.lng),
        "rating": lambda: landmark.rating,
        "userRatingCount": lambda: landmark.reviews,
        "priceLevel": lambda: PRICES.get(landmark.price_level or 0),
        "businessStatus": lambda: "OPERATIONAL",
        "regularOpeningHours": lambda: _hours(landmark),
        "currentOpeningHours": lambda: _hours(landmark) | _now(world, landmark),
        "nationalPhoneNumber": lambda: landmark.phone,
        "internationalPhoneNumber": lambda: f"+{_dialling(world, landmark)} {landmark.phone}",
        "websiteUri": lambda: landmark.website,
        "googleMapsUri": lambda: f"https://maps.example.com/?place_id={landmark.id}",
        "editorialSummary": lambda: {"text": landmark.summary, "languageCode": "en"},
        "addressComponents": lambda: components(landmark),
        "utcOffsetMinutes": lambda: utc_offset(world, landmark.lat, landmark.lng),
        "photos": lambda: photos(landmark.id),
    }
    shaped = {name: makers[name]() for name in fields}
    return {name: value for name, value in shaped.items() if value is not None}


def spot_shape(spot: Spot, fields: tuple[str, ...]) -> dict[str, Any]:
    """Return a town, an address or an airport as JSON of the Places API."""
    shaped: dict[str, Any] = {
        "id": spot.id,
        "name": f"places/{spot.id}",
        "displayName": {"text": spot.name, "languageCode": "en"},
        "primaryType": spot.types[0],
        "types": list(spot.types),
        "formattedAddress": spot.address,
        "location": {"latitude": spot.lat, "longitude": spot.lng},
        "plusCode": _plus_code(spot.lat, spot.lng),
        "addressComponents": components(spot),
        "photos": photos(spot.id),
    }
    return {name: shaped[name] for name in fields if name in shaped}


def geocode_shape(spot: Spot) -> dict[str, Any]:
    """Return a spot as JSON of the Geocoding API."""
    shaped = {
        "formatted_address": spot.address,
        "geometry": {
            "location": {"lat": spot.lat, "lng": spot.lng},
            "location_type": str(spot.precision),
        },
        "place_id": spot.id,
        "types": list(spot.types),
        "address_components": [_old_component(component) for component in components(spot)],
        "plus_code": {"global_code": pluscode.encode(spot.lat, spot.lng)},
    }
    if spot.types[0] not in ("locality", "route", "street_address", "plus_code", "country"):
        shaped["name"] = spot.name
    return shaped | ({"partial_match": True} if spot.partial else {})


def components(where: Spot | Landmark) -> list[dict[str, Any]]:
    """Return the address components, from the house number to the country."""
    place = where.place
    parts = [(where.number, where.number, "street_number"), (where.street, where.street, "route")]
    if place is not None:
        region = address_formats.short_region(place.country, place.region_code, place.region)
        parts += [
            (place.name, place.name, "locality"),
            (place.region, region, "administrative_area_level_1"),
            (place.country_name, place.country, "country"),
        ]
    parts.append((where.postcode, where.postcode, "postal_code"))
    return [{"longText": long, "shortText": short, "types": [kind]} for long, short, kind in parts if long]


def _old_component(component: dict[str, Any]) -> dict[str, Any]:
    return {
        "long_name": component["longText"],
        "short_name": component["shortText"],
        "types": component["types"],
    }


def photos(place_id: str) -> list[dict[str, Any]]:
    return [
        {"name": f"places/{place_id}/photos/{number}", "widthPx": 1600, "heightPx": 1200}
        for number in range(1, PHOTOS + 1)
    ]


def _plus_code(lat: float, lng: float) -> dict[str, str]:
    return {"globalCode": pluscode.encode(lat, lng)}


def _hours(landmark: Landmark) -> dict[str, Any]:
    lines = [f"{day}: {_spans(spans)}" for day, spans in zip(DAYS, landmark.hours, strict=True)]
    return {"weekdayDescriptions": lines}


def _spans(spans: tuple[str, ...]) -> str:
    if spans == ("00:00-24:00",):
        return "Open 24 hours"
    return ", ".join(spans).replace("-", " – ") or "Closed"


def _now(world: World, landmark: Landmark) -> dict[str, Any]:
    local = world.atlas.local_time(landmark.lat, landmark.lng, world.now)
    changing = next_change(landmark.hours, local)
    return {"openNow": is_open(landmark.hours, local)} | ({"nextChange": changing} if changing else {})


def utc_offset(world: World, lat: float, lng: float) -> int:
    offset = world.atlas.local_time(lat, lng, world.now).utcoffset()
    return int(offset.total_seconds() // 60) if offset is not None else 0


def _dialling(world: World, landmark: Landmark) -> str:
    return world.atlas.country(landmark.place.country).phone.lstrip("+") or "1"
