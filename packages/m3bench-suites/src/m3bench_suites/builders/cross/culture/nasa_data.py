"""NASA Data alone: asteroids that come back, and what causes geomagnetic storms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from statistics import mean
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    NOTHING,
    Steps,
    TaskSpec,
    branch,
    computed,
    fork,
    leader,
    require,
    require_lead,
    solution,
    stated,
)

_FEED, _LOOKUP = "NASA Data/get_asteroids_feed", "NASA Data/get_asteroid_lookup"
_PICTURE = "NASA Data/get_astronomy_picture_of_day"
_STORMS, _BELTS = "NASA Data/get_geomagnetic_storm", "NASA Data/get_radiation_belt_enhancement"
_EJECTIONS, _STREAMS = "NASA Data/get_coronal_mass_ejection", "NASA Data/get_hight_speed_stream"
_PARTICLES = "NASA Data/get_solar_energetic_particle"
_FLARES, _MESSAGES = "NASA Data/get_solar_flare", "NASA Data/get_notifications"
_CLOSEST, _MANY = 10, 8
_MEAN = Tolerance(absolute=0.06)
_HALF = 98
"""Days that one request for storms may span."""
_TWO_DAYS = timedelta(days=2)
_CAUSES = ("strongest_flare", "particle_events", "stream_speed", "earlier_speed")
Record = Mapping[str, Any]


def _asteroids(draw: TaskDraw) -> TaskSpec:
    start = date(2024, 1, 8) + timedelta(days=7 * draw.whole(0, 90, "week"))
    end = start + timedelta(days=2)

    def plan() -> Plan:
        (feed,) = yield [call(_FEED, start_date=str(start), end_date=str(end))]
        near = _by_distance(feed)
        require(
            len(near) > _CLOSEST and _km(near[_CLOSEST]) - _km(near[_CLOSEST - 1]) > 1, "a tie at the end."
        )
        chosen = [asteroid["id"] for asteroid in near[:_CLOSEST]]
        require(len(set(chosen)) == _CLOSEST, "an asteroid passes twice.")
        looked = yield [call(_LOOKUP, feed, asteroid_id=name) for name in chosen]
        orbits = [result.data["orbital_data"] for result in looked]
        apollos = sum(orbit["orbit_class"] == "APO" for orbit in orbits)
        periods = [orbit["orbital_period_days"] for orbit in orbits]
        reach = [orbit["minimum_orbit_intersection_au"] for orbit in orbits]
        require_lead(reach, 1e-6, lowest=True)
        nearest = looked[reach.index(min(reach))]
        first = _last_approach(nearest.data, start)
        (earlier,) = yield [call(_FEED, nearest, *looked, start_date=first, end_date=first)]
        others = [asteroid for asteroid in _by_distance(earlier) if asteroid["id"] != nearest.data["id"]]
        require(others, "nothing else passed that day.")
        (closest,) = yield [call(_LOOKUP, earlier, asteroid_id=others[0]["id"])]
        second = _last_approach(closest.data, date.fromisoformat(first))
        require(second != first, "both dates are the same.")
        many = apollos >= _MANY
        oldest, picture = yield [
            call(_FEED, closest, start_date=second, end_date=second),
            call(_PICTURE, *looked, closest, date=first if many else second),
        ]
        final = _by_distance(oldest)[0]
        (last,) = yield [call(_LOOKUP, oldest, asteroid_id=final["id"])]
        return solution(
            {
                "passes": stated(feed.data["element_count"]),
                "apollos": computed(apollos, [orbit["orbit_class"] for orbit in orbits]),
                "mean_period": computed(round(mean(periods), 2), periods, _MEAN),
                "first_date": stated(first),
                "first_passes": stated(earlier.data["element_count"]),
                "closest_id": stated(others[0]["id"]),
                "second_date": stated(second),
                "second_passes": stated(oldest.data["element_count"]),
                "last_observations": stated(last.data["orbital_data"]["observations_used"]),
                "picture": stated(picture.data["title"]),
            },
            branches=[
                fork(
                    f"at least {_MANY} of the 10 closest asteroids are Apollo asteroids",
                    many,
                    _PICTURE,
                    met=first,
                    unmet=second,
                )
            ],
        )

    return TaskSpec(words={"start": start, "end": end, "many": _MANY}, plans=(plan,))


def _storms(draw: TaskDraw) -> TaskSpec:
    start = date(2023, 9, 1) + timedelta(days=draw.whole(0, 500, "start"))
    end = start + timedelta(days=2 * _HALF - 1)
    return TaskSpec(words={"start": start, "end": end}, plans=(partial(_storms_plan, start),))


def _storms_plan(start: date) -> Plan:
    halves = yield [
        call(_STORMS, start_date=str(item), end_date=str(item + timedelta(days=_HALF - 1)))
        for item in (start, start + timedelta(days=_HALF))
    ]
    storms = [storm for half in halves for storm in half.data["events"]]
    require(len(storms) >= 4, "there are few storms.")
    require(not any("continue_from" in half.data for half in halves), "there are too many storms.")
    strongest = max(storms, key=lambda storm: (_kp(storm), storm["startTime"]))
    belts, ejections = (
        list(dict.fromkeys(event for storm in storms for event in _linked(storm, kind)))
        for kind in ("RBE", "CME")
    )
    require(len(belts) >= 2 and len(ejections) >= 2, "few events are linked.")
    asked = [(tool, day) for tool, ids in ((_BELTS, belts), (_EJECTIONS, ejections)) for day in _days(ids)]
    looked = yield [call(tool, *halves, start_date=item, end_date=item) for tool, item in asked]
    enhanced = [result for (tool, _), result in zip(asked, looked, strict=True) if tool == _BELTS]
    launched = [result for (tool, _), result in zip(asked, looked, strict=True) if tool == _EJECTIONS]
    flux = _values(enhanced, belts, "rbeID", lambda event: event["electronFlux_pfu"])
    speeds = _values(launched, ejections, "activityID", lambda event: event["cmeAnalyses"][0]["speed"])
    highest, fastest = _leader(flux), _leader(speeds)
    latest = max(storms, key=lambda storm: storm["startTime"])
    solar, streams = _linked(latest, "CME"), _linked(latest, "HSS")
    require(solar or streams, "the cause is unknown.")
    on = date.fromisoformat((solar or streams)[0][:10])
    told, cause = yield [
        call(_MESSAGES, *enhanced, notification_type="RBE", **_two_days(highest)),
        call(_FLARES, *halves, start_date=str(on - _TWO_DAYS), end_date=str(on + _TWO_DAYS))
        if solar
        else call(_STREAMS, *halves, start_date=str(on), end_date=str(on)),
    ]
    reasons = yield from _flares(cause) if solar else _streams(cause, streams[0], on, halves)
    return solution(
        {
            "storms": computed(len(storms), [half.data["count"] for half in halves]),
            "strongest": stated(strongest["gstID"]),
            "highest_kp": stated(_kp(strongest)),
            "enhancement": stated(highest),
            "enhancement_message": stated(_message(told, highest)),
            "fastest_speed": stated(speeds[fastest]),
            **dict.fromkeys(_CAUSES, NOTHING),
            **reasons,
        },
        branches=[
            branch(
                "a coronal mass ejection is linked to the latest storm",
                holds=bool(solar),
                met={"tools": [_FLARES]},
                unmet={"tools": [_STREAMS]},
            )
        ],
    )


def _flares(cause: CallResult) -> Steps[dict[str, Expected]]:
    """Look up the strongest flare: its class, the message about it, and the particles after it."""
    flares = {event["flrID"]: event["classType"] for event in cause.data["events"]}
    require(flares and "continue_from" not in cause.data, "there are few flares, or too many.")
    flare = _leader({name: flare_strength(class_type) for name, class_type in flares.items()})
    (issued,) = yield [call(_MESSAGES, cause, notification_type="FLR", **_two_days(flare))]
    after = date.fromisoformat(flare[:10]) + _TWO_DAYS
    (risen,) = yield [call(_PARTICLES, cause, start_date=flare[:10], end_date=str(after))]
    return {
        "strongest_flare": stated(flares[flare]),
        "cause_message": stated(_message(issued, flare)),
        "particle_events": stated(risen.data["count"]),
    }


def _streams(
    cause: CallResult, stream: str, on: date, halves: Sequence[CallResult]
) -> Steps[dict[str, Expected]]:
    """Look up the streams of the rotation before a stream, and the message about the fastest."""
    speed = _values([cause], [stream], "hssID", lambda event: event["speed_km_s"])[stream]
    first, last = (str(on - timedelta(days=days)) for days in (30, 24))
    (issued,) = yield [call(_STREAMS, *halves, start_date=first, end_date=last)]
    require(issued.data["events"], "there are no earlier streams.")
    earlier = {event["hssID"]: event["speed_km_s"] for event in issued.data["events"]}
    quickest = _leader(earlier)
    (sent,) = yield [call(_MESSAGES, issued, notification_type="HSS", **_two_days(quickest))]
    return {
        "stream_speed": stated(speed),
        "earlier_speed": stated(earlier[quickest]),
        "cause_message": stated(_message(sent, quickest)),
    }


def _days(events: Iterable[str]) -> list[str]:
    """Return the days of events, from their ids."""
    return list(dict.fromkeys(event[:10] for event in events))


def _two_days(event: str) -> dict[str, str]:
    """Return the range of an event's day and the next one, in which its message is issued."""
    first = date.fromisoformat(event[:10])
    return {"start_date": str(first), "end_date": str(first + timedelta(days=1))}


def _values(
    results: Iterable[CallResult], ids: Iterable[str], key: str, read: Callable[[Record], float]
) -> dict[str, float]:
    """Return a value of each event, by its id."""
    events = {event[key]: event for result in results for event in result.data["events"]}
    wanted = list(ids)
    require(all(item in events for item in wanted), "an event is not on record.")
    return {event: read(events[event]) for event in wanted}


def _leader(values: Mapping[str, float]) -> str:
    """Return the event with the highest value."""
    return leader(values, 0.001)


def flare_strength(class_type: str) -> float:
    """Return a number that orders classes of flares such as `M6.1`."""
    return float(class_type[1:]) * 10.0 ** "ABCMX".index(class_type[0])


def _by_distance(feed: CallResult) -> list[Record]:
    passing = [asteroid for passes in feed.data["near_earth_objects"].values() for asteroid in passes]
    return sorted(passing, key=_km)


def _km(asteroid: Record) -> int:
    return int(asteroid["close_approach_data"][0]["miss_distance"]["kilometers"])


def _last_approach(asteroid: Record, before: date) -> str:
    """Return the date of the last approach before a day."""
    dates = [approach["close_approach_date"] for approach in asteroid["close_approach_data"]]
    past = [day for day in dates if day < str(before)]
    if not past:
        raise PlanError("the asteroid did not come near before.")
    return str(max(past))


def _kp(storm: Record) -> float:
    return max(float(reading["kpIndex"]) for reading in storm["allKpIndex"])


def _linked(event: Record, kind: str) -> list[str]:
    linked: Iterable[Record] = event["linkedEvents"] or ()
    return [event["activityID"] for event in linked if f"-{kind}-" in event["activityID"]]


def _message(told: CallResult, subject: str) -> str:
    for notification in told.data["notifications"]:
        if notification["activityID"] == subject:
            return str(notification["messageID"])
    raise PlanError("there is no message about it.")


FAMILY = cross_family(
    number=46, name="nasa_data", title="NASA Data", servers=("NASA Data",), tasks=(_asteroids, _storms)
)
