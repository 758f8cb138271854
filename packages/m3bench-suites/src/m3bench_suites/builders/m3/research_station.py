"""Research Station: report strong solar flares, and research stations around a pictured sight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.travel.places import fair_radius, name_of, places_of
from m3bench_suites.builders.m3._shared.travel.sights import (
    SIGHT,
    Sight,
    geocode,
    is_pinned,
    sight_of,
    spot_of,
)
from m3bench_suites.builders.m3.family import Family, TaskDraw

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
_STOP_EVERY = 7
"""One task in this many has no such flare."""
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

    def request_items(self) -> list[str]:
        items = [
            (
                "for each of those flares its date, class and peak time (UTC) and the id of the coronal mass "
                "ejection linked to it, if there is one"
            ),
            "for each of those days how many ejections began on it",
            "the class of the strongest flare of the whole time, however weak it was",
            f"name, address and rating of {self._stations()}",
        ]
        if self.clock:
            items.append("the local time at the best-rated station when the strongest of those flares peaked")
        return items

    def _stations(self) -> str:
        which = "best-rated research station" if self.top == 1 else f"{self.top} best-rated research stations"
        return f"the {which} within {self.radius // 1000} km of the sight (of equals those with more reviews)"

    def fuzzy_items(self) -> list[str]:
        stations = "the research station" if self.top == 1 else f"the {self.top} research stations"
        items = [
            "when each peaked (UTC) and which ejection hangs together with it, if any",
            "how many ejections began on those days",
            "how strong the strongest of all was in that time, even a weak one",
            (
                f"{stations} within {self.radius // 1000} km of the sight that people rate highest (more "
                "reviews win a tie), with address and stars"
            ),
        ]
        if self.clock:
            items.append(
                "what the clocks at the best-rated one showed at the peak of the strongest of those flares"
            )
        return items

    def form(self) -> AnswerForm:
        day = AnswerField("date", FieldType.DATE, "the day, in UTC")
        flare = (
            AnswerField("date", FieldType.DATE, "the day on which it began, in UTC"),
            AnswerField("class", FieldType.CODE, "its class"),
            AnswerField("peak", FieldType.TIME, "when it peaked, in UTC"),
            AnswerField("ejection", FieldType.CODE, "the id of the linked ejection; null if there is none"),
        )
        station = (
            AnswerField("name", FieldType.NAME, "what it is called"),
            AnswerField("address", FieldType.TEXT, "its address"),
            AnswerField("rating", FieldType.NUMBER, "its rating"),
        )
        count = AnswerField("ejections", FieldType.NUMBER, "how many ejections began on it")
        fields = [
            SIGHT,
            AnswerField("flares", FieldType.RECORD, "the flares asked for", many=True, fields=flare),
            AnswerField("days", FieldType.RECORD, "the days of these flares", many=True, fields=(day, count)),
            AnswerField("strongest_class", FieldType.CODE, "the class of the strongest flare of that time"),
            AnswerField("stations", FieldType.RECORD, "the research stations", many=True, fields=station),
        ]
        if self.clock:
            meaning = "local time at the best-rated station at the peak of the strongest of these flares"
            fields.append(AnswerField("local_time", FieldType.TIME, meaning))
        return AnswerForm(tuple(fields))


def make(draw: TaskDraw) -> Blueprint:
    photo = find_picture(draw, draw.photo_name(), "postcard", partial(_fits, draw.world))
    sight = sight_of(photo.scene.facts)
    limit = draw.pick(("M5", "M5", "M6", "M8", "X1"), "limit")
    wanted = 0 if _is_stop(draw) else draw.whole(1, 3, "flare days")
    first, last, days = _window(draw, limit, wanted)
    radius = fair_radius(draw.world, sight.spot, "research_station", _RADII)
    top, clock = draw.whole(1, _MOST, "top"), draw.whole(0, 1, "clock") == 0
    case = Case(sight, first, last, limit, days, radius, top, clock)
    words = {
        "photo": photo.name,
        "first": f"{first:%-d %B %Y}",
        "last": f"{last:%-d %B %Y}",
        "limit": limit,
    }
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, **words, wishes=join(case.request_items())),
        fuzzy_request=draw.phrased(*_FUZZY, **words, wishes=join(case.fuzzy_items())),
        servers=("nasa-mcp", "google-maps"),
        form=case.form(),
        plans=(partial(_plan, case), partial(_plan, case, nearby=True)),
        pictures=(photo.picture,),
        level="L3",
        extra={"modalities": ["text", "image"], "flare_days": len(days), "solvable": bool(days)},
        shown=sight.shown,
        key_facts=(*sight.key_facts, sight.city),
    )


def _is_stop(draw: TaskDraw) -> bool:
    return draw.number % _STOP_EVERY == 1


_REQUESTS = (
    (
        "Which solar flares of class {limit} or stronger began from {first} to {last}? And which sight is "
        "in {photo}? Report {wishes}."
    ),
    (
        "I match space weather with places. Take the flares of at least {limit} that began between {first} "
        "and {last}, both included, and the sight shown in {photo}. Give me {wishes}."
    ),
    (
        "I am making a table of the flares from {limit} upwards that began between {first} and {last} (both "
        "days included) and of research stations around the landmark in {photo}. It needs {wishes}."
    ),
)
_FUZZY = (
    (
        "How wild was the Sun from {first} to {last}? Only the big ones, {limit} and up. I also want "
        "to visit some scientists near the sight in {photo}. So please: {wishes}."
    ),
    (
        "For a story set at the sight in {photo}: the solar flares of {limit} or more from {first} to "
        "{last}, with {wishes}."
    ),
    (
        "My club asks about flares ({limit} and above, {first} until {last}) and whom we could ask "
        "about them around this sight: {photo}. Find out {wishes}."
    ),
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
    standings, names = {(each.rating, each.reviews) for each in best}, {each.name for each in best}
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
    if _days(notices, case.limit) != list(case.days):
        raise PlanError("the notifications disagree with the world about the flares.")
    spot = spot_of(place)
    search = _by_kind(spot, case.radius, place) if nearby else _by_words(spot, case.radius, place)
    *suns, found = yield [*_sun(case, notices), search]
    stations = _best(places_of(found), case.top)
    flares = [flare for each in suns[::2] for flare in each.data["events"]]
    strong = [flare for flare in flares if _flux(flare["classType"]) >= _LIMITS[case.limit]]
    last = [call(_DETAILS, found, place_id=each["id"]) for each in stations]
    if case.clock and strong:
        last.append(_clock(_strongest(strong), stations[0], *suns[::2], found))
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
    found = set()
    for each in notices.data["notifications"]:
        kind = _CLASS.search(each["messageBody"])
        if kind and _flux(kind[1]) >= _LIMITS[limit]:
            found.add(each["activityID"][:10])
    return sorted(found)


def _best(places: list[dict[str, Any]], top: int) -> list[dict[str, Any]]:
    ranked = sorted(places, key=lambda each: (-each["rating"], -each["userRatingCount"]))
    if len(ranked) < top:
        raise PlanError("there are too few research stations.")
    return ranked[:top]


def _strongest(flares: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if not flares:
        raise PlanError("there was no flare.")
    strongest = max(flares, key=lambda each: _flux(each["classType"]))
    if sum(each["classType"] == strongest["classType"] for each in flares) > 1:
        raise PlanError("two flares are equally strong.")
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
    return [each["activityID"] for each in events if "-CME-" in each["activityID"]]


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
    stations = [each.data for each in details[: case.top]]
    answer += " ".join(
        f"{name_of(each)}, {each['formattedAddress']}, is rated {each['rating']}." for each in stations
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


FAMILY = Family(
    number=21,
    name="research_station",
    title="Research Station",
    goal="Relate strong solar flares to research stations around a pictured sight.",
    make=make,
)
