"""Camping: plan a stay in the pictured park, on the campground that fits best."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, require_words
from m3bench_suites.builders.m3._shared.travel.campsites import (
    CHOICES,
    GATEWAYS,
    NEEDS,
    Stay,
    choose_camp,
    choose_stay,
    impossible_stay,
    open_names,
)
from m3bench_suites.builders.m3._shared.travel.opening_times import expected_hours
from m3bench_suites.builders.m3._shared.travel.places import distance_and_minutes, minutes_and_duration
from m3bench_suites.builders.m3.family import TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import NOTHING, TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.parks import Park
    from m3bench_world.scenes import Scene

_CAMPS = "nationalparks/getCampgrounds"
_CENTERS = "nationalparks/getVisitorCenters"
_MATRIX = "google-maps/distance_matrix"
_MOST_CAMPS = 8
"""Maximum number of campgrounds that fit into one result."""
_FRIDAY = 4
_EXTRAS = ((), ("events",), ("height",), ("route",), ("height", "route"), ("events", "height", "route"))
_IMPOSSIBLE = Turn(5, of=8)
"""The task with needs that no campground meets."""
_FAR = Tolerance(absolute=0.06, relative=0.01)
_OF_CAMP = (
    "campground", "sites", "fee", "visitor_center", "visitor_center_distance", "visitor_center_hours",
)  # fmt: skip
"""Fields that stay empty if no campground meets the needs."""


class Case(NamedTuple):
    photo: str
    park: Park
    stay: Stay
    start: str
    days: tuple[date, ...]
    extras: tuple[str, ...]


def camping(draw: TaskDraw) -> TaskSpec:
    days = _days(draw)
    photo = find_picture(draw, draw.photo_name(), "park_sign", lambda scene: _fits(draw, days, scene))
    park = _park(draw.world, photo.scene)
    stay = _stay(draw, park.code, days)
    extras = draw.pick(_EXTRAS, "extras") if stay.camp else ()
    case = Case(photo.name, park, stay, _gateway(draw.world, park), days, extras)
    other = draw.world.parks.park(photo.scene.facts["other"])
    return TaskSpec(
        words={
            "photo": photo.name,
            "count": len(days),
            "first": f"{days[0]:%A, %-d %B %Y}",
            "last": f"{days[-1]:%A, %-d %B %Y}",
            "needs": join(NEEDS[need] for need in stay.needs),
            "choice": CHOICES[stay.choice][0],
            "pick": CHOICES[stay.choice][1],
            "start": case.start,
            **{extra: extra in extras for extra in ("events", "height", "route")},
        },
        plans=tuple(partial(_plan, case, way) for way in ("read", "seen", "known")),
        pictures=(photo.picture,),
        solvable=stay.camp is not None,
        extra={"extras": list(extras)},
        key_facts=(park.name, *((other.name,) if other else ())),
    )


def _stay(draw: TaskDraw, code: str, days: tuple[date, ...]) -> Stay:
    return (impossible_stay if draw.is_turn(_IMPOSSIBLE) else choose_stay)(draw, code, days)


def _days(draw: TaskDraw) -> tuple[date, ...]:
    """Return days from a Friday on, within this month if possible."""
    count = draw.whole(3, 5, "days")
    today = draw.world.now.date()
    friday = today + timedelta(days=(_FRIDAY - today.weekday()) % 7 or 7)
    later = friday + timedelta(weeks=draw.whole(0, 1, "weeks"))
    fits = (later + timedelta(days=count)).month == today.month
    return tuple((later if fits else friday) + timedelta(days=day) for day in range(count))


def _park(world: World, scene: Scene) -> Park:
    park = world.parks.park(scene.facts["park"])
    if park is None:
        raise PlanError(f"there is no park {scene.facts['park']}.")
    return park


def _gateway(world: World, park: Park) -> str:
    """Return the nearest starting point."""
    spots = {city: world.atlas.geocode(f"{city}, USA")[0] for city in GATEWAYS}
    return min(spots, key=lambda city: (spots[city].lat - park.lat) ** 2 + (spots[city].lng - park.lng) ** 2)


def _fits(draw: TaskDraw, days: tuple[date, ...], scene: Scene) -> bool:
    """Return whether there are a campground, an open visitor center, and roads to both."""
    world, park = draw.world, _park(draw.world, scene)
    if park.campground_count > _MOST_CAMPS:
        return False
    try:
        camp = _stay(draw, park.code, days).camp
    except PlanError:
        return False
    if camp is None:
        return True
    start = world.atlas.geocode(f"{_gateway(world, park)}, USA")[0]
    centers = [
        (center.lat, center.lng)
        for center in world.parks.visitor_centers(park.code)
        if world.now.month not in center.hours.closed_months
    ]
    rows = world.roads.reaches([(camp.lat, camp.lng)], [(start.lat, start.lng), *centers])
    return bool(centers) and None not in rows[0]


def _plan(case: Case, way: str) -> Plan:
    """`read` uses OCR for the sign, `seen` does not, and `known` also skips the search for the park."""
    read: Sequence[CallResult] = ()
    if way == "read":
        (sign,) = yield [call("ocr/perform_ocr", input_data=case.photo)]
        require_words(sign.text, [case.park.name])
        read = (sign,)
    if way != "known":
        read = yield [call("nationalparks/findParks", *read, q=case.park.full_name)]
        require(_code(read[0], case.park.full_name) == case.park.code, "the park was not found by its name.")
    if case.stay.camp is None:
        camps, alerts = yield _in_park(case, *read)[:2]
        require(choose_camp(camps, alerts, case.stay) is None, "a campground meets the needs after all.")
        return Solution(answer=_answer(case, camps, alerts), fields=_expected(case, camps, alerts))
    camps, alerts, centers, *events = yield _in_park(case, *read)
    camp = choose_camp(camps, alerts, case.stay)
    assert camp is not None
    here = f"{camp['latitude']},{camp['longitude']}"
    opened = [center for center in centers.data["visitorCenters"] if center["openThisMonth"]]
    matrix, *more = yield _around(case, camp, here, opened, (camps, alerts, centers))
    center, metres = _nearest(opened, matrix)
    answer, fields = _describe(case, camp, center, metres)
    for extra, result in _extras(case, events, more):
        sentence, new = _describe_extra(case, extra, result)
        answer, fields = f"{answer} {sentence}", {**fields, **new}
    return Solution(
        answer=f"{_answer(case, camps, alerts)} {answer}", fields={**_expected(case, camps, alerts), **fields}
    )


def _answer(case: Case, camps: CallResult, alerts: CallResult) -> str:
    needs = join(NEEDS[need] for need in case.stay.needs)
    names = join(open_names(camps, alerts))
    answer = f"The sign is that of {case.park.full_name}. Open, and in no alert: {names}."
    if case.stay.camp is None:
        return f"{answer} None of them has {needs}, so there is no campground to take."
    return answer


def _expected(case: Case, camps: CallResult, alerts: CallResult) -> dict[str, Expected]:
    """Return the expected fields about the park, with the others empty if there is no campground to take."""
    names = open_names(camps, alerts)
    blank = () if case.stay.camp else _OF_CAMP
    return {
        **dict.fromkeys(blank, NOTHING),
        "park": Expected(case.park.full_name, also=(case.park.name,)),
        "open_campgrounds": Expected(items=tuple(_expected_camp(name) for name in names)),
    }


def _expected_camp(name: str) -> Expected:
    return Expected(name, also=(name.removesuffix(" Campground"), f"{name} Campground"))


def _code(parks: CallResult, name: str) -> str:
    known = parks.data["parks"] if isinstance(parks.data, dict) else []
    return next((str(park["parkCode"]) for park in known if park["name"] == name), "")


def _in_park(case: Case, *uses: CallResult) -> list[PlannedCall]:
    code = case.park.code
    calls = [
        call(_CAMPS, *uses, parkCode=code),
        call("nationalparks/getAlerts", *uses, parkCode=code),
        call(_CENTERS, *uses, parkCode=code),
    ]
    if "events" in case.extras:
        span = {"dateStart": case.days[0].isoformat(), "dateEnd": case.days[-1].isoformat()}
        calls.append(call("nationalparks/getEvents", *uses, parkCode=code, **span))
    return calls


def _around(
    case: Case, camp: dict[str, Any], here: str, centers: list[dict[str, Any]], uses: tuple[CallResult, ...]
) -> list[PlannedCall]:
    goals = [f"{center['latitude']},{center['longitude']}" for center in centers]
    calls = [call(_MATRIX, *uses, origins=[here], destinations=goals)]
    if "route" in case.extras:
        point = {"latLng": {"latitude": camp["latitude"], "longitude": camp["longitude"]}}
        calls.append(
            call(
                "google-maps/compute_route", *uses[:2],
                origin={"address": case.start}, destination={"location": point}, travelMode="DRIVE",
            )
        )  # fmt: skip
    if "height" in case.extras:
        calls.append(call("google-maps/elevation_by_locations", *uses[:2], locations=[here]))
    return calls


def _nearest(centers: list[dict[str, Any]], matrix: CallResult) -> tuple[dict[str, Any], int]:
    elements = matrix.data["rows"][0]["elements"]
    require(
        not any(element["status"] != "OK" for element in elements), "there is no road to a visitor center."
    )
    metres = [element["distance"]["value"] for element in elements]
    nearest = min(metres)
    require(metres.count(nearest) <= 1, "two visitor centers are equally near.")
    return centers[metres.index(nearest)], nearest


def _extras(case: Case, events: list[CallResult], more: list[CallResult]) -> list[tuple[str, CallResult]]:
    later = [extra for extra in ("route", "height") if extra in case.extras]
    return [*(("events", event) for event in events), *zip(later, more, strict=True)]


def _describe(
    case: Case, camp: dict[str, Any], center: dict[str, Any], metres: int
) -> tuple[str, dict[str, Expected]]:
    sites, fee = camp["campsites"]["totalSites"], float(camp["fees"][0]["cost"])
    kilometres, hours = metres / 1000, center["operatingHours"]["winterHours"]
    answer = (
        f"From {case.days[0]:%-d} to {case.days[-1]:%-d %B} the campground to take is {camp['name']}: it has "
        f"{join(NEEDS[need] for need in case.stay.needs)}. It has {sites} sites; a standard site costs "
        f"${fee:.2f} a night. The nearest open visitor center is {center['name']}, {kilometres:.1f} km away "
        f"by road; its winter hours are {hours}."
    )
    return answer, {
        "campground": _expected_camp(camp["name"]),
        "sites": Expected(sites),
        "fee": Expected(fee),
        "visitor_center": Expected(center["name"]),
        "visitor_center_distance": Expected(kilometres, tolerance=_FAR, grounds=(metres,)),
        "visitor_center_hours": expected_hours(hours),
    }


def _describe_extra(case: Case, extra: str, result: CallResult) -> tuple[str, dict[str, Expected]]:
    if extra == "events":
        count = result.data["total"] if isinstance(result.data, dict) else 0
        return f"Different events in the park in those days: {count}.", {"events": Expected(count)}
    if extra == "height":
        height = result.data["results"][0]["elevation"]
        expected = Expected(height, tolerance=Tolerance(absolute=1))
        return f"The campground lies {height} m above the sea.", {"elevation": expected}
    metres, minutes = distance_and_minutes(result)
    _, seconds = minutes_and_duration(result)
    kilometres = metres / 1000
    return f"From {case.start} it is a drive of {kilometres:.1f} km and {minutes} minutes.", {
        "drive_distance": Expected(kilometres, tolerance=_FAR, grounds=(metres,)),
        "drive_time": Expected(minutes, tolerance=Tolerance(1), grounds=(seconds,)),
    }


FAMILY = m3_family(
    number=4,
    name="camping",
    title="Camping",
    goal="Plan a camping trip in the pictured park: campground, visitor center, routes.",
    servers=("nationalparks", "google-maps", "ocr"),
    level="L3",
    tasks=(camping,),
)
