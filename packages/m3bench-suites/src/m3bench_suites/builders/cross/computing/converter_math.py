"""Unit Converter and Math MCP: amounts in many units, and sums over them."""

from __future__ import annotations

from functools import partial

from m3bench.suites import Plan
from m3bench_suites.builders.cross.computing._shared import sums
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Quantity,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
)
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    leader,
    require_clear,
    require_lead,
    solution,
    stated,
    together,
)

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
    told = ", ".join(
        f"{host} {value:.12g} {scale.words}" for host, (value, scale) in zip(hosts, sizes, strict=True)
    )
    return TaskSpec(
        words={"hosts": told, "rate": rate, "tape": tape},
        plans=(partial(_backups_plan, hosts, sizes, rate, tape),),
    )


def _backups_plan(hosts: list[str], sizes: list[Quantity], rate: int, tape: int) -> Plan:
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
    for item in rolls:
        require_clear(read_number(item), round(read_number(item)), 0.002)
    spans, tapes = yield from together(
        (convert("time", read_number(second), "seconds", "hours", second) for second in seconds),
        (sums.of_number("ceiling", read_number(roll), roll) for roll in rolls),
    )
    hours = {host: converted(span) for host, span in zip(hosts, spans, strict=True)}
    counts = [read_number(tape) for tape in tapes]
    *empty, spent, average, bought = yield [
        *(
            sums.subtract(count, read_number(part), record, part)
            for count, record, part in zip(counts, tapes, rolls, strict=True)
        ),
        sums.of_numbers("sum", hours.values(), *spans),
        sums.of_numbers("mean", hours.values(), *spans),
        sums.of_numbers("sum", counts, *tapes),
    ]
    free = {host: read_number(record) for host, record in zip(hosts, empty, strict=True)}
    longest, wasteful = leader(hours, 0.01), leader(free, 0.005)
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


_VANS = ("Badger", "Cygnet", "Dormouse", "Ermine", "Ferret", "Gannet", "Hobby", "Ibex", "Jackdaw", "Kestrel")
_FLEET_COUNT = 6
_WAYS = (
    Scale("mile", "miles", 2500, 9000),
    Scale("furlong", "furlongs", 20000, 70000),
    Scale("Scandinavian mile", "Scandinavian miles", 400, 1500),
    Scale("nautical mile", "nautical miles", 2200, 8000),
)
_FUELS = (
    Scale("gallon (US)", "US gallons", 120, 380),
    Scale("gallon (imperial)", "imperial gallons", 100, 320),
    Scale("pint (imperial)", "imperial pints", 800, 2500),
    Scale("quart (US)", "US quarts", 480, 1500),
    Scale("cubic foot", "cubic feet", 16, 50),
)


def fleet(draw: TaskDraw) -> TaskSpec:
    """Return a task on the consumption of six vans."""
    vans = draw.sample(_VANS, _FLEET_COUNT, "vans")
    ways, fuels = (
        draw_amounts(draw, _WAYS, _FLEET_COUNT, "way"),
        draw_amounts(draw, _FUELS, _FLEET_COUNT, "fuel"),
    )
    price = draw.whole(141, 199, "price") / 100
    carbon = draw.pick((2.31, 2.39, 2.64, 2.68), "carbon")
    told = "; ".join(
        f"{van} {way:.12g} {length.words}, {fuel:.12g} {volume.words}"
        for van, (way, length), (fuel, volume) in zip(vans, ways, fuels, strict=True)
    )
    return TaskSpec(
        words={"vans": told, "price": f"{price:.2f}", "carbon": carbon},
        plans=(partial(_fleet_plan, vans, ways, fuels, price, carbon),),
    )


def _fleet_plan(
    vans: list[str],
    ways: list[Quantity],
    fuels: list[Quantity],
    price: float,
    carbon: float,
) -> Plan:
    sources = yield from convert_all(
        [
            *(Amount("length", value, scale.unit, "kilometer") for value, scale in ways),
            *(Amount("volume", value, scale.unit, "liter") for value, scale in fuels),
        ]
    )
    far, burnt = sources[:_FLEET_COUNT], sources[_FLEET_COUNT:]
    *rates, whole = yield [
        *(sums.divide(liters, km, fuel, way) for (km, way), (liters, fuel) in zip(far, burnt, strict=True)),
        sums.of_numbers("sum", (liters for liters, _ in burnt), *(fuel for _, fuel in burnt)),
    ]
    fuel = read_number(whole)
    *uses, barrels, cost, carbons = yield [
        *(sums.multiply(read_number(rate), 100, rate) for rate in rates),
        convert("volume", fuel, "liter", "barrel (oil)", whole),
        sums.multiply(fuel, price, whole),
        sums.multiply(fuel, carbon, whole),
    ]
    thirst = {van: read_number(use) for van, use in zip(vans, uses, strict=True)}
    require_lead(thirst.values(), 0.02)
    require_lead(thirst.values(), 0.02, lowest=True)
    average, tons = yield [
        sums.of_numbers("mean", thirst.values(), *uses),
        convert("mass", read_number(carbons), "kilogram", "long ton (UK)", carbons),
    ]
    middle = read_number(average)
    gaps = yield [
        sums.subtract(value, middle, use, average) for value, use in zip(thirst.values(), uses, strict=True)
    ]
    over = [read_number(gap) for gap in gaps]
    for gap in over:
        require_clear(gap, 0, 0.01)
    most, least = max(thirst, key=thirst.__getitem__), min(thirst, key=thirst.__getitem__)
    return solution(
        {
            "thirstiest": stated(most),
            "highest": rounded(thirst[most], 3),
            "leanest": stated(least),
            "lowest": rounded(thirst[least], 3),
            "mean": rounded(middle, 3),
            "above": rounded(max(over), 3),
            "vans_above": computed(sum(gap > 0 for gap in over), over),
            "barrels": rounded(converted(barrels), 3),
            "cost": rounded(read_number(cost), 2),
            "emission": rounded(converted(tons), 3),
        }
    )


FAMILY = cross_family(
    number=15,
    name="converter_math",
    title="Unit Converter + Math MCP",
    servers=("Unit Converter", "Math MCP"),
    tasks=(fleet, backups),
)
