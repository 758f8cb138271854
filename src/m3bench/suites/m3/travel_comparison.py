"""Travel Comparison: of two pictured sights the one with the cleaner air, and what one can do there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import AnswerNames, AnswerNumber, CalledBefore, Check, Claim, Claims, Quantity, Tolerance
from m3bench.suites.m3._shared import airs
from m3bench.suites.m3._shared.clocks import hours_claim
from m3bench.suites.m3._shared.outings import (
    WEEKDAYS,
    best_rated,
    fair_radius,
    hours_on,
    name_of,
    nearby,
    places_of,
)
from m3bench.suites.m3._shared.proofs import near_spot
from m3bench.suites.m3._shared.scenery import fitting, listed
from m3bench.suites.m3._shared.sights import Sight, geocoded, in_town, known, sight_of, spot_of
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted, want

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.scenes import Scene

_PHOTO = "photo.png"
_AIR = "google-air/current_conditions"
_RADII = (800, 1500, 2500, 4000, 8000)
_VENUES = {
    "movie_theater": ("cinema", "cinemas"),
    "lodging": ("place to stay", "places to stay"),
    "museum": ("museum", "museums"),
    "restaurant": ("restaurant", "restaurants"),
}
_PAIRS = (
    ("movie_theater", "lodging"),
    ("movie_theater", "lodging"),
    ("museum", "lodging"),
    ("restaurant", "movie_theater"),
)
_WARM = Tolerance(absolute=1.5)


class Aim(NamedTuple):
    sights: tuple[Sight, Sight]
    """Left and right."""
    gauge: str
    pollutant: str
    venues: tuple[str, ...]
    radii: tuple[int, ...]
    """One for each kind of venue, fair at the cleaner sight."""
    weather: bool
    details: bool
    weekday: str

    def wishes(self) -> str:
        parts = [
            f"the {airs.INDEXES[self.gauge]} and the {airs.called(self.pollutant)} concentration of both",
            *(["the temperature in °F in both cities"] if self.weather else []),
            "which of the two has the better index",
        ]
        return listed(parts)

    def venue_words(self) -> str:
        said = [
            f"the best-rated {_VENUES[kind][0]} within {radius} m"
            for kind, radius in zip(self.venues, self.radii, strict=True)
        ]
        hours = f", with the opening hours of the {self._timed()} on {self.weekday}" if self.details else ""
        return f"{listed(said)} (of equals the one with more reviews){hours}"

    def musings(self) -> str:
        said = [f"{_VENUES[kind][1]} (say {radius} m around)" for kind, radius in self._near()]
        hours = f" and when the {self._timed()} is open on a {self.weekday}" if self.details else ""
        return f"the people's favourite among the {listed(said)}{hours}"

    def _near(self) -> list[tuple[str, int]]:
        return list(zip(self.venues, self.radii, strict=True))

    def _timed(self) -> str:
        return _VENUES[self.venues[0]][0]


def make(lot: Lot) -> Blueprint:
    index, venues = lot.pick(tuple(airs.INDEXES), "index"), lot.pick(_PAIRS, "venues")
    photo = fitting(lot, _PHOTO, "postcard_pair", partial(_fits, lot.world, index, venues))
    left, right = (sight_of(photo.scene.facts[side]) for side in ("left", "right"))
    aim = Aim(
        sights=(left, right),
        gauge=index,
        pollutant=lot.pick(("pm25", "pm10", "no2", "o3"), "pollutant"),
        venues=venues,
        radii=_radii(lot.world, index, venues, photo.scene),
        weather=lot.whole(0, 1, "weather") == 0 and all(map(in_town, photo.scene.facts.values())),
        details=lot.whole(0, 1, "details") == 0,
        weekday=lot.pick(WEEKDAYS, "weekday"),
    )
    words = {"photo": photo.name, "wishes": aim.wishes(), "venues": aim.venue_words()}
    more = {"also": " Tell me the temperatures too." if aim.weather else "", "favourites": aim.musings()}
    return Blueprint(
        id=lot.id,
        family=FAMILY.title,
        request=lot.phrased(*_REQUESTS, **words),
        fuzzy_request=lot.phrased(
            *_FUZZY, **words, **more, index=airs.INDEXES[index], pollutant=airs.called(aim.pollutant)
        ),
        servers=("google-maps", "google-air", *(("weather",) if aim.weather else ())),
        plans=(partial(_plan, aim),),
        pictures=(photo.picture,),
        level="L3" if aim.details else "L2",
        extra={"modalities": ["text", "image"]},
        key_facts=(*left.key_facts, *right.key_facts, left.city, right.city),
    )


_REQUESTS = (
    (
        "{photo} shows two famous sights side by side. Tell me which two they are and, measured at the "
        "sights themselves, {wishes}. For the cleaner one also find {venues}."
    ),
    (
        "Compare the air at the two landmarks in {photo} (left and right): {wishes}. Recommend the "
        "cleaner of the two, and near it name {venues}."
    ),
    (
        "I can travel to one of the two places in {photo}. Name both, report {wishes}, taken at the "
        "landmarks, and give me {venues} around the one with the cleaner air."
    ),
)
_FUZZY = (
    (
        "I can't decide between these two ({photo}). My lungs want the one with the better {index}; "
        "tell me what you find for both, with the {pollutant} too.{also} And once there: {favourites}."
    ),
    (
        "Left or right, where's the air nicer today ({photo})? Give me the {index} and the {pollutant} "
        "of each.{also} For the winner I'd like to know {favourites}."
    ),
    (
        "Two dream trips in one picture, {photo}. Pick the one where breathing is healthier by the "
        "{index} (and say how much {pollutant} there is at either).{also} Then find {favourites}."
    ),
)


def _fits(world: World, index: str, venues: tuple[str, ...], scene: Scene) -> bool:
    """Both can be looked up, one is clearly cleaner, and there is a choice of venues there."""
    facts = scene.facts
    if not (known(facts["left"]) and known(facts["right"])):
        return False
    try:
        _radii(world, index, venues, scene)
    except PlanError:
        return False
    return True


def _radii(world: World, index: str, venues: tuple[str, ...], scene: Scene) -> tuple[int, ...]:
    sights = [sight_of(scene.facts[side]) for side in ("left", "right")]
    readings = [world.air.current(*sight.spot) for sight in sights]
    worse = [-each.universal_aqi if index == "uaqi" else each.us_aqi for each in readings]
    if abs(worse[0] - worse[1]) < 2:
        raise PlanError("the air at the two sights is about the same.")
    cleaner = sights[0 if worse[0] < worse[1] else 1]
    return tuple(fair_radius(world, cleaner.spot, kind, _RADII) for kind in venues)


def _plan(aim: Aim) -> Plan:
    sky = [want("weather/get_weather", location=sight.town) for sight in aim.sights] if aim.weather else []
    one, other, *weather = yield [*(geocoded(sight.address) for sight in aim.sights), *sky]
    spots = [spot_of(one), spot_of(other)]
    readings = yield [airs.conditions(spot, found) for spot, found in zip(spots, (one, other), strict=True)]
    values = [airs.air_of(reading, aim.gauge).aqi for reading in readings]
    winner = _winner(aim.gauge, values)
    place = (one, other)[winner]
    found = yield [
        nearby(spots[winner], radius, kind, place, *readings)
        for kind, radius in zip(aim.venues, aim.radii, strict=True)
    ]
    best = [best_rated(places_of(each)) for each in found]
    told, claims = _told(aim, readings, weather, winner)
    for kind, each in zip(aim.venues, best, strict=True):
        told += f" Its best-rated {_VENUES[kind][0]} nearby is {name_of(each)} ({each['rating']})."
        claims = (*claims, Claim(f"{name_of(each)} is the {_VENUES[kind][0]}", all_of=(name_of(each),)))
    if aim.details:
        (details,) = yield [_details(best[0]["id"], found[0])]
        hours = hours_on(details, aim.weekday)
        told += f" On {aim.weekday} {name_of(best[0])} has these hours: {hours}."
        claims = (*claims, hours_claim(f"hours of {name_of(best[0])}", hours))
    return Solution(answer=told, checks=_checks(aim, values, spots, best, claims))


def _details(place_id: str, found: Found) -> Wanted:
    return want("google-maps/place_details", found, place_id=place_id)


def _winner(index: str, values: list[int]) -> int:
    if values[0] == values[1]:
        raise PlanError("the air at the two sights is the same.")
    better = max(values) if index == "uaqi" else min(values)
    return values.index(better)


def _told(
    aim: Aim, readings: Sequence[Found], weather: list[Found], winner: int
) -> tuple[str, tuple[Claim, ...]]:
    told = ""
    claims: list[Claim] = []
    for side, sight, reading in zip(("left", "right"), aim.sights, readings, strict=True):
        air = airs.air_of(reading, aim.gauge)
        told += (
            f"On the {side}: {sight.name} in {sight.city}, with a {airs.INDEXES[aim.gauge]} of {air.aqi} "
            f"({air.category}); {airs.amount_words(reading, aim.pollutant)}. "
        )
        claims += (
            Claim(f"{sight.name} is on the {side}", all_of=(sight.called,)),
            airs.aqi_claim(air, aim.gauge, sight.called),
            airs.amount_claim(reading, aim.pollutant, sight.called),
        )
    for sight, sky in zip(aim.sights, weather, strict=False):
        warmth = sky.data["current"]["temperature"]
        told += f"It is {warmth} °F in {sight.city}. "
        claims += (Claim(f"{warmth} °F in {sight.city}", number=Quantity(warmth, _WARM)),)
    return f"{told}The cleaner destination is {aim.sights[winner].name}.", tuple(claims)


def _checks(
    aim: Aim,
    values: list[int],
    spots: list[tuple[float, float]],
    venues: list[dict[str, Any]],
    claims: tuple[Claim, ...],
) -> tuple[Check, ...]:
    return (
        AnswerNames(all_of=tuple(sight.called for sight in aim.sights)),
        AnswerNames(all_of=tuple(map(name_of, venues))),
        *(AnswerNumber(float(value), Tolerance(absolute=1), near=("AQI|index",)) for value in values),
        Claims(claims, at_least=0.8),
        *(near_spot(_AIR, spot) for spot in spots),
        CalledBefore(_AIR, "google-maps/places_*"),
    )


FAMILY = Family(
    number=18,
    name="travel_comparison",
    title="Travel Comparison",
    goal="Choose the cleaner of two pictured sights and find venues near it.",
    make=make,
)
