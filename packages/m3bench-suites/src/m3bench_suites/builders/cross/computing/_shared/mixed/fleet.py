"""Vans that note distance and fuel in their own units."""

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
from m3bench_suites.builders.cross.tasks import (
    Wording,
    computed,
    found,
    require_clear,
    require_lead,
    solution,
)
from m3bench_suites.builders.fields import named, number

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
_WORDING = Wording(
    request=(
        "Six vans report distance and fuel: {vans}. Convert every distance to kilometers and every fuel to "
        "liters. Divide liters by kilometers and multiply by 100 to get each consumption. Report the most "
        "and the least thirsty van and their consumption, the mean of the six consumptions, by how much the "
        "thirstiest is above that mean, and how many vans are above it. Add up all liters: report them in "
        "oil barrels, and what they cost at {price} per liter. The fuel emits {carbon} kg of carbon dioxide "
        "per liter: report the emission of all vans in long tons. Give 3 decimals, the cost with 2."
    ),
    fuzzy=(
        "Our drivers come from everywhere, so the logbooks of the six vans look like this: {vans}. I'd like "
        "every one of them in litres per 100 km. Who drives the thirstiest and who the leanest van, what is "
        "the plain average over the six, how far above it is the worst, and how many are above it at all? "
        "The board wants to know as well how many barrels of oil the fuel of all six amounts to by volume, "
        "what we paid at {price} a litre, to 2 decimals, and, with {carbon} kg of carbon dioxide coming out "
        "of each litre, how many long tons of it we emitted. Other than the money, 3 decimals, please."
    ),
)
_FORM = (
    named("thirstiest", "the van with the highest consumption"),
    number("highest", "its consumption, in liters per 100 km"),
    named("leanest", "the van with the lowest consumption"),
    number("lowest", "its consumption, in liters per 100 km"),
    number("mean", "the mean consumption, in liters per 100 km"),
    number("above", "how far the thirstiest is above the mean, in liters per 100 km"),
    number("vans_above", "how many vans are above the mean"),
    number("barrels", "the fuel of all vans", "oil barrels"),
    number("cost", "the cost of all fuel"),
    number("emission", "the carbon dioxide of all vans", "long tons"),
)


def make_fleet(draw: TaskDraw) -> Blueprint:
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
                "thirstiest": found(most),
                "highest": rounded(thirst[most], 3),
                "leanest": found(least),
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
    return make(draw, _WORDING, {"vans": told, "price": f"{price:.2f}", "carbon": carbon}, _FORM, plan)
