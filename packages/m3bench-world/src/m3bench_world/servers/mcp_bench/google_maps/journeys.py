"""Distances, directions and elevations."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec

from m3bench.servers.kit import Answer, BadArgument, about, check_point
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.google_maps import parse_departure
from m3bench_world.servers.mcp_bench.google_maps.addresses import Latitude, Longitude
from m3bench_world.servers.mcp_bench.google_maps.server import ask_original, server

MOST_LOCATIONS = 200

Mode = Annotated[Literal["driving", "walking", "bicycling", "transit"], about("How to travel.")]
Moment = str | msgspec.UnsetType
_END = "An address, a place or 'latitude,longitude'."
_TIME = "'now', seconds since 1970, or an ISO time such as '2025-11-08T09:00:00-07:00'; without offset: UTC."


class Location(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point."""

    latitude: Latitude
    longitude: Longitude


@server.tool
def maps_distance_matrix(
    context: ToolContext,
    origins: Annotated[list[str], about(f"Up to 25 starting points. {_END}")],
    destinations: Annotated[list[str], about(f"Up to 25 goals. {_END}")],
    mode: Mode = "driving",
) -> Answer:
    """Distance (metres) and travel time (seconds) from every origin to every destination: a row for each
    origin. Where there is no way, or a place is unknown, both are null and the status says why."""
    answer = ask_original(context, "distance_matrix", origins=origins, destinations=destinations, mode=mode)
    rows = [[_cell(element) for element in row["elements"]] for row in answer.data["rows"]]
    return Answer(
        {
            "mode": mode,
            "origin_addresses": answer.data["origin_addresses"],
            "destination_addresses": answer.data["destination_addresses"],
            "rows": rows,
        },
        sources=answer.sources,
    )


def _cell(element: dict[str, Any]) -> dict[str, Any]:
    return {name: element.get(name) for name in ("status", "distance", "duration")}


@server.tool
def maps_directions(
    context: ToolContext,
    origin: Annotated[str, about(f"Where the route begins. {_END}")],
    destination: Annotated[str, about(f"Where the route ends. {_END}")],
    mode: Mode = "driving",
    departure_time: Annotated[Moment, about(f"When to leave. {_TIME}")] = msgspec.UNSET,
    arrival_time: Annotated[
        Moment, about(f"When to arrive, instead of departure_time. {_TIME}")
    ] = msgspec.UNSET,
) -> Answer:
    """Directions between two places: distance, duration and steps in words, each with distance, duration and
    coordinates. With a time also the duration in traffic, and when to leave and arrive, in local time."""
    if departure_time is not msgspec.UNSET and arrival_time is not msgspec.UNSET:
        raise BadArgument("arrival_time", "pass departure_time or arrival_time, not both")
    ends: dict[str, Any] = {"origin": origin, "destination": destination, "mode": mode}
    leaving = _departure(context, ends, departure_time, arrival_time)
    time = None if leaving is None else leaving.isoformat()
    answer = ask_original(context, "directions_legacy", **ends, departure_time=time)
    route = answer.data["routes"][0]
    (leg,) = route["legs"]
    shaped: dict[str, Any] = {
        "summary": route["summary"],
        "start_address": leg["start_address"],
        "end_address": leg["end_address"],
        "distance": leg["distance"],
        "duration": leg["duration"],
    }
    if leaving is not None:
        shaped |= _times(context, leg, leaving)
    shaped |= {"warnings": route["warnings"], "steps": [_step(step) for step in leg["steps"]]}
    return Answer({"routes": [shaped]}, sources=answer.sources)


def _departure(
    context: ToolContext, ends: dict[str, Any], departure: Moment, arrival: Moment
) -> datetime | None:
    """Return when to leave; to arrive at a time, it is as much earlier as the route takes."""
    if arrival is msgspec.UNSET:
        return None if departure is msgspec.UNSET else parse_departure(context.world, departure)
    moment = parse_departure(context.world, arrival, "arrival_time")
    (leg,) = ask_original(context, "directions_legacy", **ends).data["routes"][0]["legs"]
    return None if moment is None else moment - timedelta(seconds=leg["duration"]["value"])


def _times(context: ToolContext, leg: dict[str, Any], leaving: datetime) -> dict[str, Any]:
    duration = leg.get("duration_in_traffic", leg["duration"])
    arriving = leaving + timedelta(seconds=duration["value"])

    def local(moment: datetime, place: dict[str, float]) -> str:
        return context.world.atlas.local_time(place["lat"], place["lng"], moment).isoformat(
            timespec="minutes"
        )

    return {
        "duration_in_traffic": duration,
        "departure_time": local(leaving, leg["start_location"]),
        "arrival_time": local(arriving, leg["end_location"]),
    }


def _step(step: dict[str, Any]) -> dict[str, Any]:
    return {
        "instruction": step["html_instructions"],
        "distance": step["distance"],
        "duration": step["duration"],
        "travel_mode": step["travel_mode"],
        "start_location": step["start_location"],
        "end_location": step["end_location"],
    }


@server.tool
def maps_elevation(
    context: ToolContext,
    locations: Annotated[list[Location], about("Points, 1 to 200.")],
) -> Answer:
    """Elevation above sea level in metres of each point, in the order given."""
    if not 1 <= len(locations) <= MOST_LOCATIONS:
        raise BadArgument("locations", f"pass 1 to {MOST_LOCATIONS} points, not {len(locations)}")
    points = [
        check_point(
            location.latitude, location.longitude, (f"locations[{i}].latitude", f"locations[{i}].longitude")
        )
        for i, location in enumerate(locations)
    ]
    texts = [f"{lat:.7f},{lng:.7f}" for lat, lng in points]
    answer = ask_original(context, "elevation_by_locations", locations=texts)
    return Answer({"results": answer.data["results"]}, sources=answer.sources)
