"""Addresses to coordinates and back."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, NotFound, about, check_point
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.google_maps.landmarks import institution
from m3bench_world.servers.mcp_bench.google_maps.server import ask_original, server

Latitude = Annotated[float, about("Latitude in degrees, -90 to 90.")]
Longitude = Annotated[float, about("Longitude in degrees, -180 to 180.")]


@server.tool
def maps_geocode(
    context: ToolContext,
    address: Annotated[
        str, about("A street address, a town, a landmark or an institution: 'San Francisco City Hall'.")
    ],
) -> Answer:
    """The coordinates of an address or a place: location (lat, lng), formatted_address, place_id and types;
    partial_match is true where only a part of the text was understood."""
    try:
        answer = ask_original(context, "geocode", address=address)
    except NotFound:
        landmark = institution(context.world, address)
        if landmark is None:
            raise
        return Answer(
            {
                "location": {"lat": landmark.lat, "lng": landmark.lng},
                "formatted_address": landmark.address,
                "place_id": landmark.id,
                "types": list(landmark.types),
                "name": landmark.name,
                "partial_match": landmark.name.casefold() != address.strip().casefold(),
            }
        )
    return Answer(_shape(answer.data["results"][0]))


@server.tool
def maps_reverse_geocode(context: ToolContext, latitude: Latitude, longitude: Longitude) -> Answer:
    """The address at a point: formatted_address, place_id and the parts of the address; and wider ones, such
    as the town."""
    check_point(latitude, longitude, ("latitude", "longitude"))
    found = ask_original(context, "reverse_geocode", lat=latitude, lng=longitude).data["results"]
    if not found:
        raise NotFound(f"no address near {latitude:g},{longitude:g}")
    best, *wider = found
    return Answer(
        _shape(best)
        | {
            "address_components": best["address_components"],
            "wider": [
                {"formatted_address": one["formatted_address"], "types": one["types"]} for one in wider
            ],
        }
    )


def _shape(result: dict[str, Any]) -> dict[str, Any]:
    kept = ("formatted_address", "place_id", "types", "name", "partial_match")
    return {"location": result["geometry"]["location"]} | {
        name: result[name] for name in kept if name in result
    }
