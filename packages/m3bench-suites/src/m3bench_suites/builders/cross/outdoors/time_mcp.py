"""Time MCP alone: calls between offices, and a case that travels through time zones."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from m3bench.checks import Expected
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.outdoors._shared.tools import CONVERT, TIME
from m3bench_suites.builders.tasks import TaskSpec, computed, require, rows, solution

_ZONES = {
    "Tokyo": "Asia/Tokyo",
    "Auckland": "Pacific/Auckland",
    "Mumbai": "Asia/Kolkata",
    "Kathmandu": "Asia/Kathmandu",
    "Dubai": "Asia/Dubai",
    "Nairobi": "Africa/Nairobi",
    "Berlin": "Europe/Berlin",
    "London": "Europe/London",
    "São Paulo": "America/Sao_Paulo",
    "New York": "America/New_York",
    "Denver": "America/Denver",
    "Honolulu": "Pacific/Honolulu",
    "Adelaide": "Australia/Adelaide",
    "Karachi": "Asia/Karachi",
    "Jakarta": "Asia/Jakarta",
    "Anchorage": "America/Anchorage",
}
_NINE, _WAKES, _SLEEPS = "09:00", 7, 22


def clock(moment: datetime) -> str:
    return moment.strftime("%H:%M")


def shifted(result: CallResult, moment: datetime) -> datetime:
    """Return a local time of the zone from which a call converts in the zone to which it converts."""
    source, target = (datetime.fromisoformat(result.data[end]["datetime"]) for end in ("source", "target"))
    require(clock(source) == clock(moment), "another time was converted.")
    return moment + ((target.utcoffset() or timedelta()) - (source.utcoffset() or timedelta()))


def _target(result: CallResult) -> datetime:
    return datetime.fromisoformat(result.data["target"]["datetime"])


def _latest(results: dict[str, CallResult], *, earliest: bool = False) -> str:
    """Return the city whose clock shows the latest (or the earliest) time of day."""
    order = sorted(results, key=lambda city: clock(_target(results[city])), reverse=not earliest)
    times = [clock(_target(results[city])) for city in order]
    require(times[0] != times[1], "two clocks show the same time.")
    return order[0]


def _offices(draw: TaskDraw) -> TaskSpec:
    cities = draw.sample(list(_ZONES), 7, "cities")
    late = f"{draw.whole(16, 19, 'hour')}:{draw.pick(('15', '30', '45'), 'minute')}"
    early = f"0{draw.whole(6, 8, 'early hour')}:{draw.pick(('10', '20', '40', '50'), 'early minute')}"
    length = draw.whole(7, 23, "length") * 5

    def convert(source: str, time: str, target: str, *uses: CallResult) -> PlannedCall:
        return call(CONVERT, *uses, source_timezone=_ZONES[source], time=time, target_timezone=_ZONES[target])

    def plan() -> Plan:
        now = yield [call(TIME, timezone=_ZONES[city]) for city in cities]
        local = {
            city: datetime.fromisoformat(weather.data["datetime"]).replace(tzinfo=None)
            for city, weather in zip(cities, now, strict=True)
        }
        require(len(set(local.values())) == len(cities), "two offices have the same time.")
        ahead, behind = max(cities, key=local.__getitem__), min(cities, key=local.__getitem__)
        others = [city for city in cities if city != ahead]
        heard = yield [convert(ahead, _NINE, city, *now) for city in others]
        mornings = dict(zip(others, heard, strict=True))
        awake = [city for city in others if _WAKES <= _target(mornings[city]).hour < _SLEEPS]
        latest = _latest(mornings)
        rest = [city for city in cities if city != latest]
        evening = yield [convert(latest, late, city, *heard) for city in rest]
        evenings = dict(zip(rest, evening, strict=True))
        first = _latest(evenings, earliest=True)
        require(first not in (ahead, behind), "the early office is at an end of the row.")
        (begins,) = yield [convert(first, early, behind, *now, *evening)]
        begin = _target(begins)
        ends = begin + timedelta(minutes=length)
        (last,) = yield [convert(behind, clock(ends), ahead, begins)]
        return solution(
            {
                "ahead": _city(ahead, now[cities.index(ahead)]),
                "behind": _city(behind, now[cities.index(behind)]),
                "awake": computed(len(awake), [mornings[city].data["target"]["datetime"] for city in others]),
                "latest": _city(latest, mornings[latest]),
                "latest_time": _shown(mornings[latest]),
                "earliest": _city(first, evenings[first]),
                "earliest_time": _shown(evenings[first]),
                "begins_behind": _shown(begins),
                "ends_ahead": _shown(last),
            }
        )

    return TaskSpec(
        words={"cities": join(cities), "late": late, "early": early, "length": length}, plans=(plan,)
    )


def _city(city: str, result: CallResult) -> Expected:
    """Return a city that a time in a result decides."""
    data = result.data.get("target", result.data)
    return computed(city, (data["datetime"],))


def _shown(result: CallResult) -> Expected:
    return computed(clock(_target(result)), (result.data["target"]["datetime"],))


def _relay(draw: TaskDraw) -> TaskSpec:
    cities = draw.sample(list(_ZONES), 6, "cities")
    start, *stops = cities
    departure = f"{draw.whole(10, 22, 'hour')}:{draw.pick(('05', '20', '35', '50'), 'minute')}"
    shifts = [draw.whole(20, 110, "shift", index) * 5 for index in range(len(stops))]
    pause = draw.whole(14, 40, "pause") * 5
    worked = [
        f"{minutes // 60} h {minutes % 60} min in {city}"
        for minutes, city in zip(shifts, cities[:-1], strict=True)
    ]
    legs = f"{join(worked)}, before it goes to {stops[-1]}"
    return TaskSpec(
        words={"start": start, "end": stops[-1], "departure": departure, "legs": legs, "pause": pause},
        plans=(partial(_relay_plan, cities, departure, shifts, pause),),
    )


def _relay_plan(cities: list[str], departure: str, shifts: list[int], pause: int) -> Plan:
    start, *stops = cities
    (today,) = yield [call(TIME, timezone=_ZONES[start])]
    date = today.data["datetime"][:10]
    begin = datetime.fromisoformat(f"{date}T{departure}")
    heard: list[CallResult] = [today]
    arrivals: list[datetime] = []
    for index, (city, minutes) in enumerate(zip(stops, shifts, strict=True)):
        (handover,) = yield [
            call(
                CONVERT,
                *(heard[-1:] if index else ()),
                source_timezone=_ZONES[cities[index]],
                time=clock(begin),
                target_timezone=_ZONES[city],
            )
        ]
        heard.append(handover)
        arrivals.append(shifted(handover, begin) + timedelta(minutes=minutes))
        begin = arrivals[-1] + timedelta(minutes=pause)
    end, passed = arrivals[-1], cities[:-1]
    back = yield [
        call(
            CONVERT,
            heard[-1],
            source_timezone=_ZONES[stops[-1]],
            time=clock(end),
            target_timezone=_ZONES[city],
        )
        for city in passed
    ]
    stated = [today.data["datetime"], *(result.data["target"]["datetime"] for result in heard[1:])]
    return solution(
        {
            "arrivals": rows(
                {
                    "city": computed(city, (handover.data["target"]["datetime"],)),
                    "date": computed(arrival.date().isoformat(), stated),
                    "time": computed(clock(arrival), (handover.data["target"]["datetime"],)),
                }
                for city, arrival, handover in zip(stops, arrivals, heard[1:], strict=True)
            ),
            "home_time": _shown(back[0]),
            "home_date": computed(shifted(back[0], end).date().isoformat(), stated),
            "other_clocks": rows(
                {"city": computed(city, (result.data["target"]["datetime"],)), "time": _shown(result)}
                for city, result in zip(passed[1:], back[1:], strict=True)
            ),
            "minutes": computed(sum(shifts) + pause * (len(stops) - 1), stated),
        }
    )


FAMILY = cross_family(
    number=34, name="time_mcp", title="Time MCP", servers=("Time MCP",), tasks=(_offices, _relay)
)
