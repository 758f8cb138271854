"""Time MCP alone: calls between offices, and a journey through time zones."""

from __future__ import annotations

from datetime import datetime, timedelta

from m3bench.checks import Expected
from m3bench.core import AnswerField, FieldType
from m3bench.suites.cross.family import CrossFamily, TaskDraw
from m3bench.suites.cross.outdoors._shared.tools import CONVERT, TIME
from m3bench.suites.cross.tasks import Wording, computed, require, rows, solution, task
from m3bench.suites.fields import day, named, number, records
from m3bench.suites.plans import Blueprint, CallResult, Plan, PlannedCall, call

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
_OFFICES = Wording(
    request=(
        "Offices are in {cities}. Look up the time now in each, and name the offices whose local time is "
        "furthest ahead and furthest behind. Convert 09:00 of today in the office furthest ahead to the "
        "local time of every other office: in how many of these is it from 07:00 to before 22:00, and in "
        "which is it latest on the clock? Convert {late} in that office to every other office, and name the "
        "office where it is earliest on the clock. Convert {early} in that office to the office furthest "
        "behind. A call that begins there and lasts {length} minutes: what time is it in the office furthest "
        "ahead when it ends? Compare times of day only, whatever the date."
    ),
    fuzzy=(
        "We have people in {cities}, and I am trying to find hours that hurt nobody. Going by the clocks "
        "right now, who is furthest ahead and who is furthest behind? If those ahead start a meeting at "
        "09:00 their time today, how many of the other offices have it between 07:00 and before 22:00, and "
        "whose clock shows the latest hour, ignoring dates? Suppose that last office wants {late} instead: "
        "whose clock, among the others, would be the earliest? And if that early office insists on {early} "
        "its own time, what time is it for the people furthest behind when the call begins, and what time is "
        "it for those furthest ahead when the {length} minutes are over?"
    ),
)
_JOURNEY = Wording(
    request=(
        "A journey begins today at {departure} local time in {start}. Its flights are {legs}. Each stop "
        "lasts {pause} minutes from landing to the following take-off. Take today's date from the time now "
        "in {start}. Convert the time of each take-off to the zone of the flight's goal, and so give the "
        "local date and time of landing for every flight, in order. For the last landing, also give the time "
        "at that moment in {start}, and in all cities on the way. How many minutes does the whole journey "
        "take?"
    ),
    fuzzy=(
        "I leave {start} today at {departure} on the clock there, and the tickets are a mess: {legs}. "
        "Between landing and the following take-off I always get {pause} minutes. Could you work out the "
        "local date and time of each landing, in the order I fly, so that my friends know when to pick me "
        "up? When I finally touch down for good, what do the clocks say at home in {start} and in the cities "
        "where I changed planes, and how many minutes have I been on the road since I took off at home?"
    ),
)


def clock(moment: datetime) -> str:
    return moment.strftime("%H:%M")


def shifted(result: CallResult, moment: datetime) -> datetime:
    """Return a local time of the zone from which a call converts in the zone to which it converts."""
    source, target = (datetime.fromisoformat(result.data[end]["datetime"]) for end in ("source", "target"))
    require(clock(source) == clock(moment), "another time was converted.")
    return moment + ((target.utcoffset() or timedelta()) - (source.utcoffset() or timedelta()))


def _time(name: str, meaning: str) -> AnswerField:
    return AnswerField(name, FieldType.TIME, meaning)


def _joined(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _target(result: CallResult) -> datetime:
    return datetime.fromisoformat(result.data["target"]["datetime"])


def _latest(results: dict[str, CallResult], *, earliest: bool = False) -> str:
    """Return the city whose clock shows the latest (or the earliest) time of day."""
    order = sorted(results, key=lambda city: clock(_target(results[city])), reverse=not earliest)
    times = [clock(_target(results[city])) for city in order]
    require(times[0] != times[1], "two clocks show the same time.")
    return order[0]


def _offices(draw: TaskDraw) -> Blueprint:
    cities = draw.sample(list(_ZONES), 7, "cities")
    late = f"{draw.whole(16, 19, 'hour')}:{draw.pick(('15', '30', '45'), 'minute')}"
    early = f"0{draw.whole(6, 8, 'early hour')}:{draw.pick(('10', '20', '40', '50'), 'early minute')}"
    length = draw.whole(7, 23, "length") * 5

    def convert(source: str, time: str, target: str, *uses: CallResult) -> PlannedCall:
        return call(CONVERT, *uses, source_timezone=_ZONES[source], time=time, target_timezone=_ZONES[target])

    def plan() -> Plan:
        now = yield [call(TIME, timezone=_ZONES[city]) for city in cities]
        local = {
            city: datetime.fromisoformat(each.data["datetime"]).replace(tzinfo=None)
            for city, each in zip(cities, now, strict=True)
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

    form = (
        named("ahead", "the city furthest ahead"),
        named("behind", "the city furthest behind"),
        number("awake", "how many other offices have the 09:00 meeting from 07:00 to before 22:00"),
        named("latest", "the city with the latest clock at that meeting"),
        _time("latest_time", "the time there at that meeting"),
        named("earliest", f"the city with the earliest clock at the meeting at {late}"),
        _time("earliest_time", "the time there at that meeting"),
        _time("begins_behind", "when the last call begins in the city furthest behind"),
        _time("ends_ahead", "when it ends in the city furthest ahead"),
    )
    words = {"cities": _joined(cities), "late": late, "early": early, "length": length}
    return task(draw, FAMILY, _OFFICES, words, form, plan)


def _city(city: str, result: CallResult) -> Expected:
    """Return a city that a time in a result decides."""
    data = result.data.get("target", result.data)
    return computed(city, (data["datetime"],))


def _shown(result: CallResult) -> Expected:
    return computed(clock(_target(result)), (result.data["target"]["datetime"],))


def _journey(draw: TaskDraw) -> Blueprint:
    cities = draw.sample(list(_ZONES), 6, "cities")
    start, *stops = cities
    departure = f"{draw.whole(10, 22, 'hour')}:{draw.pick(('05', '20', '35', '50'), 'minute')}"
    flights = [draw.whole(27, 165, "flight", place) * 5 for place in range(len(stops))]
    pause = draw.whole(14, 40, "pause") * 5
    legs = _joined(
        [
            f"{minutes // 60} h {minutes % 60} min to {city}"
            for minutes, city in zip(flights, stops, strict=True)
        ]
    )

    def plan() -> Plan:
        (today,) = yield [call(TIME, timezone=_ZONES[start])]
        date = today.data["datetime"][:10]
        leaving = datetime.fromisoformat(f"{date}T{departure}")
        heard: list[CallResult] = [today]
        landings: list[datetime] = []
        for place, (city, minutes) in enumerate(zip(stops, flights, strict=True)):
            (flight,) = yield [
                call(
                    CONVERT,
                    *(heard[-1:] if place else ()),
                    source_timezone=_ZONES[cities[place]],
                    time=clock(leaving),
                    target_timezone=_ZONES[city],
                )
            ]
            heard.append(flight)
            landings.append(shifted(flight, leaving) + timedelta(minutes=minutes))
            leaving = landings[-1] + timedelta(minutes=pause)
        end, passed = landings[-1], cities[:-1]
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
        stated = [today.data["datetime"], *(each.data["target"]["datetime"] for each in heard[1:])]
        return solution(
            {
                "landings": rows(
                    {
                        "city": computed(city, (flight.data["target"]["datetime"],)),
                        "date": computed(landing.date().isoformat(), stated),
                        "time": computed(clock(landing), (flight.data["target"]["datetime"],)),
                    }
                    for city, landing, flight in zip(stops, landings, heard[1:], strict=True)
                ),
                "home_time": _shown(back[0]),
                "home_date": computed(shifted(back[0], end).date().isoformat(), stated),
                "other_clocks": rows(
                    {"city": computed(city, (each.data["target"]["datetime"],)), "time": _shown(each)}
                    for city, each in zip(passed[1:], back[1:], strict=True)
                ),
                "minutes": computed(sum(flights) + pause * (len(stops) - 1), stated),
            }
        )

    form = (
        records(
            "landings",
            "the landings in order",
            named("city", "where it is"),
            day("date", "the local date"),
            _time("time", "the local time"),
            ordered=True,
        ),
        _time("home_time", f"the time in {start} at the last landing"),
        day("home_date", f"the date in {start} at the last landing"),
        records(
            "other_clocks",
            "the times in the cities on the way at the last landing",
            named("city", "the city"),
            _time("time", "the time there"),
        ),
        number("minutes", "how long the journey takes from the first take-off to the last landing", "min"),
    )
    words = {"start": start, "departure": departure, "legs": legs, "pause": pause}
    return task(draw, FAMILY, _JOURNEY, words, form, plan)


FAMILY = CrossFamily(
    number=34,
    name="time_mcp",
    title="Time MCP",
    servers=("Time MCP",),
    makers=(_offices, _journey),
)
