"""Research Station: report strong solar flares, and research stations around a pictured sight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.travel.places import fair_radius, name_of, places_of
from m3bench_suites.builders.m3._shared.travel.sights import (
    Sight,
    geocode,
    is_pinned,
    sight_of,
    spot_of,
)
from m3bench_suites.builders.m3.family import TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene

_NOTICES = "nasa-mcp/get_notifications"
_FLARES = "nasa-mcp/get_solar_flare"
_EJECTIONS = "nasa-mcp/get_coronal_mass_ejection"
_DETAILS = "google-maps/place_details"
_LIMITS = {"M5": 50.0, "M6": 60.0, "M8": 80.0, "X1": 100.0}
"""Flare classes and their peak flux in units of C1."""
_SCALE = {"C": 1.0, "M": 10.0, "X": 100.0}
_RADII = (5_000, 8_000, 12_000, 20_000, 30_000, 45_000)
_SPANS = (8, 10, 12, 14, 21)
_LONG_AGO = 700
_MOST = 3
_STOP = Turn(1, of=7)
"""This task has no such flare."""
_CLASS = re.compile(r"class ([CMX]\d+(?:\.\d+)?)")


class Case(NamedTuple):
    sight: Sight
    first: date
    last: date
    limit: str
    days: tuple[str, ...]
    """Days with such flares in the world."""
    radius: int
    top: int
    clock: bool
    """Whether to ask for the local time of the strongest flare's peak."""


def research_station(draw: TaskDraw) -> TaskSpec:
    photo = find_picture(draw, draw.photo_name(), "postcard", partial(_fits, draw.world))
    sight = sight_of(photo.scene.facts)
    limit = draw.pick(("M5", "M5", "M6", "M8", "X1"), "limit")
    wanted = 0 if draw.is_turn(_STOP) else draw.whole(1, 3, "flare days")
    first, last, days = _window(draw, limit, wanted)
    radius = fair_radius(draw.world, sight.spot, "research_station", _RADII)
    top, clock = draw.whole(1, _MOST, "top"), draw.whole(0, 1, "clock") == 0
    case = Case(sight, first, last, limit, days, radius, top, clock)
    return TaskSpec(
        words={
            "photo": photo.name,
            "first": f"{first:%-d %B %Y}",
            "last": f"{last:%-d %B %Y}",
            "limit": limit,
            "stations": top,
            "radius": radius // 1000,
            "clock": clock,
        },
        plans=(partial(_plan, case), partial(_plan, case, nearby=True)),
        pictures=(photo.picture,),
        extra={"flare_days": len(days), "solvable": bool(days)},
        shown=sight.shown,
        key_facts=(*sight.key_facts, sight.city),
    )


def _fits(world: World, scene: Scene) -> bool:
    """Return whether there are several stations with a clear ranking."""
    if not is_pinned(scene.facts):
        return False
    spot = sight_of(scene.facts).spot
    try:
        radius = fair_radius(world, spot, "research_station", _RADII)
    except PlanError:
        return False
    around = world.atlas.landmarks_near(*spot, radius, ["research_station"], 20)
    best = sorted(around, key=lambda each: (-each.rating, -each.reviews))[: _MOST + 1]
    standings, names = {(place.rating, place.reviews) for place in best}, {place.name for place in best}
    return len(standings) == len(names) == len(best)


def _window(draw: TaskDraw, limit: str, wanted: int) -> tuple[date, date, tuple[str, ...]]:
    """Draw a past period with such flares on `wanted` days, none of them at its edges."""
    sun = draw.world.space.sun
    today = draw.world.now.date()
    for attempt in range(60):
        length = draw.pick(_SPANS, "span", attempt)
        first = today - timedelta(days=draw.whole(length + 2, _LONG_AGO, "first", attempt))
        span = [first + timedelta(days=day) for day in range(length)]
        strong = [day for day in span if any(flare.intensity >= _LIMITS[limit] for flare in sun.flares(day))]
        inner = not strong or (strong[0] > span[0] and strong[-1] < span[-2])
        if inner and len(strong) == wanted:
            return span[0], span[-1], tuple(day.isoformat() for day in strong)
    raise PlanError(f"{draw.id}: no period has flares of {limit} on {wanted} days.")


def _plan(case: Case, *, nearby: bool = False) -> Plan:
    """`nearby` searches stations by kind instead of by words."""
    notices, place = yield [
        call(
            _NOTICES,
            start_date=case.first.isoformat(),
            end_date=case.last.isoformat(),
            notification_type="FLR",
        ),
        geocode(case.sight.address),
    ]
    require(
        _days(notices, case.limit) == list(case.days),
        "the notifications disagree with the world about the flares.",
    )
    spot = spot_of(place)
    search = _by_kind(spot, case.radius, place) if nearby else _by_words(spot, case.radius, place)
    *suns, result = yield [*_sun(case, notices), search]
    stations = _best(places_of(result), case.top)
    flares = [flare for sun in suns[::2] for flare in sun.data["events"]]
    strong = [flare for flare in flares if _flux(flare["classType"]) >= _LIMITS[case.limit]]
    last = [call(_DETAILS, result, place_id=station["id"]) for station in stations]
    if case.clock and strong:
        last.append(_clock(_strongest(strong), stations[0], *suns[::2], result))
    details = yield last
    answer, fields = _describe_flares(case, strong, suns[1::2])
    strongest = _strongest(flares)["classType"]
    answer += f"The strongest flare of that time was of class {strongest}. "
    more, others = _describe_stations(case, details)
    fields |= {"strongest_class": Expected(strongest), **others}
    return Solution(answer=answer + more, fields=fields)


def _sun(case: Case, notices: CallResult) -> list[PlannedCall]:
    """Plan requests for flares and ejections of the given days or, without days, for all flares."""
    if not case.days:
        return [call(_FLARES, notices, start_date=case.first.isoformat(), end_date=case.last.isoformat())]
    return [
        call(tool, notices, start_date=day, end_date=day)
        for day in case.days
        for tool in (_FLARES, _EJECTIONS)
    ]


def _by_words(spot: tuple[float, float], radius: int, place: CallResult) -> PlannedCall:
    circle = {"center": {"latitude": spot[0], "longitude": spot[1]}, "radius": radius}
    return call(
        "google-maps/places_text_search", place,
        query="research station", locationBias={"circle": circle}, maxResultCount=20,
    )  # fmt: skip


def _by_kind(spot: tuple[float, float], radius: int, place: CallResult) -> PlannedCall:
    return call(
        "google-maps/places_nearby_search", place,
        location={"latitude": spot[0], "longitude": spot[1]}, radiusMeters=radius,
        includedTypes=["research_station"],
    )  # fmt: skip


def _flux(kind: str) -> float:
    return _SCALE[kind[0]] * float(kind[1:])


def _days(notices: CallResult, limit: str) -> list[str]:
    """Return the days of strong enough flares in the notifications."""
    days = set()
    for notice in notices.data["notifications"]:
        kind = _CLASS.search(notice["messageBody"])
        if kind and _flux(kind[1]) >= _LIMITS[limit]:
            days.add(notice["activityID"][:10])
    return sorted(days)


def _best(places: list[dict[str, Any]], top: int) -> list[dict[str, Any]]:
    ranked = sorted(places, key=lambda place: (-place["rating"], -place["userRatingCount"]))
    require(len(ranked) >= top, "there are too few research stations.")
    return ranked[:top]


def _strongest(flares: Sequence[dict[str, Any]]) -> dict[str, Any]:
    require(flares, "there was no flare.")
    strongest = max(flares, key=lambda each: _flux(each["classType"]))
    require(
        sum(flare["classType"] == strongest["classType"] for flare in flares) <= 1,
        "two flares are equally strong.",
    )
    return strongest


def _clock(flare: dict[str, Any], station: dict[str, Any], *uses: CallResult) -> PlannedCall:
    peak = datetime.fromisoformat(flare["peakTime"]).astimezone(UTC)
    where = station["location"]
    return call(
        "google-maps/timezone", *uses,
        lat=where["latitude"], lng=where["longitude"], timestamp=int(peak.timestamp()),
    )  # fmt: skip


def _linked_ejections(flare: dict[str, Any]) -> list[str]:
    events = flare["linkedEvents"] or []
    return [event["activityID"] for event in events if "-CME-" in event["activityID"]]


def _describe_flares(
    case: Case, strong: Sequence[dict[str, Any]], ejections: Sequence[CallResult]
) -> tuple[str, dict[str, Expected]]:
    answer = "" if strong else f"No flare of class {case.limit} or stronger began in that time. "
    days = []
    for day, others in zip(case.days, ejections, strict=True):
        count = others.data["count"]
        answer += f"Coronal mass ejections that began on {day}: {count}. "
        days.append({"date": Expected(day, grounds=(day,)), "ejections": Expected(count)})
    for flare in strong:
        linked = _linked_ejections(flare)
        clause = f"linked to the ejection {linked[0]}" if linked else "without a linked ejection"
        answer += f"{_day(flare)}: a flare of class {flare['classType']}, peak {_peak(flare)} UTC, {clause}. "
    return answer, {
        "flares": Expected(rows=tuple(map(_flare_fields, strong))),
        "days": Expected(rows=tuple(days)),
    }


def _flare_fields(flare: dict[str, Any]) -> dict[str, Expected]:
    linked = _linked_ejections(flare)
    if len(linked) > 1 or not flare["peakTime"].startswith(_day(flare)):
        raise PlanError("a flare has several ejections, or peaked on the next day.")
    return {
        "date": Expected(_day(flare), grounds=(flare["flrID"],)),
        "class": Expected(flare["classType"]),
        "peak": Expected(_peak(flare), grounds=(flare["peakTime"],)),
        "ejection": Expected(linked[0]) if linked else Expected(),
    }


def _day(flare: dict[str, Any]) -> str:
    return str(flare["beginTime"])[:10]


def _peak(flare: dict[str, Any]) -> str:
    return str(flare["peakTime"])[11:16]


def _describe_stations(case: Case, details: Sequence[CallResult]) -> tuple[str, dict[str, Expected]]:
    answer = f"The picture shows {case.sight.name}. "
    stations = [detail.data for detail in details[: case.top]]
    answer += " ".join(
        f"{name_of(station)}, {station['formattedAddress']}, is rated {station['rating']}."
        for station in stations
    )
    fields = {"sight": case.sight.expected, "stations": Expected(rows=tuple(map(_station_fields, stations)))}
    if case.clock and len(details) == case.top:
        fields["local_time"] = Expected()
    elif case.clock:
        local = datetime.fromisoformat(details[-1].data["localTime"])
        answer += f" When the strongest flare peaked, it was {local:%H:%M} on {local:%Y-%m-%d} at the first."
        fields["local_time"] = Expected(f"{local:%H:%M}", grounds=(details[-1].data["localTime"],))
    return answer, fields


def _station_fields(station: dict[str, Any]) -> dict[str, Expected]:
    return {
        "name": Expected(name_of(station)),
        "address": Expected(station["formattedAddress"], also=(station["shortFormattedAddress"],)),
        "rating": Expected(station["rating"]),
    }


FAMILY = m3_family(
    number=21,
    name="research_station",
    title="Research Station",
    goal="Relate strong solar flares to research stations around a pictured sight.",
    servers=("nasa-mcp", "google-maps"),
    level="L3",
    tasks=(research_station,),
)
