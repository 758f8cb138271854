"""Backups over one line, on whole tapes."""

from __future__ import annotations

from m3bench.suites import Plan
from m3bench_suites.builders.cross.computing._shared import sums
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
)
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require_clear, require_lead, solution, stated

_HOSTS = ("atlas", "boreas", "circe", "daphne", "electra", "fides", "galatea", "hebe", "iris", "juno")
_COUNT = 6
_SIZES = (
    Scale("gigabytes", "GB", 9000, 60000),
    Scale("terabytes", "TB", 9, 55),
    Scale("kilobytes", "KB", 9000000000, 60000000000),
)


def backups(draw: TaskDraw) -> TaskSpec:
    """Return a task on the backups of six machines."""
    hosts = draw.sample(_HOSTS, _COUNT, "hosts")
    sizes = draw_amounts(draw, _SIZES, _COUNT, "size")
    rate, tape = draw.whole(110, 390, "rate"), draw.pick((400, 800, 1500), "tape")

    def plan() -> Plan:
        *sources, (room, roll) = yield from convert_all(
            [
                *(Amount("computer_data", value, scale.unit, "megabytes") for value, scale in sizes),
                Amount("computer_data", tape, "gigabytes", "megabytes"),
            ]
        )
        data = {host: value for host, (value, _) in zip(hosts, sources, strict=True)}
        told = {host: result for host, (_, result) in zip(hosts, sources, strict=True)}
        *results, whole = yield [
            *(sums.divide(data[host], rate, told[host]) for host in hosts),
            *(sums.divide(data[host], room, told[host], roll) for host in hosts),
            sums.of_numbers("sum", data.values(), *told.values()),
        ]
        seconds, rolls = results[:_COUNT], results[_COUNT:]
        for each in rolls:
            require_clear(read_number(each), round(read_number(each)), 0.002)
        counted = yield [
            *(convert("time", read_number(each), "seconds", "hours", each) for each in seconds),
            *(sums.of_number("ceiling", read_number(each), each) for each in rolls),
        ]
        spans, tapes = counted[:_COUNT], counted[_COUNT:]
        hours = {host: converted(each) for host, each in zip(hosts, spans, strict=True)}
        counts = [read_number(each) for each in tapes]
        *empty, spent, average, bought = yield [
            *(
                sums.subtract(count, read_number(part), each, part)
                for count, each, part in zip(counts, tapes, rolls, strict=True)
            ),
            sums.of_numbers("sum", hours.values(), *spans),
            sums.of_numbers("mean", hours.values(), *spans),
            sums.of_numbers("sum", counts, *tapes),
        ]
        free = {host: read_number(each) for host, each in zip(hosts, empty, strict=True)}
        require_lead(hours.values(), 0.01)
        require_lead(free.values(), 0.005)
        longest, wasteful = max(hours, key=hours.__getitem__), max(free, key=free.__getitem__)
        days, all_room, wasted = yield [
            convert("time", read_number(spent), "hours", "days", spent),
            sums.multiply(read_number(bought), room, bought, roll),
            sums.multiply(free[wasteful], tape, *empty),
        ]
        (used,) = yield [sums.divide(read_number(whole), read_number(all_room), whole, all_room)]
        return solution(
            {
                "longest": stated(longest),
                "longest_hours": rounded(hours[longest], 3),
                "hours": rounded(read_number(spent), 3),
                "mean_hours": rounded(read_number(average), 3),
                "days": rounded(converted(days), 3),
                "tapes": stated(int(read_number(bought))),
                "filled": rounded(100 * read_number(used), 3, read_number(used)),
                "wasteful": stated(wasteful),
                "wasted": rounded(read_number(wasted), 3),
            }
        )

    told = ", ".join(
        f"{host} {value:.12g} {scale.words}" for host, (value, scale) in zip(hosts, sizes, strict=True)
    )
    return TaskSpec(words={"hosts": told, "rate": rate, "tape": tape}, plans=(plan,))
