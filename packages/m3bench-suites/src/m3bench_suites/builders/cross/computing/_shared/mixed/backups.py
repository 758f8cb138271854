"""Backups over one line, on whole tapes."""

from __future__ import annotations

from m3bench.suites import Blueprint, Plan
from m3bench_suites.builders.cross.computing._shared import sums
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
)
from m3bench_suites.builders.cross.computing._shared.tasks import make, read_number, rounded
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.tasks import Wording, found, require_clear, require_lead, solution
from m3bench_suites.builders.fields import named, number

_HOSTS = ("atlas", "boreas", "circe", "daphne", "electra", "fides", "galatea", "hebe", "iris", "juno")
_COUNT = 6
_SIZES = (
    Scale("gigabytes", "GB", 9000, 60000),
    Scale("terabytes", "TB", 9, 55),
    Scale("kilobytes", "KB", 9000000000, 60000000000),
)
_WORDING = Wording(
    request=(
        "Back up six hosts: {hosts}. A kilobyte has 1024 bytes, a megabyte 1024 kilobytes, and so on. "
        "Convert all sizes to megabytes. The line moves {rate} megabytes a second: divide to get the "
        "seconds of each host, and convert them to hours. A tape holds {tape} GB; the data of a host starts "
        "on a new tape, so divide its megabytes by the megabytes of a tape and round up. Report the host "
        "that takes longest and its hours, the hours of all hosts together, the mean hours, the hours of "
        "all hosts converted to days, the number of tapes of all hosts, what share of the capacity of these "
        "tapes is used, in percent, and the host that leaves the most of its last tape unused, with how "
        "many GB. Give 3 decimals."
    ),
    fuzzy=(
        "This weekend I have to save six machines: {hosts}. I count the way memory is sold, so 1024 bytes "
        "make a kilobyte, 1024 kilobytes a megabyte and so forth. Our line does {rate} megabytes a second "
        "and a tape takes {tape} GB, and every machine starts on a fresh tape, one after another. Which "
        "machine keeps the line busy longest, and for how many hours? What is it on average and altogether "
        "in hours, and how many days is that? How many tapes must I buy, and what percentage of their room "
        "will be filled? I'd also like to know which machine wastes the most of its last tape, and how many "
        "GB. 3 decimals where it isn't a count."
    ),
)
_FORM = (
    named("longest", "the machine that takes longest"),
    number("longest_hours", "the time it takes", "hours"),
    number("hours", "the time of all machines together", "hours"),
    number("mean_hours", "the mean time of a machine", "hours"),
    number("days", "the time of all machines together", "days"),
    number("tapes", "the tapes of all machines"),
    number("filled", "the share of the capacity of all these tapes that is used", "%"),
    named("wasteful", "the machine that leaves the most of its last tape unused"),
    number("wasted", "how much it leaves unused", "GB"),
)


def make_backups(draw: TaskDraw) -> Blueprint:
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
                "longest": found(longest),
                "longest_hours": rounded(hours[longest], 3),
                "hours": rounded(read_number(spent), 3),
                "mean_hours": rounded(read_number(average), 3),
                "days": rounded(converted(days), 3),
                "tapes": found(int(read_number(bought))),
                "filled": rounded(100 * read_number(used), 3, read_number(used)),
                "wasteful": found(wasteful),
                "wasted": rounded(read_number(wasted), 3),
            }
        )

    told = ", ".join(
        f"{host} {value:.12g} {scale.words}" for host, (value, scale) in zip(hosts, sizes, strict=True)
    )
    return make(draw, _WORDING, {"hosts": told, "rate": rate, "tape": tape}, _FORM, plan)
