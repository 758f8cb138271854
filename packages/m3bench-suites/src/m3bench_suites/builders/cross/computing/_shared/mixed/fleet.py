"""Vans that note distance and fuel in their own units."""

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
from m3bench_suites.builders.tasks import TaskSpec, computed, require_clear, require_lead, solution, stated

_VANS = ("Badger", "Cygnet", "Dormouse", "Ermine", "Ferret", "Gannet", "Hobby", "Ibex", "Jackdaw", "Kestrel")
_COUNT = 6
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
    vans = draw.sample(_VANS, _COUNT, "vans")
    ways, fuels = draw_amounts(draw, _WAYS, _COUNT, "way"), draw_amounts(draw, _FUELS, _COUNT, "fuel")
    price = draw.whole(141, 199, "price") / 100
    carbon = draw.pick((2.31, 2.39, 2.64, 2.68), "carbon")

    def plan() -> Plan:
        sources = yield from convert_all(
            [
                *(Amount("length", value, scale.unit, "kilometer") for value, scale in ways),
                *(Amount("volume", value, scale.unit, "liter") for value, scale in fuels),
            ]
        )
        far, burnt = sources[:_COUNT], sources[_COUNT:]
        *rates, whole = yield [
            *(
                sums.divide(liters, km, fuel, way)
                for (km, way), (liters, fuel) in zip(far, burnt, strict=True)
            ),
            sums.of_numbers("sum", (liters for liters, _ in burnt), *(fuel for _, fuel in burnt)),
        ]
        fuel = read_number(whole)
        *uses, barrels, cost, carbons = yield [
            *(sums.multiply(read_number(rate), 100, rate) for rate in rates),
            convert("volume", fuel, "liter", "barrel (oil)", whole),
            sums.multiply(fuel, price, whole),
            sums.multiply(fuel, carbon, whole),
        ]
        thirst = {van: read_number(each) for van, each in zip(vans, uses, strict=True)}
        require_lead(thirst.values(), 0.02)
        require_lead(thirst.values(), 0.02, lowest=True)
        average, tons = yield [
            sums.of_numbers("mean", thirst.values(), *uses),
            convert("mass", read_number(carbons), "kilogram", "long ton (UK)", carbons),
        ]
        middle = read_number(average)
        gaps = yield [
            sums.subtract(value, middle, each, average)
            for value, each in zip(thirst.values(), uses, strict=True)
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

    told = "; ".join(
        f"{van} {way:.12g} {one.words}, {fuel:.12g} {two.words}"
        for van, (way, one), (fuel, two) in zip(vans, ways, fuels, strict=True)
    )
    return TaskSpec(words={"vans": told, "price": f"{price:.2f}", "carbon": carbon}, plans=(plan,))
