"""Routes past a sight and a supermarket: requests, answer form and expected values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import CallResult, PlanError, Solution
from m3bench_suites.builders.m3._shared.travel.opening_times import day_hours_field, expected_hours
from m3bench_suites.builders.m3._shared.travel.places import hours_on, name_of
from m3bench_suites.builders.m3._shared.travel.sights import CITY, SIGHT, Sight

MODES = {"DRIVE": "by car (leaving traffic aside)", "WALK": "on foot", "BICYCLE": "by bicycle"}
SHORT_MODES = {"DRIVE": "by car", "WALK": "on foot", "BICYCLE": "by bicycle"}
_MINUTE = Tolerance(absolute=1)
_FAR = Tolerance(absolute=0.06, relative=0.01)
_DURATIONS = {"DRIVE": "minutes_by_car", "WALK": "minutes_on_foot", "BICYCLE": "minutes_by_bicycle"}


class Case(NamedTuple):
    """What one task asks for."""

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
            others = join(MODES[mode] for mode in self.others())
            items.append(f"how many minutes the same way would take {others}")
        return items

    def fuzzy_items(self) -> str:
        items = ["how long each would take and how far the quickest is"]
        if "hours" in self.ending:
            items.append(f"when that shop is open on a {self.weekday}")
        if "modes" in self.ending:
            items.append(f"what the quickest would be {join(map(SHORT_MODES.__getitem__, self.others()))}")
        return join(items)

    def condition(self) -> str:
        if not self.within:
            return ""
        return (
            f" If none of them is within {self.within} m of the sight, I do without: then I just need the "
            "way without a market."
        )

    def others(self) -> list[str]:
        return [mode for mode in MODES if mode != self.mode]

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
                AnswerField(
                    _DURATIONS[mode], FieldType.DURATION, f"the same way {SHORT_MODES[mode]}", unit="min"
                )
                for mode in self.others()
            ]
        return AnswerForm(tuple(fields))


REQUESTS = (
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
FUZZY_REQUESTS = (
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


def _seconds(way: CallResult) -> int:
    routes = way.data.get("routes") if isinstance(way.data, dict) else None
    if not routes:
        raise PlanError("there is no route past one of the markets.")
    return int(routes[0]["duration"].removesuffix("s"))


def _minutes(way: CallResult) -> int:
    return round(_seconds(way) / 60)


def fastest_of(ways: Sequence[CallResult]) -> int:
    """Return the index of the fastest route. Raise `PlanError` on a tie."""
    seconds = [_seconds(way) for way in ways]
    first, second = sorted(seconds)[:2]
    if second - first < 2:
        raise PlanError("two routes take about the same time.")
    return seconds.index(first)


def _kilometres(way: CallResult) -> float:
    return float(way.data["routes"][0]["distanceMeters"]) / 1000


def _duration(way: CallResult) -> Expected:
    return Expected(_minutes(way), tolerance=_MINUTE, grounds=(_raw_duration(way),))


def _raw_duration(way: CallResult) -> str:
    return str(way.data["routes"][0]["duration"])


def _length(way: CallResult) -> Expected:
    metres = way.data["routes"][0]["distanceMeters"]
    return Expected(round(_kilometres(way), 1), tolerance=_FAR, grounds=(metres,))


def describe_routes(
    case: Case, markets: list[dict[str, Any]], ways: Sequence[CallResult], best: int
) -> tuple[str, dict[str, Expected]]:
    """Return the answer and the expected fields about the routes."""
    lines = [
        f"over {name_of(market)} {_minutes(way)} minutes" for market, way in zip(markets, ways, strict=True)
    ]
    winner = name_of(markets[best])
    answer = (
        f"The sight is {case.sight.name} in {case.sight.city}. {SHORT_MODES[case.mode].capitalize()} it "
        f"takes {join(lines)}. The fastest way is that over {winner} ({markets[best]['formattedAddress']}), "
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


def solution_without(case: Case, direct: CallResult) -> Solution:
    """Return the solution without a market near enough: the direct route past the sight."""
    answer = (
        f"The sight is {case.sight.name} in {case.sight.city}. There is no supermarket within "
        f"{case.within} m of it. Without one the way takes {_minutes(direct)} minutes "
        f"{SHORT_MODES[case.mode]} and is {_kilometres(direct):.1f} km long."
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


def describe_ending(case: Case, found: Sequence[CallResult]) -> tuple[str, dict[str, Expected]]:
    """Return the answer and the expected fields about hours and other modes of travel."""
    answer, fields, rest = "", {}, list(found)
    if "hours" in case.ending:
        hours = hours_on(rest.pop(0), case.weekday)
        answer += f" On {case.weekday} that market has these hours: {hours}."
        fields["market_hours"] = expected_hours(hours)
    for mode, way in zip(case.others(), rest, strict=False):
        answer += f" {SHORT_MODES[mode].capitalize()} it would take {_minutes(way)} minutes."
        fields[_DURATIONS[mode]] = _duration(way)
    return answer, fields
