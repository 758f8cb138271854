"""Legs of a journey in old units, and the speed on each."""

from __future__ import annotations

import math
from collections.abc import Callable

from m3bench.suites import Plan
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
)
from m3bench_suites.builders.cross.computing._shared.numbers import rounded
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require_lead, solution, stated

_PORTS = (
    "Varn",
    "Ostrel",
    "Quay Hollow",
    "Pellam",
    "Sundre",
    "Tarrow",
    "Ulmsund",
    "Wick End",
    "Yarrowness",
    "Zell",
    "Mornay",
)
_COUNT = 9
_LENGTHS = (
    Scale("nautical mile", "nautical miles", 200, 900),
    Scale("mile", "miles", 200, 900),
    Scale("Scandinavian mile", "Scandinavian miles", 30, 150),
    Scale("furlong", "furlongs", 1500, 7000),
    Scale("cable", "cables (a tenth of a nautical mile)", 2000, 9000),
    Scale("chain (surveyors)", "surveyors' chains", 20000, 70000),
    Scale("fathom", "fathoms", 150000, 600000),
)
_TIMES = (
    Scale("minutes", "minutes", 2000, 9900),
    Scale("days", "days", 2, 7),
    Scale("seconds", "seconds", 150000, 600000),
    Scale("weeks", "weeks", 1, 1),
)


def voyage(draw: TaskDraw) -> TaskSpec:
    """Return a task on nine legs."""
    ports = draw.sample(_PORTS, _COUNT, "ports")
    lengths = draw_amounts(draw, _LENGTHS, _COUNT, "length")
    times = draw_amounts(draw, _TIMES, _COUNT, "time")

    def planned(*, batched: bool) -> Callable[[], Plan]:
        def plan() -> Plan:
            sources = yield from convert_all(
                [
                    *(Amount("length", value, scale.unit, "kilometer") for value, scale in lengths),
                    *(Amount("time", value, scale.unit, "hours") for value, scale in times),
                ],
                batched=batched,
            )
            ways, spans = sources[:_COUNT], sources[_COUNT:]
            whole, spent = (math.fsum(value for value, _ in part) for part in (ways, spans))
            *paces, far, long = yield [
                *(
                    convert("speed", km / hours, "kilometers per hour", "knots", way, span)
                    for (km, way), (hours, span) in zip(ways, spans, strict=True)
                ),
                convert("length", whole, "kilometer", "nautical mile", *(result for _, result in ways)),
                convert("time", spent, "hours", "days", *(result for _, result in spans)),
            ]
            knots = {port: converted(pace) for port, pace in zip(ports, paces, strict=True)}
            require_lead(knots.values(), 0.05)
            require_lead(knots.values(), 0.05, lowest=True)
            fastest, slowest = max(knots, key=knots.__getitem__), min(knots, key=knots.__getitem__)
            best = ports.index(fastest)
            pace = ways[best][0] / spans[best][0]
            ideal, *losses = yield [
                convert("time", converted(far) / knots[fastest], "hours", "days", far, *paces),
                *(
                    convert("time", hours - km / pace, "hours", "minutes", way, span, *paces)
                    for place, ((km, way), (hours, span)) in enumerate(zip(ways, spans, strict=True))
                    if place != best
                ),
            ]
            others = [port for port in ports if port != fastest]
            lost = {port: converted(loss) for port, loss in zip(others, losses, strict=True)}
            require_lead(lost.values(), 1)
            slackest = max(lost, key=lost.__getitem__)
            (idle,) = yield [convert("time", math.fsum(lost.values()), "minutes", "days", *losses)]
            return solution(
                {
                    "fastest": stated(fastest),
                    "fastest_speed": rounded(knots[fastest], 3),
                    "slowest": stated(slowest),
                    "slowest_speed": rounded(knots[slowest], 3),
                    "distance": rounded(converted(far), 3),
                    "days": rounded(converted(long), 3),
                    "days_at_best": rounded(converted(ideal), 3),
                    "slackest": stated(slackest),
                    "minutes_lost": rounded(lost[slackest], 1),
                    "days_lost": rounded(converted(idle), 3),
                }
            )

        return plan

    legs = "; ".join(
        f"{port} {far:.12g} {length.words} in {long:.12g} {time.words}"
        for port, (far, length), (long, time) in zip(ports, lengths, times, strict=True)
    )
    return TaskSpec(words={"legs": legs}, plans=(planned(batched=False), planned(batched=True)))
