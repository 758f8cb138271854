"""Research Station: strong solar flares of a few weeks, and research stations around a pictured sight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import AnswerNames, ArgumentFromResult, Called, Check, Claim, Claims, Quantity
from m3bench.suites.m3._shared.clocks import hours_claim
from m3bench.suites.m3._shared.outings import fair_radius, name_of, places_of
from m3bench.suites.m3._shared.scenery import fitting, listed
from m3bench.suites.m3._shared.sights import Sight, geocoded, known, sight_of, spot_of
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted, want

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.scenes import Scene

_PHOTO = "photo.png"
_NOTICES = "nasa-mcp/get_notifications"
_FLARES = "nasa-mcp/get_solar_flare"
_EJECTIONS = "nasa-mcp/get_coronal_mass_ejection"
_DETAILS = "google-maps/place_details"
_LIMITS = {"M5": 50.0, "M6": 60.0, "M8": 80.0, "X1": 100.0}
"""Classes and their peak flux in units of C1."""
_SCALE = {"C": 1.0, "M": 10.0, "X": 100.0}
_RADII = (5_000, 8_000, 12_000, 20_000, 30_000, 45_000)
_SPANS = (8, 10, 12, 14, 21)
_LONG_AGO = 700
_MOST = 3
_CLASS = re.compile(r"class ([CMX]\d+(?:\.\d+)?)")


class Aim(NamedTuple):
    sight: Sight
    first: date
    last: date
    limit: str
    days: tuple[str, ...]
    """On which there are such flares, as the world knows."""
    radius: int
    top: int
    clock: bool
    """Whether the local time of the strongest flare's peak is asked for."""

    def wishes(self) -> list[str]:
        said = [
            (
                "for each of those flares its date, class and peak time (UTC) and the id of the coronal mass "
                "ejection linked to it, if there is one"
            ),
            "for each of those days how many ejections began on it",
            f"name, address and rating of {self._stations()}",
        ]
        if self.clock:
            said.append("what local time it was at the first of the stations when the strongest flare peaked")
        return said

    def _stations(self) -> str:
        which = "best-rated research station" if self.top == 1 else f"{self.top} best-rated research stations"
        return f"the {which} within {self.radius // 1000} km of the sight (of equals those with more reviews)"

    def musings(self) -> list[str]:
        stations = "the research station" if self.top == 1 else f"the {self.top} research stations"
        said = [
            "when each peaked and which ejection hangs together with it, if any",
            "how many ejections those days had",
            (
                f"{stations} within {self.radius // 1000} km of the place that people rate highest (more "
                "reviews win a tie), with address and stars"
            ),
        ]
        if self.clock:
            said.append("what the clocks at the top one showed at the peak of the strongest flare")
        return said


def make(lot: Lot) -> Blueprint:
    photo = fitting(lot, _PHOTO, "postcard", partial(_fits, lot.world))
    sight = sight_of(photo.scene.facts)
    limit = lot.pick(("M5", "M5", "M6", "M8", "X1"), "limit")
    first, last, days = _window(lot, limit, lot.whole(1, 3, "flare days"))
    radius = fair_radius(lot.world, sight.spot, "research_station", _RADII)
    top, clock = lot.whole(1, _MOST, "top"), lot.whole(0, 1, "clock") == 0
    aim = Aim(sight, first, last, limit, days, radius, top, clock)
    words = {
        "photo": photo.name,
        "first": f"{first:%-d %B %Y}",
        "last": f"{last:%-d %B %Y}",
        "limit": limit,
    }
    return Blueprint(
        id=lot.id,
        family=FAMILY.title,
        request=lot.phrased(*_REQUESTS, **words, wishes=listed(aim.wishes())),
        fuzzy_request=lot.phrased(*_FUZZY, **words, wishes=listed(aim.musings())),
        servers=("nasa-mcp", "google-maps"),
        plans=(partial(_plan, aim), partial(_plan, aim, nearby=True)),
        pictures=(photo.picture,),
        level="L3",
        extra={"modalities": ["text", "image"], "flare_days": len(days)},
        key_facts=(*sight.key_facts, sight.city),
    )


_REQUESTS = (
    (
        "Which solar flares of class {limit} or stronger began from {first} to {last}, by the "
        "notifications? And where was {photo} taken? Report {wishes}."
    ),
    (
        "I match space weather with places. Take the flares of at least {limit} that were announced "
        "between {first} and {last}, and the sight shown in {photo}. Give me {wishes}."
    ),
    (
        "Make a table of the flares from {limit} upwards between {first} and {last} and of research "
        "stations around the landmark in {photo}: {wishes}."
    ),
)
_FUZZY = (
    (
        "How wild was the Sun from {first} to {last}? Only the big ones, {limit} and up. I also want "
        "to visit some scientists near where {photo} was taken. So please: {wishes}."
    ),
    (
        "For a story set at the place in {photo}: the solar flares of {limit} or more from {first} to "
        "{last}, with {wishes}."
    ),
    (
        "My club asks about flares ({limit} and above, {first} until {last}) and whom we could ask "
        "about them around this sight: {photo}. Find out {wishes}."
    ),
)


def _fits(world: World, scene: Scene) -> bool:
    """There are several stations around, and the best of them are beyond dispute."""
    if not known(scene.facts):
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


def _window(lot: Lot, limit: str, wanted: int) -> tuple[date, date, tuple[str, ...]]:
    """Some weeks of the past with flares on so many days, none of them at the edges."""
    sun = lot.world.space.sun
    today = lot.world.now.date()
    for attempt in range(60):
        length = lot.pick(_SPANS, "span", attempt)
        first = today - timedelta(days=lot.whole(length + 2, _LONG_AGO, "first", attempt))
        span = [first + timedelta(days=day) for day in range(length)]
        strong = [day for day in span if any(flare.intensity >= _LIMITS[limit] for flare in sun.flares(day))]
        inner = strong and strong[0] > span[0] and strong[-1] < span[-2]
        if inner and len(strong) == wanted:
            return span[0], span[-1], tuple(day.isoformat() for day in strong)
    raise PlanError(f"{lot.id}: no span of days has flares of {limit} on {wanted} days.")


def _plan(aim: Aim, *, nearby: bool = False) -> Plan:
    """`nearby`: stations can be searched by their kind as well as by words."""
    notices, place = yield [
        want(
            _NOTICES, start_date=aim.first.isoformat(), end_date=aim.last.isoformat(), notification_type="FLR"
        ),
        geocoded(aim.sight.address),
    ]
    if _days(notices, aim.limit) != list(aim.days):
        raise PlanError("the notifications tell of other flares than there were.")
    spot = spot_of(place)
    search = _by_kind(spot, aim.radius, place) if nearby else _by_words(spot, aim.radius, place)
    on_days = [
        want(tool, notices, start_date=day, end_date=day)
        for day in aim.days
        for tool in (_FLARES, _EJECTIONS)
    ]
    *suns, found = yield [*on_days, search]
    flares, ejections = suns[::2], suns[1::2]
    strong = [_strong(each, aim.limit) for each in flares]
    stations = _best(places_of(found), aim.top)
    last = [want(_DETAILS, found, place_id=each["id"]) for each in stations]
    if aim.clock:
        last.append(_clock(strong, stations[0], *flares, found))
    details = yield last
    told, claims = _flares_told(aim, strong, ejections)
    more, others = _stations_told(aim, details)
    return Solution(answer=told + more, checks=_checks(aim, strong, stations, (*claims, *others)))


def _by_words(spot: tuple[float, float], radius: int, place: Found) -> Wanted:
    circle = {"center": {"latitude": spot[0], "longitude": spot[1]}, "radius": radius}
    return want(
        "google-maps/places_text_search", place,
        query="research station", locationBias={"circle": circle}, maxResultCount=20,
    )  # fmt: skip


def _by_kind(spot: tuple[float, float], radius: int, place: Found) -> Wanted:
    return want(
        "google-maps/places_nearby_search", place,
        location={"latitude": spot[0], "longitude": spot[1]}, radiusMeters=radius,
        includedTypes=["research_station"],
    )  # fmt: skip


def _flux(kind: str) -> float:
    return _SCALE[kind[0]] * float(kind[1:])


def _days(notices: Found, limit: str) -> list[str]:
    """The days of the flares that are told of and strong enough."""
    found = set()
    for each in notices.data["notifications"]:
        kind = _CLASS.search(each["messageBody"])
        if kind and _flux(kind[1]) >= _LIMITS[limit]:
            found.add(each["activityID"][:10])
    return sorted(found)


def _strong(found: Found, limit: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = found.data["events"]
    return [each for each in events if _flux(each["classType"]) >= _LIMITS[limit]]


def _best(places: list[dict[str, Any]], top: int) -> list[dict[str, Any]]:
    ranked = sorted(places, key=lambda each: (-each["rating"], -each["userRatingCount"]))
    if len(ranked) < top:
        raise PlanError("there are too few research stations.")
    return ranked[:top]


def _clock(strong: list[list[dict[str, Any]]], station: dict[str, Any], *uses: Found) -> Wanted:
    flares = [each for day in strong for each in day]
    strongest = max(flares, key=lambda each: _flux(each["classType"]))
    if sum(each["classType"] == strongest["classType"] for each in flares) > 1:
        raise PlanError("two flares are equally strong.")
    peak = datetime.fromisoformat(strongest["peakTime"]).astimezone(UTC)
    where = station["location"]
    return want(
        "google-maps/timezone", *uses,
        lat=where["latitude"], lng=where["longitude"], timestamp=int(peak.timestamp()),
    )  # fmt: skip


def _linked(flare: dict[str, Any]) -> list[str]:
    events = flare["linkedEvents"] or []
    return [each["activityID"] for each in events if "-CME-" in each["activityID"]]


def _flares_told(
    aim: Aim, strong: list[list[dict[str, Any]]], ejections: Sequence[Found]
) -> tuple[str, list[Claim]]:
    told, claims = "", []
    for day, flares, others in zip(aim.days, strong, ejections, strict=True):
        for flare in flares:
            linked = _linked(flare)
            clause = f"linked to the ejection {listed(linked)}" if linked else "without a linked ejection"
            peak = flare["peakTime"][11:16]
            told += f"{day}: a flare of class {flare['classType']} that peaked at {peak} UTC, {clause}. "
            claims.append(
                Claim(f"{flare['classType']} on {day} at {peak}", all_of=(flare["classType"], peak))
            )
            claims += [Claim(f"{each} is linked to {flare['flrID']}", all_of=(each,)) for each in linked]
        count = others.data["count"]
        told += f"Coronal mass ejections that began on {day}: {count}. "
        claims.append(Claim(f"{count} ejections on {day}", number=Quantity(float(count))))
    return told, claims


def _stations_told(aim: Aim, details: Sequence[Found]) -> tuple[str, list[Claim]]:
    told = f"The picture shows {aim.sight.name}. "
    claims = [Claim(f"the sight is {aim.sight.name}", all_of=(aim.sight.called,))]
    stations = [each.data for each in details[: aim.top]]
    for each in stations:
        told += f"{name_of(each)}, {each['formattedAddress']}, is rated {each['rating']}. "
        claims.append(Claim(f"{name_of(each)} is a best-rated station", all_of=(name_of(each),)))
        claims.append(
            Claim(
                f"{name_of(each)} is at {each['formattedAddress']}", all_of=(each["shortFormattedAddress"],)
            )
        )
        claims.append(
            Claim(f"{name_of(each)} is rated {each['rating']}", number=Quantity(float(each["rating"])))
        )
    if aim.clock:
        local = datetime.fromisoformat(details[-1].data["localTime"])
        told += f"When the strongest flare peaked, it was {local:%H:%M} on {local:%Y-%m-%d} at the first. "
        claims.append(hours_claim("local time of the peak", f"{local:%H:%M}"))
    return told.strip(), claims


def _checks(
    aim: Aim, strong: list[list[dict[str, Any]]], stations: list[dict[str, Any]], claims: tuple[Claim, ...]
) -> tuple[Check, ...]:
    classes = tuple(dict.fromkeys(flare["classType"] for day in strong for flare in day))
    return (
        AnswerNames(all_of=(aim.sight.called, *classes)),
        AnswerNames(all_of=tuple(name_of(each) for each in stations)),
        Claims(claims, at_least=0.8),
        Called(_NOTICES),
        Called(_EJECTIONS),
        ArgumentFromResult(_DETAILS, "place_id", "google-maps/places_*"),
    )


FAMILY = Family(
    number=21,
    name="research_station",
    title="Research Station",
    goal="Relate strong solar flares to research stations around a pictured sight.",
    make=make,
)
