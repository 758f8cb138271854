"""Routine: from one address past a pictured sight and a supermarket to another, by the fastest way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import (
    AnswerNames,
    AnswerNumber,
    Called,
    CalledBefore,
    Check,
    Claim,
    Claims,
    Quantity,
    Tolerance,
)
from m3bench.suites.m3._shared.clocks import hours_claim
from m3bench.suites.m3._shared.outings import WEEKDAYS, fair_radius, hours_on, name_of, nearby, places_of
from m3bench.suites.m3._shared.scenery import fitting, listed
from m3bench.suites.m3._shared.sights import Sight, geocoded, in_town, sight_of, spot_of
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted, want

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.atlas import Landmark
    from m3bench.world.scenes import Scene

_PHOTO = "photo.png"
_ROUTE = "google-maps/compute_route"
_ANY_ROUTE = f"{_ROUTE}|google-maps/directions_legacy|google-maps/distance_matrix"
_RADII = (700, 1000, 1500, 2500, 4000)
_MODES = {"DRIVE": "by car (leaving traffic aside)", "WALK": "on foot", "BICYCLE": "by bicycle"}
_SHORT = {"DRIVE": "by car", "WALK": "on foot", "BICYCLE": "by bicycle"}
_ENDINGS = ("plain", "hours", "modes", "modes and hours")
_ENDS = ("lodging", "train_station", "library", "university", "hospital")
_ATTEMPTS = 12
_CLEARLY = 5
"""Seconds by which the fastest way is faster."""
_FEWEST, _NEAREST, _FARTHEST = 3, 900, 6000
_MINUTE = Tolerance(absolute=1)
_FAR = Tolerance(absolute=0.06, relative=0.01)


class Aim(NamedTuple):
    sight: Sight
    start: str
    goal: str
    mode: str
    markets: int
    radius: int
    ending: str
    weekday: str

    def wishes(self) -> list[str]:
        said = ["the minutes of each way", "the market on the fastest one", "its length in km"]
        if "hours" in self.ending:
            said.append(f"the opening hours of that market on {self.weekday}")
        if "modes" in self.ending:
            others = listed(_MODES[mode] for mode in self.others())
            said.append(f"how many minutes the same way would take {others}")
        return said

    def musings(self) -> str:
        said = ["how long each would take and how far the quickest is"]
        if "hours" in self.ending:
            said.append(f"when that shop is open on a {self.weekday}")
        if "modes" in self.ending:
            said.append(f"what the quickest would be {listed(map(_SHORT.__getitem__, self.others()))}")
        return listed(said)

    def others(self) -> list[str]:
        return [mode for mode in _MODES if mode != self.mode]


def make(lot: Lot) -> Blueprint:
    wanted = lot.whole(_FEWEST, 5, "count")
    photo = fitting(lot, _PHOTO, "postcard", partial(_fits, lot.world))
    sight = sight_of(photo.scene.facts)
    mode, count = lot.pick(tuple(_MODES), "mode"), _count(lot.world, sight, wanted)
    start, goal = _far_ends(lot, sight, mode, count)
    aim = Aim(
        sight=sight,
        start=start.address,
        goal=goal.address,
        mode=mode,
        markets=count,
        radius=fair_radius(lot.world, sight.spot, "supermarket", _RADII, _FEWEST),
        ending=lot.pick(_ENDINGS, "ending"),
        weekday=lot.pick(WEEKDAYS, "weekday"),
    )
    words = aim._asdict() | {
        "photo": photo.name,
        "by": _MODES[aim.mode],
        "goes": _SHORT[aim.mode],
        "wishes": listed(aim.wishes()),
        "musings": aim.musings(),
    }
    return Blueprint(
        id=lot.id,
        family=FAMILY.title,
        request=lot.phrased(*_REQUESTS, **words),
        fuzzy_request=lot.phrased(*_FUZZY, **words),
        servers=("google-maps",),
        plans=(partial(_plan, aim),),
        pictures=(photo.picture,),
        level="L2" if aim.ending == "plain" else "L3",
        extra={"modalities": ["text", "image"], "mode": aim.mode},
        key_facts=sight.key_facts,
    )


_REQUESTS = (
    (
        "I start at {start} and travel {by} to the sight in {photo}, then to a supermarket, and on to "
        "{goal}. Compare the ways over each of the {markets} supermarkets nearest to the sight (as the "
        "crow flies) and tell me {wishes}."
    ),
    (
        "Plan a tour {by}: {start}, the landmark shown in {photo}, one supermarket, {goal}, in this "
        "order. Take the {markets} supermarkets closest to the landmark in a straight line as candidates "
        "and report {wishes}."
    ),
    (
        "From {start} I'll go {by} to see what {photo} shows; afterwards I need groceries and must end "
        "up at {goal}. Which of the {markets} supermarkets nearest to the sight in a straight line makes "
        "the fastest trip? Give me {wishes}."
    ),
)
_FUZZY = (
    (
        "Today I'm {goes}: leaving {start}, a stop to look at this ({photo}), some shopping for food "
        "right after, finally {goal}. Try the {markets} supermarkets closest to the sight and say which "
        "one costs me least time, {musings}."
    ),
    (
        "Help me with my day. I set out at {start}, want a glimpse of the thing in {photo}, then buy "
        "milk somewhere near it and be at {goal}, all {goes}. There must be {markets} supermarkets close "
        "by that sight: which is the quickest to work in, {musings}?"
    ),
    (
        "{start} to {goal} {goes}, seeing the place in {photo} first and then doing the groceries. "
        "Have a look at the {markets} nearest supermarkets there. I'd like the fastest round, {musings}."
    ),
)


def _fits(world: World, scene: Scene) -> bool:
    """A sight in a town with enough markets, and addresses to come from and go to."""
    if not in_town(scene.facts):
        return False
    sight = sight_of(scene.facts)
    try:
        fair_radius(world, sight.spot, "supermarket", _RADII, _FEWEST)
    except PlanError:
        return False
    return _count(world, sight, _FEWEST) >= _FEWEST and len(_ends(world, sight)) >= 2


def _count(world: World, sight: Sight, wanted: int) -> int:
    """How many of the nearest markets can be told apart by their names, as far as wanted."""
    radius = fair_radius(world, sight.spot, "supermarket", _RADII, _FEWEST)
    names = [each.name for each in world.atlas.landmarks_near(*sight.spot, radius, ["supermarket"], wanted)]
    return next((place for place, name in enumerate(names) if name in names[:place]), len(names))


def _ends(world: World, sight: Sight) -> list[Landmark]:
    """Places with an address that leads to them, neither at the sight nor far from it."""
    near = world.atlas.landmarks_near(*sight.spot, _FARTHEST, _ENDS, 60)
    close = {each.id for each in world.atlas.landmarks_near(*sight.spot, _NEAREST, _ENDS, 60)}
    return [
        each
        for each in near
        if each.id not in close
        and re.search(r"\d", each.address)
        and not any(fact.casefold() in each.address.casefold() for fact in sight.key_facts)
        and _leads(world, each)
    ]


def _far_ends(lot: Lot, sight: Sight, mode: str, count: int) -> list[Landmark]:
    """Where to come from and where to go, such that one of the markets is clearly the fastest."""
    ends = _ends(lot.world, sight)
    for attempt in range(_ATTEMPTS):
        start, goal = lot.sample(ends, 2, "ends", attempt)
        if _decided(lot.world, sight, (goal.lat, goal.lng), mode, count):
            return [start, goal]
    raise PlanError(f"{lot.id}: no way is faster than the others.")


def _decided(world: World, sight: Sight, goal: tuple[float, float], mode: str, count: int) -> bool:
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


def _leads(world: World, place: Landmark) -> bool:
    found = world.atlas.geocode(place.address)
    return bool(found) and abs(found[0].lat - place.lat) + abs(found[0].lng - place.lng) < 1e-4


def _plan(aim: Aim) -> Plan:
    ends = yield [geocoded(address) for address in (aim.start, aim.sight.address, aim.goal)]
    start, sight, goal = map(spot_of, ends)
    (search,) = yield [nearby(sight, aim.radius, "supermarket", ends[1])]
    markets = places_of(search)[: aim.markets]
    if len(markets) < aim.markets:
        raise PlanError("there are too few supermarkets at the sight.")
    stops = (_at(start), _at(sight), _at(goal))
    ways = yield [_way(stops, market["id"], aim.mode, *ends, search) for market in markets]
    best = _fastest(ways)
    told, claims = _told(aim, markets, ways, best)
    last = []
    if "hours" in aim.ending:
        last.append(want("google-maps/place_details", search, *ways, place_id=markets[best]["id"]))
    if "modes" in aim.ending:
        last += [_way(stops, markets[best]["id"], mode, *ends, search, *ways) for mode in aim.others()]
    if last:
        more, new = _ending(aim, (yield last))
        told, claims = told + more, (*claims, *new)
    return Solution(answer=told, checks=_checks(aim, markets, ways, best, claims))


def _at(spot: tuple[float, float]) -> dict[str, Any]:
    return {"location": {"latLng": {"latitude": spot[0], "longitude": spot[1]}}}


def _way(stops: tuple[dict[str, Any], ...], market: str, mode: str, *uses: Found) -> Wanted:
    start, sight, goal = stops
    return want(
        _ROUTE, *uses, origin=start, destination=goal, intermediates=[sight, {"placeId": market}],
        travelMode=mode,
    )  # fmt: skip


def _seconds(way: Found) -> int:
    routes = way.data.get("routes") if isinstance(way.data, dict) else None
    if not routes:
        raise PlanError("there is no way over one of the markets.")
    return int(routes[0]["duration"].removesuffix("s"))


def _minutes(way: Found) -> int:
    return round(_seconds(way) / 60)


def _fastest(ways: Sequence[Found]) -> int:
    seconds = [_seconds(way) for way in ways]
    first, second = sorted(seconds)[:2]
    if second - first < 2:
        raise PlanError("two ways are about equally fast.")
    return seconds.index(first)


def _told(
    aim: Aim, markets: list[dict[str, Any]], ways: Sequence[Found], best: int
) -> tuple[str, tuple[Claim, ...]]:
    kilometres = ways[best].data["routes"][0]["distanceMeters"] / 1000
    lines = [
        f"over {name_of(market)} {_minutes(way)} minutes" for market, way in zip(markets, ways, strict=True)
    ]
    winner = name_of(markets[best])
    told = (
        f"The sight is {aim.sight.name} in {aim.sight.city}. {_SHORT[aim.mode].capitalize()} it takes "
        f"{listed(lines)}. The fastest way is that over {winner} ({markets[best]['formattedAddress']}), "
        f"{kilometres:.1f} km long."
    )
    claims = [
        Claim(f"the sight is {aim.sight.name}", all_of=(aim.sight.called,)),
        Claim(f"{winner} is on the fastest way", all_of=(winner,)),
        Claim(f"it is {kilometres:.1f} km long", number=Quantity(kilometres, _FAR)),
    ]
    for market, way in zip(markets, ways, strict=True):
        minutes = _minutes(way)
        claims.append(
            Claim(
                f"{minutes} minutes over {name_of(market)}",
                all_of=(name_of(market),),
                number=Quantity(float(minutes), _MINUTE, near=(name_of(market),)),
            )
        )
    return told, tuple(claims)


def _ending(aim: Aim, found: Sequence[Found]) -> tuple[str, list[Claim]]:
    told, claims, rest = "", [], list(found)
    if "hours" in aim.ending:
        hours = hours_on(rest.pop(0), aim.weekday)
        told += f" On {aim.weekday} that market has these hours: {hours}."
        claims.append(hours_claim("its hours", hours))
    for mode, way in zip(aim.others(), rest, strict=False):
        minutes = _minutes(way)
        told += f" {_SHORT[mode].capitalize()} it would take {minutes} minutes."
        claims.append(Claim(f"{minutes} minutes {_SHORT[mode]}", number=Quantity(float(minutes), _MINUTE)))
    return told, claims


def _checks(
    aim: Aim, markets: list[dict[str, Any]], ways: Sequence[Found], best: int, claims: tuple[Claim, ...]
) -> tuple[Check, ...]:
    return (
        AnswerNames(all_of=(aim.sight.called, name_of(markets[best]))),
        AnswerNumber(float(_minutes(ways[best])), _MINUTE, ("minutes", "min", "mins", "minute")),
        Claims(claims, at_least=0.8),
        Called(_ANY_ROUTE),
        CalledBefore("google-maps/places_*", _ANY_ROUTE),
    )


FAMILY = Family(
    number=15,
    name="routine",
    title="Routine",
    goal="Plan a way over a pictured sight and a supermarket and choose the fastest.",
    make=make,
)
