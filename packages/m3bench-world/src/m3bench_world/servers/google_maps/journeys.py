"""Routes in the shapes of the Routes, Directions and Distance Matrix APIs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench_world.roads import Mode, Point, Reach, RoadKind, Route, Step, encode_polyline
from m3bench_world.servers.google_maps.waypoints import LEGACY_MODES, End
from m3bench_world.servers.google_maps.wording import (
    distance_words,
    duration_words,
    instructions,
    merge_steps,
    thin_path,
)

MOST_STEPS = 120
MOST_POINTS = 300
ROUTE_FIELDS = (
    "routeLabels", "description", "distanceMeters", "duration", "staticDuration", "polyline", "viewport",
    "warnings", "travelAdvisory", "optimizedIntermediateWaypointIndex", "localizedValues", "legs",
)  # fmt: skip
LEG_FIELDS = (
    "distanceMeters",
    "duration",
    "staticDuration",
    "startLocation",
    "endLocation",
    "polyline",
    "steps",
)
STEP_FIELDS = (
    "distanceMeters", "staticDuration", "startLocation", "endLocation", "navigationInstruction",
    "travelMode", "polyline",
)  # fmt: skip


def _place(point: Point) -> dict[str, Any]:
    return {"latLng": {"latitude": point[0], "longitude": point[1]}}


def _corner(point: Point) -> dict[str, float]:
    return {"lat": point[0], "lng": point[1]}


def _path(routes: Sequence[Route]) -> list[Point]:
    path: list[Point] = []
    for route in routes:
        path += route.path[1:] if path and route.path[:1] == path[-1:] else route.path
    return path


def _box(path: Sequence[Point]) -> tuple[Point, Point]:
    """Return the south-western and north-eastern corners."""
    lats, lngs = [lat for lat, _ in path], [lng for _, lng in path]
    return (min(lats), min(lngs)), (max(lats), max(lngs))


def _warnings(routes: Sequence[Route], mode: Mode) -> list[str]:
    texts = []
    if any(route.toll for route in routes):
        texts.append("This route has tolls.")
    if any(route.ferry for route in routes):
        texts.append("This route includes a ferry.")
    if mode in (Mode.WALK, Mode.BICYCLE) and any(
        step.kind is RoadKind.TRUNK for route in routes for step in route.steps
    ):
        texts.append("Parts of this route follow busy roads: take care.")
    return texts


def route_shape(legs: Sequence[Route], mode: Mode, warnings: Sequence[str] = ()) -> dict[str, Any]:
    """Return a route as JSON of the Routes API."""
    path = _path(legs)
    low, high = _box(path)
    metres, busy = sum(leg.metres for leg in legs), sum(leg.busy_seconds for leg in legs)
    shaped: dict[str, Any] = {
        "routeLabels": ["DEFAULT_ROUTE"],
        "description": _summary(legs),
        "distanceMeters": metres,
        "duration": f"{busy}s",
        "staticDuration": f"{sum(leg.seconds for leg in legs)}s",
        "localizedValues": {
            "distance": {"text": distance_words(metres)},
            "duration": {"text": duration_words(busy)},
        },
        "polyline": {"encodedPolyline": encode_polyline(thin_path(path, MOST_POINTS))},
        "viewport": {"low": _place(low)["latLng"], "high": _place(high)["latLng"]},
        "warnings": [*_warnings(legs, mode), *warnings],
        "legs": [_leg(leg, mode, len(legs)) for leg in legs],
    }
    if any(leg.toll for leg in legs):
        shaped["travelAdvisory"] = {"tollInfo": {"tollDistanceMeters": sum(leg.toll_metres for leg in legs)}}
    return shaped


def alternative_shape(other: Route, mode: Mode) -> dict[str, Any]:
    """Return an alternative route without its steps."""
    shaped = route_shape([other], mode)
    for name in ("legs", "viewport", "polyline", "localizedValues"):
        del shaped[name]
    return shaped | {"routeLabels": ["DEFAULT_ROUTE_ALTERNATE"]}


def _summary(legs: Sequence[Route]) -> str:
    names = dict.fromkeys(leg.summary for leg in legs if leg.summary)
    return ", ".join(list(names)[:3])


def _leg(leg: Route, mode: Mode, legs: int) -> dict[str, Any]:
    steps = merge_steps(leg.steps, MOST_STEPS // legs)
    whole = leg if len(steps) == len(leg.steps) else _with_steps(leg, steps)
    texts = instructions(whole, mode)
    points = max(2, MOST_POINTS // legs // max(1, len(steps)))
    path = whole.path
    return {
        "distanceMeters": leg.metres,
        "duration": f"{leg.busy_seconds}s",
        "staticDuration": f"{leg.seconds}s",
        "startLocation": _place(path[0]),
        "endLocation": _place(path[-1]),
        "polyline": {"encodedPolyline": encode_polyline(thin_path(path, MOST_POINTS // legs))},
        "steps": [
            {
                "distanceMeters": step.metres,
                "staticDuration": f"{step.seconds}s",
                "startLocation": _place(step.path[0]),
                "endLocation": _place(step.path[-1]),
                "navigationInstruction": {"maneuver": text.maneuver, "instructions": text.text},
                "travelMode": _step_mode(step, mode),
                "polyline": {"encodedPolyline": encode_polyline(thin_path(step.path, points))},
            }
            for step, text in zip(steps, texts, strict=True)
        ],
    }


def _with_steps(leg: Route, steps: tuple[Step, ...]) -> Route:
    return Route(
        metres=leg.metres,
        seconds=leg.seconds,
        busy_seconds=leg.busy_seconds,
        steps=steps,
        toll=leg.toll,
        ferry=leg.ferry,
    )


def _step_mode(step: Step, mode: Mode) -> str:
    if mode is Mode.TRANSIT:
        return "TRANSIT" if step.ride else "WALK"
    return mode.value


def _distance(metres: int) -> dict[str, Any]:
    return {"text": distance_words(metres), "value": metres}


def _duration(seconds: int) -> dict[str, Any]:
    return {"text": duration_words(seconds), "value": seconds}


def element_shape(reach: Reach | None, *, traffic: bool) -> dict[str, Any]:
    """Return a cell of the Distance Matrix API."""
    if reach is None:
        return {"status": "ZERO_RESULTS"}
    shaped = {"status": "OK", "distance": _distance(reach.metres), "duration": _duration(reach.seconds)}
    return shaped | ({"duration_in_traffic": _duration(reach.busy_seconds)} if traffic else {})


def directions_shape(
    ends: Sequence[End], legs: Sequence[Route], mode: Mode, *, traffic: bool
) -> dict[str, Any]:
    """Return the response of the Directions API."""
    low, high = _box(_path(legs))
    shaped = {
        "summary": _summary(legs),
        "bounds": {"southwest": _corner(low), "northeast": _corner(high)},
        "overview_polyline": {"points": encode_polyline(thin_path(_path(legs), MOST_POINTS))},
        "warnings": _warnings(legs, mode),
        "waypoint_order": [],
        "legs": [
            _legacy_leg(leg, ends[index], ends[index + 1], mode, len(legs), traffic=traffic)
            for index, leg in enumerate(legs)
        ],
    }
    return {"status": "OK", "routes": [shaped]}


def _legacy_leg(leg: Route, start: End, end: End, mode: Mode, legs: int, *, traffic: bool) -> dict[str, Any]:
    steps = merge_steps(leg.steps, MOST_STEPS // legs)
    whole = leg if len(steps) == len(leg.steps) else _with_steps(leg, steps)
    texts = instructions(whole, mode)
    points = max(2, min(20, MOST_POINTS // legs // max(1, len(steps))))
    shaped: dict[str, Any] = {
        "start_address": start.label,
        "end_address": end.label,
        "start_location": _corner(whole.path[0]),
        "end_location": _corner(whole.path[-1]),
        "distance": _distance(leg.metres),
        "duration": _duration(leg.seconds),
    }
    if traffic:
        shaped["duration_in_traffic"] = _duration(leg.busy_seconds)
    shaped["steps"] = [
        {
            "html_instructions": text.text,
            "maneuver": text.maneuver.casefold().replace("_", "-"),
            "distance": _distance(round(step.metres)),
            "duration": _duration(round(step.seconds)),
            "start_location": _corner(step.path[0]),
            "end_location": _corner(step.path[-1]),
            "travel_mode": _legacy_mode(step, mode),
            "polyline": {"points": encode_polyline(thin_path(step.path, points))},
        }
        for step, text in zip(steps, texts, strict=True)
    ]
    return shaped


def _legacy_mode(step: Step, mode: Mode) -> str:
    names = {new: old.upper() for old, new in LEGACY_MODES.items()}
    return names[Mode(_step_mode(step, mode))]
