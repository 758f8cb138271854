"""Routes, directions and distance matrices."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_choice
from m3bench_world.roads import Mode, Preferences
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.google_maps.journeys import (
    LEG_FIELDS,
    ROUTE_FIELDS,
    STEP_FIELDS,
    alternative_shape,
    directions_shape,
    element_shape,
    route_shape,
)
from m3bench_world.servers.google_maps.server import server
from m3bench_world.servers.google_maps.waypoints import (
    MOST_STOPS,
    End,
    best_order,
    find_routes,
    locate,
    no_route,
    parse_departure,
    parse_mode,
    read_waypoint,
)

LONGEST = 2_000


def parse_mask(fields: str, root: str) -> list[tuple[str, ...]]:
    """Split a mask into paths. The name of the outermost list may be omitted."""
    if len(fields) > LONGEST:
        raise BadArgument("fields", f"it has {len(fields):,} characters; the maximum is {LONGEST:,}")
    found = []
    for part in fields.replace("/", ".").split(","):
        names = tuple(name for name in part.strip().split(".") if name)
        if names:
            found.append(names if names[0] in (root, "*") else (root, *names))
    return found


def apply_mask(data: Any, mask: list[tuple[str, ...]]) -> Any:
    """Return the parts of nested dicts and lists that a mask names."""
    if any(not names or names[0] == "*" for names in mask):
        return data
    if isinstance(data, list):
        return [apply_mask(item, mask) for item in data]
    if not isinstance(data, dict):
        return data
    kept = {}
    for key, value in data.items():
        inner = [names[1:] for names in mask if names[0] == key]
        if inner:
            kept[key] = apply_mask(value, inner)
    return kept


SOURCES = ("geonames", "roads", "landmarks")
MOST_IN_MATRIX = 25
TRAFFIC = ("TRAFFIC_UNAWARE", "TRAFFIC_AWARE", "TRAFFIC_AWARE_OPTIMAL")
UNASKED: list[tuple[str, ...]] = [("routes", name) for name in ROUTE_FIELDS if name != "legs"] + [
    ("routes", "legs", name) for name in LEG_FIELDS if name not in ("steps", "polyline")
]
UNASKED += [("routes", "legs", "steps", name) for name in STEP_FIELDS if name != "polyline"]

Waypoint = dict[str, Any]
_FORMS = (
    '{"address": "Lyon, France"}, {"placeId": "ChIJ…"} or '
    '{"location": {"latLng": {"latitude": 45.76, "longitude": 4.84}}}.'
)
_LEGACY = "An address, a place name, 'lat,lng' or 'place_id:ChIJ…'."
_MODE = "driving, walking, bicycling, transit or two_wheeler."
_DEPARTURE = (
    "'now', seconds since 1970 such as '1762354800', or '2025-11-05T17:30:00Z'; adds the time in traffic."
)


@server.tool
def compute_route(
    context: ToolContext,
    origin: Annotated[Waypoint, about(f"Where the route begins: {_FORMS}")],
    destination: Annotated[Waypoint, about(f"Where the route ends: {_FORMS}")],
    travelMode: Annotated[str, about("DRIVE, WALK, BICYCLE, TWO_WHEELER or TRANSIT.")] = "DRIVE",
    routingPreference: Annotated[
        str | None,
        about("TRAFFIC_UNAWARE (default), TRAFFIC_AWARE or TRAFFIC_AWARE_OPTIMAL (with the traffic now)."),
    ] = None,
    avoidTolls: Annotated[bool | None, about("Take no toll roads where there is another way.")] = None,
    optimizeWaypointOrder: Annotated[
        bool | None, about("Visit the intermediates in the order that takes the least time.")
    ] = None,
    intermediates: Annotated[
        list[Waypoint] | None, about(f"Up to {MOST_STOPS} stops on the way, each like origin.")
    ] = None,
    fields: Annotated[
        str | None,
        about(
            "Which parts to return, by commas: routes.distanceMeters,routes.duration,"
            "routes.polyline.encodedPolyline,routes.legs.steps.navigationInstruction; '*' for everything."
        ),
    ] = None,
) -> Answer:
    """Find the quickest route between two places, with stops on the way. Returns routes with distanceMeters,
    duration ("1234s"), an encoded polyline and legs with steps in words; further routes are other ways."""
    ends = [read_waypoint(context.world, origin, "origin")]
    ends += [
        read_waypoint(context.world, stop, f"intermediates[{i}]")
        for i, stop in enumerate(_stops(intermediates))
    ]
    ends.append(read_waypoint(context.world, destination, "destination"))
    mode = Mode(check_choice(travelMode, "travelMode", tuple(Mode)))
    traffic = check_choice(routingPreference or TRAFFIC[0], "routingPreference", TRAFFIC)
    wanted = Preferences(mode, avoid_tolls=bool(avoidTolls) and mode in (Mode.DRIVE, Mode.TWO_WHEELER))
    order = best_order(context, ends, wanted) if optimizeWaypointOrder and len(ends) > 2 else []
    if order:
        ends = [ends[0], *(ends[stop + 1] for stop in order), ends[-1]]
    when = None if traffic == TRAFFIC[0] else context.world.now
    legs, warnings = find_routes(context, ends, wanted, when, most=3 if len(ends) == 2 else 1)
    if traffic == TRAFFIC[2]:
        legs = [sorted(leg, key=lambda route: route.busy_seconds) for leg in legs]
    routes = [route_shape([leg[0] for leg in legs], mode, warnings)]
    if order:
        routes[0]["optimizedIntermediateWaypointIndex"] = order
    routes += [alternative_shape(other, mode) for other in legs[0][1:]] if len(legs) == 1 else []
    return Answer(_select_fields({"routes": routes}, fields), sources=SOURCES)


def _stops(intermediates: list[Waypoint] | None) -> list[Waypoint]:
    stops = intermediates or []
    if len(stops) > MOST_STOPS:
        raise BadArgument("intermediates", f"{len(stops)} stops are too many; the maximum is {MOST_STOPS}")
    return stops


def _select_fields(answer: dict[str, Any], fields: str | None) -> Any:
    mask = parse_mask(fields, "routes") if fields is not None else []
    kept = apply_mask(answer, mask or UNASKED)
    if not any(kept.get("routes", [])):
        known = ", ".join(f"routes.{name}" for name in ROUTE_FIELDS)
        raise BadArgument("fields", f"it names no field of a route; there are {known}")
    return kept


@server.tool
def directions_legacy(
    context: ToolContext,
    origin: Annotated[str, about(f"Where the route begins. {_LEGACY}")],
    destination: Annotated[str, about(f"Where the route ends. {_LEGACY}")],
    mode: Annotated[str, about(_MODE)] = "driving",
    waypoints: Annotated[
        list[str] | None,
        about(f"Up to {MOST_STOPS} stops, each like origin; 'optimize:true' first finds the best order."),
    ] = None,
    departure_time: Annotated[str | None, about(_DEPARTURE)] = None,
) -> Answer:
    """Directions between two places, with stops, in the shape of the Directions API: legs with distance,
    duration and steps in words (html_instructions), an overview polyline and the order of the stops."""
    stops, optimised = _read_stops(waypoints)
    ends = [locate(context.world, origin, "origin")]
    ends += [locate(context.world, stop, f"waypoints[{index}]") for index, stop in enumerate(stops)]
    ends.append(locate(context.world, destination, "destination"))
    wanted = Preferences(parse_mode(mode))
    when = parse_departure(context.world, departure_time)
    order = best_order(context, ends, wanted) if optimised and stops else list(range(len(stops)))
    ends = [ends[0], *(ends[stop + 1] for stop in order), ends[-1]]
    legs, _ = find_routes(context, ends, wanted, when)
    answer = directions_shape(ends, [leg[0] for leg in legs], wanted.mode, traffic=when is not None)
    answer["routes"][0]["waypoint_order"] = order
    return Answer(answer, sources=SOURCES)


def _read_stops(waypoints: list[str] | None) -> tuple[list[str], bool]:
    """Read stops from a list or from text separated by bars, as in a URL."""
    given = [part.strip() for text in waypoints or [] for part in text.split("|") if part.strip()]
    optimised = any(part.casefold() in ("optimize:true", "optimise:true") for part in given)
    stops = [part for part in given if not part.casefold().startswith(("optimize:", "optimise:"))]
    if len(stops) > MOST_STOPS:
        raise BadArgument("waypoints", f"{len(stops)} stops are too many; the maximum is {MOST_STOPS}")
    return stops, optimised


@server.tool
def distance_matrix(
    context: ToolContext,
    origins: Annotated[list[str], about(f"Up to {MOST_IN_MATRIX} starting points. {_LEGACY}")],
    destinations: Annotated[list[str], about(f"Up to {MOST_IN_MATRIX} goals. {_LEGACY}")],
    mode: Annotated[str, about(_MODE)] = "driving",
    departure_time: Annotated[str | None, about(_DEPARTURE)] = None,
) -> Answer:
    """Distance and travel time from every origin to every destination: a row for each origin with an
    element for each destination, in metres and seconds. No way: ZERO_RESULTS; unknown place: NOT_FOUND."""
    for name, texts in (("origins", origins), ("destinations", destinations)):
        if not 1 <= len(texts) <= MOST_IN_MATRIX:
            raise BadArgument(name, f"pass 1 to {MOST_IN_MATRIX} of them, not {len(texts)}")
    wanted = Preferences(parse_mode(mode))
    when = parse_departure(context.world, departure_time)
    starts, goals = (
        _locate_all(context, origins, "origins"),
        _locate_all(context, destinations, "destinations"),
    )
    known = [goal for goal in goals if goal]
    rows = []
    reached = False
    for start in starts:
        reaches = (
            context.world.roads.reaches([start.point], [goal.point for goal in known], wanted, when)[0]
            if start
            else []
        )
        found = iter(reaches)
        elements = [
            element_shape(next(found), traffic=when is not None)
            if start and goal
            else {"status": "NOT_FOUND"}
            for goal in goals
        ]
        reached = reached or any(reach is not None for reach in reaches)
        rows.append({"elements": elements})
    if not reached:
        first = next(start for start in starts if start)
        raise no_route(
            context, first, known[0], "no road, tunnel or ferry leads from any origin to any destination"
        )
    labels = [[end.label if end else "" for end in ends] for ends in (starts, goals)]
    return Answer(
        {"status": "OK", "origin_addresses": labels[0], "destination_addresses": labels[1], "rows": rows},
        sources=SOURCES,
    )


def _locate_all(context: ToolContext, texts: list[str], name: str) -> list[End | None]:
    """Locate each place; None for unknown ones. Raises if all are unknown."""
    ends: list[End | None] = []
    failures = []
    for index, text in enumerate(texts):
        try:
            ends.append(locate(context.world, text, f"{name}[{index}]"))
        except NotFound as failure:
            failures.append(failure)
            ends.append(None)
    if len(failures) == len(texts):
        raise failures[0]
    return ends
