"""Tanks with volumes, densities and floors in many units."""

from __future__ import annotations

import math

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


def tanks(draw: TaskDraw) -> TaskSpec:
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
                "heaviest": stated(heaviest),
                "heaviest_mass": rounded(tons[heaviest], 3),
                "mass": rounded(whole, 3, *tons.values()),
                "highest": stated(highest),
                "highest_pressure": rounded(psi[highest], 3),
                "lowest": stated(lowest),
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
    return TaskSpec(words={"tanks": told, "gravity": _GRAVITY}, plans=(plan,))
