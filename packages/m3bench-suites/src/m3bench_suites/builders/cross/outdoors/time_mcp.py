"""Time MCP alone: calls between offices, and a case that travels through time zones."""

from __future__ import annotations

from datetime import datetime, timedelta

from m3bench.checks import Expected
from m3bench.core import AnswerField, FieldType
from m3bench.suites import Blueprint, CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.outdoors._shared.tools import CONVERT, TIME
from m3bench_suites.builders.cross.tasks import Wording, computed, require, rows, solution, task
from m3bench_suites.builders.fields import day, named, number, records

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
        "behind. A call begins at that moment and lasts {length} minutes: what time is it in the office "
        "furthest ahead when it ends? Compare times of day only, whatever the date."
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
_RELAY = Wording(
    request=(
        "A support case is opened today at {departure} local time in {start}, where work on it begins at "
        "once. Desks work on it in turn: {legs}. When a desk is done, the case arrives at the following desk "
        "at that moment, and work begins there {pause} minutes later; {end} closes it on arrival. Take "
        "today's date from the time now in {start}. Convert the time at which each desk begins to the zone "
        "of the desk that follows, and so give the local date and time of every arrival, in order. For the "
        "last arrival, also give the date and time at that moment in {start}, and the times at all desks in "
        "between. How many minutes pass from opening to closing?"
    ),
    fuzzy=(
        "Our support follows the sun, and I want to know how a case would travel. It comes in today at "
        "{departure} on the clock in {start} and is picked up right away: {legs}. Once a desk is done, the "
        "case lands at the following desk in the same minute, where people always take {pause} minutes "
        "before they start; {end} just closes it when it lands. When does it reach each desk, with local "
        "date and time, in the order it travels? At the moment it is closed, what do the clocks say in "
        "{start}, date included, and at the desks in between, and how many minutes has the customer waited "
        "since the case came in?"
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


def _relay(draw: TaskDraw) -> Blueprint:
    cities = draw.sample(list(_ZONES), 6, "cities")
    start, *stops = cities
    departure = f"{draw.whole(10, 22, 'hour')}:{draw.pick(('05', '20', '35', '50'), 'minute')}"
    shifts = [draw.whole(20, 110, "shift", place) * 5 for place in range(len(stops))]
    pause = draw.whole(14, 40, "pause") * 5
    worked = [
        f"{minutes // 60} h {minutes % 60} min in {city}"
        for minutes, city in zip(shifts, cities[:-1], strict=True)
    ]
    legs = f"{_joined(worked)}, before it goes to {stops[-1]}"

    def plan() -> Plan:
        (today,) = yield [call(TIME, timezone=_ZONES[start])]
        date = today.data["datetime"][:10]
        begin = datetime.fromisoformat(f"{date}T{departure}")
        heard: list[CallResult] = [today]
        arrivals: list[datetime] = []
        for place, (city, minutes) in enumerate(zip(stops, shifts, strict=True)):
            (handover,) = yield [
                call(
                    CONVERT,
                    *(heard[-1:] if place else ()),
                    source_timezone=_ZONES[cities[place]],
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
        stated = [today.data["datetime"], *(each.data["target"]["datetime"] for each in heard[1:])]
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
                    {"city": computed(city, (each.data["target"]["datetime"],)), "time": _shown(each)}
                    for city, each in zip(passed[1:], back[1:], strict=True)
                ),
                "minutes": computed(sum(shifts) + pause * (len(stops) - 1), stated),
            }
        )

    form = (
        records(
            "arrivals",
            "the arrivals in order",
            named("city", "the desk"),
            day("date", "the local date"),
            _time("time", "the local time"),
            ordered=True,
        ),
        _time("home_time", f"the time in {start} at the last arrival"),
        day("home_date", f"the date in {start} at the last arrival"),
        records(
            "other_clocks",
            "the times at the desks in between at the last arrival",
            named("city", "the desk"),
            _time("time", "the time there"),
        ),
        number("minutes", "the time from opening to closing", "min"),
    )
    words = {"start": start, "end": stops[-1], "departure": departure, "legs": legs, "pause": pause}
    return task(draw, FAMILY, _RELAY, words, form, plan)


FAMILY = CrossFamily(
    number=34,
    name="time_mcp",
    title="Time MCP",
    servers=("Time MCP",),
    makers=(_offices, _relay),
)
