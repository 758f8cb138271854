"""Unit Converter alone: amounts in many units, and amounts that follow from them."""

from __future__ import annotations

import math
from functools import partial

from m3bench.suites import Plan
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Quantity,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
    tool,
)
from m3bench_suites.builders.cross.computing._shared.numbers import rounded
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    leader,
    require_clear,
    solution,
    stated,
    together,
)

_CRATES = (
    "Amber",
    "Basalt",
    "Cobalt",
    "Damask",
    "Ebony",
    "Flint",
    "Ginger",
    "Hemp",
    "Ivory",
    "Jasper",
    "Kelp",
    "Linen",
)
_COUNT = 10
_SCALES = (
    Scale("short ton (US)", "short tons", 5, 19),
    Scale("long ton (UK)", "long tons", 5, 18),
    Scale("tonne", "tonnes", 5, 18),
    Scale("ounce", "ounces (avoirdupois)", 150000, 400000),
    Scale("troy ounce", "troy ounces", 150000, 400000),
    Scale("hectogram", "hectograms", 50000, 150000),
    Scale("decagram", "decagrams", 500000, 1500000),
)


def cargo(draw: TaskDraw) -> TaskSpec:
    """Return a task on the mass of ten crates."""
    names = draw.sample(_CRATES, _COUNT, "names")
    amounts = draw_amounts(draw, _SCALES, _COUNT, "mass")
    limit = draw.whole(93, 109, "limit") / 10
    crates = ", ".join(
        f"{name} {value:.12g} {scale.words}" for name, (value, scale) in zip(names, amounts, strict=True)
    )
    return TaskSpec(
        words={"crates": crates, "limit": f"{limit:g}"},
        plans=tuple(
            partial(_cargo_plan, names, amounts, limit, batched=batched) for batched in (False, True)
        ),
    )


def _cargo_plan(names: list[str], amounts: list[Quantity], limit: float, *, batched: bool) -> Plan:
    *sources, (most, crane) = yield from convert_all(
        [
            *(Amount("mass", value, scale.unit, "kilogram") for value, scale in amounts),
            Amount("mass", limit, "tonne", "kilogram"),
        ],
        batched=batched,
    )
    masses = {name: value for name, (value, _) in zip(names, sources, strict=True)}
    told = [result for _, result in sources]
    heaviest, lightest = leader(masses, 1), leader(masses, 1, lowest=True)
    mass = math.fsum(masses.values())
    require_clear(mass, most, 5)
    heavy = mass > most
    target = "pound" if heavy else "stone"
    ship, rest = yield [
        convert("mass", mass, "kilogram", "long ton (UK)", *told),
        convert("mass", abs(mass - most), "kilogram", target, *told, crane),
    ]
    by_ship = _billed(converted(ship))
    (railway,) = yield [convert("mass", by_ship, "long ton (UK)", "short ton (US)", ship)]
    by_railway = _billed(converted(railway))
    (lorry,) = yield [convert("mass", by_railway, "short ton (US)", "tonne", railway)]
    by_lorry = _billed(converted(lorry))
    return solution(
        {
            "heaviest": stated(heaviest),
            "heaviest_mass": rounded(masses[heaviest], 2),
            "lightest": stated(lightest),
            "lightest_mass": rounded(masses[lightest], 2),
            "mass": rounded(mass, 2, *masses.values()),
            "ship_bill": computed(by_ship, (converted(ship),)),
            "railway_bill": computed(by_railway, (converted(railway),)),
            "lorry_bill": computed(by_lorry, (converted(lorry),)),
            "too_heavy": computed(heavy, (most, *masses.values())),
            "difference": rounded(converted(rest), 2),
        },
        branches=[
            fork(
                f"all crates together are heavier than {limit} tonnes",
                heavy,
                tool("mass"),
                met="pound",
                unmet="stone",
            )
        ],
    )


def _billed(tons: float) -> int:
    require_clear(tons, round(tons), 0.02)
    return math.ceil(tons)


_TANKS = ("Alder", "Birch", "Cedar", "Hazel", "Juniper", "Larch", "Maple", "Rowan", "Willow")
_TANKS_COUNT = 6
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
    names = draw.sample(_TANKS, _TANKS_COUNT, "names")
    volumes = draw_amounts(draw, _VOLUMES, _TANKS_COUNT, "volume")
    densities = draw_amounts(draw, _DENSITIES, _TANKS_COUNT, "density")
    areas = draw_amounts(draw, _AREAS, _TANKS_COUNT, "area")
    told = "; ".join(
        f"{name} {volume:.12g} {first.words}, {density:.12g} {middle.words}, {area:.12g} {last.words}"
        for name, (volume, first), (density, middle), (area, last) in zip(
            names, volumes, densities, areas, strict=True
        )
    )
    return TaskSpec(
        words={"tanks": told, "gravity": _GRAVITY},
        plans=(partial(_tanks_plan, names, volumes, densities, areas),),
    )


def _tanks_plan(
    names: list[str],
    volumes: list[Quantity],
    densities: list[Quantity],
    areas: list[Quantity],
) -> Plan:
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
    volume_end, density_end = _TANKS_COUNT, 2 * _TANKS_COUNT
    rows = list(
        zip(sources[:volume_end], sources[volume_end:density_end], sources[density_end:], strict=True)
    )
    masses = [volume * density for (volume, _), (density, _), _ in rows]
    heavy, pressed = yield from together(
        (
            convert("mass", mass, "kilogram", "long ton (UK)", volume, density)
            for mass, ((_, volume), (_, density), _) in zip(masses, rows, strict=True)
        ),
        (
            convert("pressure", mass * _GRAVITY / size, "pascal", "psi", volume, density, floor)
            for mass, ((_, volume), (_, density), (size, floor)) in zip(masses, rows, strict=True)
        ),
    )
    tons = {name: converted(result) for name, result in zip(names, heavy, strict=True)}
    psi = {name: converted(result) for name, result in zip(names, pressed, strict=True)}
    heaviest = leader(tons, 0.05)
    highest, lowest = leader(psi, 0.02), leader(psi, 0.02, lowest=True)
    whole = math.fsum(tons.values())
    water, load = yield [
        convert("pressure", psi[highest], "psi", "meters of water", *pressed),
        convert("mass", whole, "long ton (UK)", "kilogram", *heavy),
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
_VOYAGE_COUNT = 9
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
    ports = draw.sample(_PORTS, _VOYAGE_COUNT, "ports")
    lengths = draw_amounts(draw, _LENGTHS, _VOYAGE_COUNT, "length")
    times = draw_amounts(draw, _TIMES, _VOYAGE_COUNT, "time")
    legs = "; ".join(
        f"{port} {far:.12g} {length.words} in {long:.12g} {time.words}"
        for port, (far, length), (long, time) in zip(ports, lengths, times, strict=True)
    )
    return TaskSpec(
        words={"legs": legs},
        plans=tuple(
            partial(_voyage_plan, ports, lengths, times, batched=batched) for batched in (False, True)
        ),
    )


def _voyage_plan(ports: list[str], lengths: list[Quantity], times: list[Quantity], *, batched: bool) -> Plan:
    sources = yield from convert_all(
        [
            *(Amount("length", value, scale.unit, "kilometer") for value, scale in lengths),
            *(Amount("time", value, scale.unit, "hours") for value, scale in times),
        ],
        batched=batched,
    )
    ways, spans = sources[:_VOYAGE_COUNT], sources[_VOYAGE_COUNT:]
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
    fastest, slowest = leader(knots, 0.05), leader(knots, 0.05, lowest=True)
    best = ports.index(fastest)
    pace = ways[best][0] / spans[best][0]
    ideal, *losses = yield [
        convert("time", converted(far) / knots[fastest], "hours", "days", far, *paces),
        *(
            convert("time", hours - km / pace, "hours", "minutes", way, span, *paces)
            for index, ((km, way), (hours, span)) in enumerate(zip(ways, spans, strict=True))
            if index != best
        ),
    ]
    others = [port for port in ports if port != fastest]
    lost = {port: converted(loss) for port, loss in zip(others, losses, strict=True)}
    slackest = leader(lost, 1)
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


FAMILY = cross_family(
    number=12,
    name="unit_converter",
    title="Unit Converter",
    servers=("Unit Converter",),
    tasks=(cargo, voyage, tanks),
)
