"""Routine: find the fastest route past a pictured sight and a supermarket."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites.m3._shared.pictures import find_picture
from m3bench.suites.m3._shared.travel.opening_times import day_hours_field, expected_hours
from m3bench.suites.m3._shared.travel.places import (
    WEEKDAYS,
    fair_radius,
    hours_on,
    name_of,
    nearby,
    places_of,
    point_waypoint,
)
from m3bench.suites.m3._shared.travel.sights import CITY, SIGHT, Sight, geocode, in_town, sight_of, spot_of
from m3bench.suites.m3.family import Family, TaskDraw
from m3bench.suites.plans import Blueprint, CallResult, Plan, PlanError, PlannedCall, Solution, call

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.atlas import Landmark
    from m3bench.world.scenes import Scene

_ROUTE = "google-maps/compute_route"
_RADII = (700, 1000, 1500, 2500, 4000)
_MODES = {"DRIVE": "by car (leaving traffic aside)", "WALK": "on foot", "BICYCLE": "by bicycle"}
_SHORT = {"DRIVE": "by car", "WALK": "on foot", "BICYCLE": "by bicycle"}
_ENDINGS = ("plain", "hours", "modes", "modes and hours")
_ENDS = ("lodging", "train_station", "library", "university", "hospital")
_ATTEMPTS = 12
_CLEARLY = 5
"""Minimum lead of the fastest route in seconds."""
_FEWEST, _NEAREST, _FARTHEST = 3, 900, 6000
_MINUTE = Tolerance(absolute=1)
_FAR = Tolerance(absolute=0.06, relative=0.01)
_STOP_EVERY = 7
"""In one task in this many, no market is near enough."""
_NEAR_ENOUGH = (150, 200, 300, 400, 500, 700, 1000, 1500)
_MARGIN = 0.15
"""Minimum relative distance of the nearest market from the limit."""
_DURATIONS = {"DRIVE": "minutes_by_car", "WALK": "minutes_on_foot", "BICYCLE": "minutes_by_bicycle"}


class Case(NamedTuple):
    sight: Sight
    start: str
    goal: str
    mode: str
    markets: int
    radius: int
    ending: str
    weekday: str
    within: int
    """Maximum distance of the nearest market in metres, 0 for none."""

    def request_items(self) -> list[str]:
        items = ["the minutes of each way", "the market on the fastest one", "its length in km"]
        if "hours" in self.ending:
            items.append(f"the opening hours of that market on {self.weekday}")
        if "modes" in self.ending:
            others = join(_MODES[mode] for mode in self.others())
            items.append(f"how many minutes the same way would take {others}")
        return items

    def fuzzy_items(self) -> str:
        items = ["how long each would take and how far the quickest is"]
        if "hours" in self.ending:
            items.append(f"when that shop is open on a {self.weekday}")
        if "modes" in self.ending:
            items.append(f"what the quickest would be {join(map(_SHORT.__getitem__, self.others()))}")
        return join(items)

    def condition(self) -> str:
        if not self.within:
            return ""
        return (
            f" If none of them is within {self.within} m of the sight, I do without: then I just need the "
            "way without a market."
        )

    def others(self) -> list[str]:
        return [mode for mode in _MODES if mode != self.mode]

    def form(self) -> AnswerForm:
        minutes = AnswerField("minutes", FieldType.DURATION, "how long it takes in all", unit="min")
        over = AnswerField("supermarket", FieldType.NAME, "the market that it leads over")
        fields = [
            SIGHT,
            CITY,
            AnswerField("ways", FieldType.RECORD, "the ways over markets", many=True, fields=(over, minutes)),
            AnswerField(
                "market", FieldType.NAME, "the supermarket on the way to take; null if it leads over none"
            ),
            AnswerField("minutes", FieldType.DURATION, "the time that the way to take needs", unit="min"),
            AnswerField("distance", FieldType.NUMBER, "the length of the way to take", unit="km"),
        ]
        if "hours" in self.ending:
            fields.append(day_hours_field("market_hours", "that supermarket", self.weekday))
        if "modes" in self.ending:
            fields += [
                AnswerField(_DURATIONS[mode], FieldType.DURATION, f"the same way {_SHORT[mode]}", unit="min")
                for mode in self.others()
            ]
        return AnswerForm(tuple(fields))


def make(draw: TaskDraw) -> Blueprint:
    wanted = draw.whole(_FEWEST, 5, "count")
    photo = find_picture(draw, draw.photo_name(), "postcard", partial(_fits, draw))
    sight = sight_of(photo.scene.facts)
    mode, count = draw.pick(tuple(_MODES), "mode"), _count(draw.world, sight, wanted)
    start, goal = _far_ends(draw, sight, mode, count)
    case = Case(
        sight=sight,
        start=start.address,
        goal=goal.address,
        mode=mode,
        markets=count,
        radius=fair_radius(draw.world, sight.spot, "supermarket", _RADII, _FEWEST),
        ending=draw.pick(_ENDINGS[:2] if _is_stop(draw) else _ENDINGS, "ending"),
        weekday=draw.pick(WEEKDAYS, "weekday"),
        within=_within(draw, sight),
    )
    words = case._asdict() | {
        "photo": photo.name,
        "by": _MODES[case.mode],
        "goes": _SHORT[case.mode],
        "wishes": join(case.request_items()),
        "musings": case.fuzzy_items(),
        "condition": case.condition(),
    }
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("google-maps",),
        form=case.form(),
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        level="L2" if case.ending == "plain" else "L3",
        extra={"modalities": ["text", "image"], "mode": case.mode, "solvable": not _is_stop(draw)},
        shown=sight.shown,
        key_facts=sight.key_facts,
    )


def _is_stop(draw: TaskDraw) -> bool:
    return draw.number % _STOP_EVERY == 5


def _within(draw: TaskDraw, sight: Sight) -> int:
    """Draw a maximum distance: missed by all markets if the task should stop, else met, or 0."""
    if _is_stop(draw):
        too_near = [far for far in _NEAR_ENOUGH if not _has_market(draw.world, sight, far * (1 + _MARGIN))]
        if not too_near:
            raise PlanError(f"{draw.id}: a market is next to the sight.")
        return max(too_near)
    kept = [far for far in _NEAR_ENOUGH if _has_market(draw.world, sight, far * (1 - _MARGIN))]
    return min(kept) if kept and draw.whole(0, 1, "condition") else 0


def _has_market(world: World, sight: Sight, radius: float) -> bool:
    return bool(world.atlas.landmarks_near(*sight.spot, radius, ["supermarket"], 1))


_REQUESTS = (
    (
        "I start at {start} and travel {by} to the sight in {photo}, then to a supermarket, and on to "
        "{goal}. Compare the ways over each of the {markets} supermarkets nearest to the sight (as the "
        "crow flies) and tell me {wishes}.{condition}"
    ),
    (
        "Plan a tour {by}: {start}, the landmark shown in {photo}, one supermarket, {goal}, in this "
        "order. Take the {markets} supermarkets closest to the landmark in a straight line as candidates "
        "and report {wishes}.{condition}"
    ),
    (
        "From {start} I'll go {by} to see what {photo} shows; afterwards I need groceries and must end "
        "up at {goal}. Which of the {markets} supermarkets nearest to the sight in a straight line makes "
        "the fastest trip? Give me {wishes}.{condition}"
    ),
)
_FUZZY = (
    (
        "Today I'm {goes}: leaving {start}, a stop to look at this ({photo}), some shopping for food "
        "right after, finally {goal}. Try the {markets} supermarkets closest to the sight and say which "
        "one costs me least time, {musings}.{condition}"
    ),
    (
        "Help me with my day. I set out at {start}, want a glimpse of the thing in {photo}, then buy "
        "milk somewhere near it and be at {goal}, all {goes}. There must be {markets} supermarkets close "
        "by that sight: which is the quickest to work in, {musings}?{condition}"
    ),
    (
        "{start} to {goal} {goes}, seeing the place in {photo} first and then doing the groceries. "
        "Have a look at the {markets} nearest supermarkets there. I'd like the fastest round, "
        "{musings}.{condition}"
    ),
)


def _fits(draw: TaskDraw, scene: Scene) -> bool:
    """Return whether the sight is in a town with enough markets and addresses."""
    world = draw.world
    if not in_town(scene.facts):
        return False
    sight = sight_of(scene.facts)
    try:
        _within(draw, sight)
        fair_radius(world, sight.spot, "supermarket", _RADII, _FEWEST)
    except PlanError:
        return False
    return _count(world, sight, _FEWEST) >= _FEWEST and len(_ends(world, sight)) >= 2


def _count(world: World, sight: Sight, wanted: int) -> int:
    """Return how many of the nearest markets, up to `wanted`, have different names."""
    radius = fair_radius(world, sight.spot, "supermarket", _RADII, _FEWEST)
    names = [each.name for each in world.atlas.landmarks_near(*sight.spot, radius, ["supermarket"], wanted)]
    return next((place for place, name in enumerate(names) if name in names[:place]), len(names))


def _ends(world: World, sight: Sight) -> list[Landmark]:
    """Return places with a usable address, neither at the sight nor far from it."""
    near = world.atlas.landmarks_near(*sight.spot, _FARTHEST, _ENDS, 60)
    close = {each.id for each in world.atlas.landmarks_near(*sight.spot, _NEAREST, _ENDS, 60)}
    return [
        each
        for each in near
        if each.id not in close
        and re.search(r"\d", each.address)
        and not any(fact.casefold() in each.address.casefold() for fact in sight.key_facts)
        and _is_geocoded(world, each)
    ]


def _far_ends(draw: TaskDraw, sight: Sight, mode: str, count: int) -> list[Landmark]:
    """Draw start and goal for which one market is clearly the fastest."""
    ends = _ends(draw.world, sight)
    for attempt in range(_ATTEMPTS):
        start, goal = draw.sample(ends, 2, "ends", attempt)
        if _has_clear_winner(draw.world, sight, (goal.lat, goal.lng), mode, count):
            return [start, goal]
    raise PlanError(f"{draw.id}: no way is faster than the others.")


def _has_clear_winner(world: World, sight: Sight, goal: tuple[float, float], mode: str, count: int) -> bool:
    from m3bench.world.roads import Mode, Preferences  # noqa: PLC0415 - loads the road network

    wanted = Preferences(Mode(mode))
    radius = fair_radius(world, sight.spot, "supermarket", _RADII, _FEWEST)
    markets = world.atlas.landmarks_near(*sight.spot, radius, ["supermarket"], count)
    spots = [(each.lat, each.lng) for each in markets]
    there = world.roads.reaches([sight.spot], spots, wanted)[0]
    away = [row[0] for row in world.roads.reaches(spots, [goal], wanted)]
    seconds = sorted(
        one.seconds + other.seconds for one, other in zip(there, away, strict=True) if one and other
    )
    return len(seconds) == count and seconds[1] - seconds[0] >= _CLEARLY


def _is_geocoded(world: World, place: Landmark) -> bool:
    found = world.atlas.geocode(place.address)
    return bool(found) and abs(found[0].lat - place.lat) + abs(found[0].lng - place.lng) < 1e-4


def _plan(case: Case) -> Plan:
    ends = yield [geocode(address) for address in (case.start, case.sight.address, case.goal)]
    start, sight, goal = map(spot_of, ends)
    stops = (point_waypoint(start), point_waypoint(sight), point_waypoint(goal))
    if case.within:
        (close,) = yield [nearby(sight, case.within, "supermarket", ends[1])]
        if not places_of(close):
            (direct,) = yield [_way(stops, None, case.mode, *ends, close)]
            return _without(case, direct)
    (search,) = yield [nearby(sight, case.radius, "supermarket", ends[1])]
    markets = places_of(search)[: case.markets]
    if len(markets) < case.markets:
        raise PlanError("there are too few supermarkets at the sight.")
    ways = yield [_way(stops, market["id"], case.mode, *ends, search) for market in markets]
    best = _fastest(ways)
    answer, fields = _describe(case, markets, ways, best)
    last = []
    if "hours" in case.ending:
        last.append(call("google-maps/place_details", search, *ways, place_id=markets[best]["id"]))
    if "modes" in case.ending:
        last += [_way(stops, markets[best]["id"], mode, *ends, search, *ways) for mode in case.others()]
    if last:
        more, new = _ending(case, (yield last))
        answer, fields = answer + more, fields | new
    return Solution(answer=answer, fields=fields)


def _way(stops: tuple[dict[str, Any], ...], market: str | None, mode: str, *uses: CallResult) -> PlannedCall:
    start, sight, goal = stops
    over = [sight] if market is None else [sight, {"placeId": market}]
    return call(_ROUTE, *uses, origin=start, destination=goal, intermediates=over, travelMode=mode)


def _seconds(way: CallResult) -> int:
    routes = way.data.get("routes") if isinstance(way.data, dict) else None
    if not routes:
        raise PlanError("there is no way over one of the markets.")
    return int(routes[0]["duration"].removesuffix("s"))


def _minutes(way: CallResult) -> int:
    return round(_seconds(way) / 60)


def _fastest(ways: Sequence[CallResult]) -> int:
    seconds = [_seconds(way) for way in ways]
    first, second = sorted(seconds)[:2]
    if second - first < 2:
        raise PlanError("two ways are about equally fast.")
    return seconds.index(first)


def _kilometres(way: CallResult) -> float:
    return float(way.data["routes"][0]["distanceMeters"]) / 1000


def _duration(way: CallResult) -> Expected:
    return Expected(_minutes(way), tolerance=_MINUTE, grounds=(_raw_duration(way),))


def _length(way: CallResult) -> Expected:
    metres = way.data["routes"][0]["distanceMeters"]
    return Expected(round(_kilometres(way), 1), tolerance=_FAR, grounds=(metres,))


def _describe(
    case: Case, markets: list[dict[str, Any]], ways: Sequence[CallResult], best: int
) -> tuple[str, dict[str, Expected]]:
    lines = [
        f"over {name_of(market)} {_minutes(way)} minutes" for market, way in zip(markets, ways, strict=True)
    ]
    winner = name_of(markets[best])
    answer = (
        f"The sight is {case.sight.name} in {case.sight.city}. {_SHORT[case.mode].capitalize()} it takes "
        f"{join(lines)}. The fastest way is that over {winner} ({markets[best]['formattedAddress']}), "
        f"{_kilometres(ways[best]):.1f} km long."
    )
    compared = tuple(
        {"supermarket": Expected(name_of(market)), "minutes": _duration(way)}
        for market, way in zip(markets, ways, strict=True)
    )
    return answer, {
        "sight": case.sight.expected,
        "city": case.sight.expected_city,
        "ways": Expected(rows=compared),
        "market": Expected(winner, grounds=tuple(map(_raw_duration, ways))),
        "minutes": _duration(ways[best]),
        "distance": _length(ways[best]),
    }


def _raw_duration(way: CallResult) -> str:
    return str(way.data["routes"][0]["duration"])


def _without(case: Case, direct: CallResult) -> Solution:
    """Return the solution without a market near enough: the direct route past the sight."""
    answer = (
        f"The sight is {case.sight.name} in {case.sight.city}. There is no supermarket within "
        f"{case.within} m of it. Without one the way takes {_minutes(direct)} minutes {_SHORT[case.mode]} "
        f"and is {_kilometres(direct):.1f} km long."
    )
    empty = ["market_hours"] if "hours" in case.ending else []
    empty += [_DURATIONS[mode] for mode in case.others()] if "modes" in case.ending else []
    fields = {
        "sight": case.sight.expected,
        "city": case.sight.expected_city,
        "ways": Expected(),
        "market": Expected(),
        "minutes": _duration(direct),
        "distance": _length(direct),
    }
    return Solution(answer=answer, fields=fields | dict.fromkeys(empty, Expected()))


def _ending(case: Case, found: Sequence[CallResult]) -> tuple[str, dict[str, Expected]]:
    answer, fields, rest = "", {}, list(found)
    if "hours" in case.ending:
        hours = hours_on(rest.pop(0), case.weekday)
        answer += f" On {case.weekday} that market has these hours: {hours}."
        fields["market_hours"] = expected_hours(hours)
    for mode, way in zip(case.others(), rest, strict=False):
        answer += f" {_SHORT[mode].capitalize()} it would take {_minutes(way)} minutes."
        fields[_DURATIONS[mode]] = _duration(way)
    return answer, fields


FAMILY = Family(
    number=15,
    name="routine",
    title="Routine",
    goal="Plan a way over a pictured sight and a supermarket and choose the fastest.",
    make=make,
)
