"""Tanks with volumes, densities and floors in many units."""

from __future__ import annotations

import math

from m3bench.suites import Blueprint, Plan
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
)
from m3bench_suites.builders.cross.computing._shared.tasks import make, rounded
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.tasks import Wording, found, require_lead, solution
from m3bench_suites.builders.fields import named, number

_TANKS = ("Alder", "Birch", "Cedar", "Hazel", "Juniper", "Larch", "Maple", "Rowan", "Willow")
_COUNT = 6
_GRAVITY = 9.80665
_VOLUMES = (
    Scale("gallon (US)", "US gallons", 50000, 200000),
    Scale("gallon (imperial)", "imperial gallons", 50000, 200000),
    Scale("barrel (oil)", "oil barrels", 1500, 5000),
    Scale("cubic yard", "cubic yards", 300, 900),
    Scale("cubic foot", "cubic feet", 9000, 30000),
    Scale("kiloliter", "kiloliters", 300, 900),
)
_DENSITIES = (
    Scale("pounds per gallon (US)", "lb per US gallon", 65, 95),
    Scale("pounds per cubic foot", "lb per cubic foot", 500, 700),
    Scale("grams per liter", "g per liter", 8000, 11500),
    Scale("pounds per gallon (UK)", "lb per imperial gallon", 80, 115),
    Scale("ounces per gallon (US)", "ounces per US gallon", 1050, 1500),
    Scale("tons per cubic yard (US)", "US tons per cubic yard", 7, 9),
)
_AREAS = (
    Scale("square foot", "square feet", 1200, 3000),
    Scale("square yard", "square yards", 150, 400),
    Scale("square inch", "square inches", 180_000, 450_000),
    Scale("are", "ares", 2, 4),
)
_WORDING = Wording(
    request=(
        "Six tanks hold, in order, a volume of a liquid of some density on a flat floor: {tanks}. Convert "
        "volumes to cubic meters, densities to kg per cubic meter and floors to square meters. The mass is "
        "volume times density; convert it to long tons. The pressure on the floor is mass times {gravity} "
        "m/s², divided by the floor, in pascal; convert it to psi. Report the heaviest tank and its long "
        "tons, the tanks with the highest and the lowest pressure and their psi, and the mass of all six in "
        "long tons. Convert the highest pressure from psi to meters of water, that depth to fathoms, and "
        "the weight of all six (kilograms-force, equal to the kilograms) to meganewtons. Give 3 decimals, "
        "meganewtons with 4."
    ),
    fuzzy=(
        "The tank farm I took over labels everything differently. There are six, each with its contents, "
        "how dense the liquid is and how big the flat floor: {tanks}. Which tank holds the heaviest load, "
        "in long tons, and what do all of them hold together? I worry about the floors: with gravity at "
        "{gravity} m/s², where is the pressure from the liquid's weight highest and where lowest, in psi? "
        "To get a feeling for the worst of them, how deep would plain water have to be for that pressure, "
        "in metres of water and in fathoms? And please state the weight of all the liquid as a force in "
        "meganewtons, with 4 decimals; 3 are fine for the rest."
    ),
)
_FORM = (
    named("heaviest", "the tank with the heaviest contents"),
    number("heaviest_mass", "the mass of its contents", "long tons"),
    number("mass", "the mass of the contents of all tanks", "long tons"),
    named("highest", "the tank with the highest pressure on its floor"),
    number("highest_pressure", "the pressure there", "psi"),
    named("lowest", "the tank with the lowest pressure on its floor"),
    number("lowest_pressure", "the pressure there", "psi"),
    number("water_meters", "the depth of water with the highest pressure", "m"),
    number("water_fathoms", "the same depth", "fathoms"),
    number("force", "the weight of the contents of all tanks", "meganewtons"),
)


def make_tanks(draw: TaskDraw) -> Blueprint:
    """Return a task on the floors of six tanks."""
    names = draw.sample(_TANKS, _COUNT, "names")
    volumes = draw_amounts(draw, _VOLUMES, _COUNT, "volume")
    densities = draw_amounts(draw, _DENSITIES, _COUNT, "density")
    areas = draw_amounts(draw, _AREAS, _COUNT, "area")

    def plan() -> Plan:
        sources = yield from convert_all(
            [
                *(Amount("volume", value, scale.unit, "cubic meter") for value, scale in volumes),
                *(
                    Amount("density", value, scale.unit, "kilograms per cubic meter")
                    for value, scale in densities
                ),
                *(Amount("area", value, scale.unit, "square meter") for value, scale in areas),
            ]
        )
        rows = list(zip(sources[:_COUNT], sources[_COUNT : 2 * _COUNT], sources[2 * _COUNT :], strict=True))
        masses = [volume * density for (volume, _), (density, _), _ in rows]
        results = yield [
            *(
                convert("mass", mass, "kilogram", "long ton (UK)", volume, density)
                for mass, ((_, volume), (_, density), _) in zip(masses, rows, strict=True)
            ),
            *(
                convert("pressure", mass * _GRAVITY / size, "pascal", "psi", volume, density, floor)
                for mass, ((_, volume), (_, density), (size, floor)) in zip(masses, rows, strict=True)
            ),
        ]
        tons = {name: converted(each) for name, each in zip(names, results[:_COUNT], strict=True)}
        psi = {name: converted(each) for name, each in zip(names, results[_COUNT:], strict=True)}
        require_lead(tons.values(), 0.05)
        require_lead(psi.values(), 0.02)
        require_lead(psi.values(), 0.02, lowest=True)
        heaviest = max(tons, key=tons.__getitem__)
        highest, lowest = max(psi, key=psi.__getitem__), min(psi, key=psi.__getitem__)
        whole = math.fsum(tons.values())
        water, load = yield [
            convert("pressure", psi[highest], "psi", "meters of water", *results[_COUNT:]),
            convert("mass", whole, "long ton (UK)", "kilogram", *results[:_COUNT]),
        ]
        depth, force = yield [
            convert("length", converted(water), "meter", "fathom", water),
            convert("force", converted(load), "kilograms force", "meganewtons", load),
        ]
        return solution(
            {
                "heaviest": found(heaviest),
                "heaviest_mass": rounded(tons[heaviest], 3),
                "mass": rounded(whole, 3, *tons.values()),
                "highest": found(highest),
                "highest_pressure": rounded(psi[highest], 3),
                "lowest": found(lowest),
                "lowest_pressure": rounded(psi[lowest], 3),
                "water_meters": rounded(converted(water), 3),
                "water_fathoms": rounded(converted(depth), 3),
                "force": rounded(converted(force), 4),
            }
        )

    told = "; ".join(
        f"{name} {volume:.12g} {first.words}, {density:.12g} {middle.words}, {area:.12g} {last.words}"
        for name, (volume, first), (density, middle), (area, last) in zip(
            names, volumes, densities, areas, strict=True
        )
    )
    return make(draw, _WORDING, {"tanks": told, "gravity": _GRAVITY}, _FORM, plan)
