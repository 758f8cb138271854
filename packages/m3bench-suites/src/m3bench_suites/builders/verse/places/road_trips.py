"""Road Trips: distances, times and heights of roads, and the weather at their ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, holds, use, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import geocode, listed, weather
from m3bench_suites.builders.verse.places._shared.readings import first_that, high, leading, leads
from m3bench_suites.builders.verse.places._shared.values import (
    ZERO,
    compared,
    compared_results,
    highest,
    kilometres,
    lowest,
    minutes,
)
from m3bench_suites.builders.verse.places._shared.venues import search, walk

if TYPE_CHECKING:
    from m3bench_world import World

_REGIONS = (
    ("Lisbon, Portugal", "Porto, Portugal", "Coimbra, Portugal", "Braga, Portugal", "Évora, Portugal"),
    ("Madrid, Spain", "Valencia, Spain", "Zaragoza, Spain", "Granada, Spain", "Salamanca, Spain"),
    ("Lyon, France", "Dijon, France", "Grenoble, France", "Nantes, France", "Toulouse, France"),
    ("Munich, Germany", "Leipzig, Germany", "Freiburg, Germany", "Hanover, Germany", "Kassel, Germany"),
    ("Turin, Italy", "Bologna, Italy", "Verona, Italy", "Perugia, Italy", "Ancona, Italy"),
    ("Krakow, Poland", "Gdansk, Poland", "Lublin, Poland", "Torun, Poland", "Katowice, Poland"),
    ("Vienna, Austria", "Graz, Austria", "Linz, Austria", "Innsbruck, Austria", "Klagenfurt, Austria"),
    ("Denver, CO", "Salt Lake City, UT", "Albuquerque, NM", "Cheyenne, WY", "Boise, ID"),
    ("Chicago, IL", "Milwaukee, WI", "Indianapolis, IN", "Des Moines, IA", "Columbus, OH"),
    ("Adelaide, Australia", "Melbourne, Australia", "Canberra, Australia", "Ballarat, Australia",
     "Mildura, Australia"),
)  # fmt: skip
"""Cities with roads between them."""
_WAY = "rows[0].elements[0]"
_HEIGHTS = "[0].results[].elevation"


def _cities(draw: TaskDraw, count: int) -> list[str]:
    return draw.sample(draw.pick(_REGIONS, "region"), count, "road")


def _way(draw: TaskDraw) -> Lookups:
    cities = _cities(draw, 2)
    mode, words = draw.pick((("driving", "by car"), ("bicycling", "by bicycle")), "mode")
    return Lookups(
        level="L1",
        words={**listed(cities), "by": words},
        calls=(walk(cities[0], cities[1], mode),),
        values={
            "distance": kilometres(f"[0].{_WAY}.distance.value"),
            "duration": minutes(f"[0].{_WAY}.duration.value"),
        },
        live=None,
    )


def _nearest(draw: TaskDraw) -> Lookups:
    start, *goals = _cities(draw, 5)
    rows = compared(
        {goal: f"[0].rows[0].elements[{number}].distance.value" for number, goal in enumerate(goals)}
    )
    return Lookups(
        level="L1",
        words={"start": start, **listed(goals)},
        calls=(ask("google-maps/distance_matrix", origins=[start], destinations=goals),),
        values={
            "nearest": lowest(rows),
            "nearest_distance": kilometres(f"min({rows}[].value)"),
            "farthest": highest(rows),
            "farthest_distance": kilometres(f"max({rows}[].value)"),
        },
        live=None,
        guards=(
            apart(f"{rows}[].value", 2000),
            apart(f"{rows}[].value", 2000, lowest=True),
        ),
    )


def _detour(draw: TaskDraw) -> Lookups:
    a, b, c = _cities(draw, 3)
    return Lookups(
        level="L2",
        words=listed((a, b, c)),
        calls=(
            walk(a, c, "driving"),
            walk(a, b, "driving"),
            walk(b, c, "driving"),
            ask(
                "math/sum",
                numbers=[use(f"[{number}].{_WAY}.distance.value") for number in (1, 2)],
            ),
            ask("math/subtract", minuend=use("[3]"), subtrahend=use(f"[0].{_WAY}.distance.value")),
        ),
        values={
            "direct": kilometres(f"[0].{_WAY}.distance.value"),
            "over": kilometres("[3]"),
            "detour": Value("[4]", within(0.3), convert=lambda metres: round(metres / 1000, 1)),
        },
        live=None,
        guards=(holds("[4] > `3000`"),),
    )


def _both_ends(draw: TaskDraw) -> Lookups:
    a, b = _cities(draw, 2)
    return Lookups(
        level="L2",
        words=listed((a, b)),
        calls=(
            walk(a, b, "driving"),
            weather(a),
            weather(b),
            ask(
                "math/subtract",
                minuend=use("[2].current.temperature"),
                subtrahend=use("[1].current.temperature"),
            ),
        ),
        values={
            "distance": kilometres(f"[0].{_WAY}.distance.value"),
            "start": Value("[1].current.temperature", within(0.5)),
            "goal": Value("[2].current.temperature", within(0.5)),
            "difference": Value("[3]", within(0.6)),
            "chance": Value("[2].forecast[1].precipitation_chance_percent", ZERO),
        },
    )


def _heights(draw: TaskDraw) -> Lookups:
    pairs = [(a, b) for region in _REGIONS for a in region for b in region if a != b]
    a, b = first_that(draw, pairs, _has_summit)
    return Lookups(
        level="L2",
        words=listed((a, b)),
        calls=(
            ask("google-maps/elevation_along_path", path=[a, b], samples=21),
            ask("math/min", numbers=[use("[0].results[0].elevation"), use("[0].results[20].elevation")]),
            ask("math/subtract", minuend=use("max([0].results[].elevation)"), subtrahend=use("[1]")),
        ),
        values={
            "highest": Value("max([0].results[].elevation)", within(2)),
            "distance": kilometres("max_by([0].results, &elevation).distanceMeters"),
            "above": Value("[2]", within(3)),
        },
        live=None,
        guards=(
            apart(_HEIGHTS, 3),
            *(holds(f"max({_HEIGHTS}) != [0].results[{end}].elevation") for end in (0, -1)),
        ),
    )


def _has_summit(world: World, ends: tuple[str, str]) -> bool:
    """Return whether the line between two cities has its highest point between them."""
    start, end = (world.atlas.locate(city) for city in ends)
    if start is None or end is None:
        return False
    shares = [step / 20 for step in range(21)]
    points = [
        (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part) for part in shares
    ]
    heights = [world.atlas.elevation(*point) for point in points]
    return max(heights) not in (heights[0], heights[-1]) and leads(heights, 5)


def _warm_weekend(draw: TaskDraw) -> Lookups:
    region = draw.pick(_REGIONS, "region")
    start, goals = region[0], leading(draw, region[1:], 3, high, by=0.4)
    highs = compared_results(goals, "forecast[1].high")
    warmest = f"max_by({highs}, &value).name"
    hotel = "[5].places[0]"
    return Lookups(
        level="L3",
        words={"start": start, **listed(goals)},
        calls=(
            *map(weather, goals),
            geocode(use(warmest)),
            walk(start, use(warmest), "driving"),
            search(3, "hotel", 9000),
            ask("math/division", numerator=use(f"[4].{_WAY}.distance.value"), denominator=1000),
        ),
        values={
            "goal": highest(highs),
            "high": Value(f"max({highs}[].value)", within(0.5)),
            "date": "[0].forecast[1].date",
            "distance": Value("[6]", within(1.5)),
            "hotel": f"{hotel}.displayName.text",
        },
        guards=(
            apart(f"{highs}[].value", 0.3),
            *(holds(f"[0].forecast[1].date == [{number}].forecast[1].date") for number in (1, 2)),
        ),
    )


def _fuel(draw: TaskDraw) -> Lookups:
    stops = _cities(draw, 4)
    litres = draw.whole(48, 92, "litres") / 10
    price = draw.whole(142, 198, "price") / 100

    return Lookups(
        level="L3",
        words={**listed(stops), "litres": litres, "price": price},
        calls=(
            *(walk(stops[number], stops[number + 1], "driving") for number in range(3)),
            ask("math/sum", numbers=[use(f"[{number}].{_WAY}.distance.value") for number in range(3)]),
            ask("math/multiply", firstNumber=use("[3]"), SecondNumber=litres),
            ask("math/division", numerator=use("[4]"), denominator=100_000),
            ask("math/multiply", firstNumber=use("[5]"), SecondNumber=price),
        ),
        values={
            **{
                name: kilometres(f"[{number}].{_WAY}.distance.value")
                for number, name in enumerate(("first_leg", "second_leg", "third_leg"))
            },
            "total": kilometres("[3]"),
            "fuel": Value("[5]", within(0.3)),
            "cost": Value("[6]", within(0.6)),
        },
        live=None,
    )


FAMILY = Family(
    number=5,
    name="road_trips",
    title="Road Trips",
    goal="Work out distances, times, heights and fuel of drives, and the weather at their ends.",
    tasks=(_way, _nearest, _detour, _both_ends, _heights, _warm_weekend, _fuel),
    kind="retrieval",
)
