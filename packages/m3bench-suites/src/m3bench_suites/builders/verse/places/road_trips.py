"""Road Trips: distances, times and heights of roads, and the weather at their ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.cities import compared, geocode, listed, short, weather
from m3bench_suites.builders.verse.places._shared.fields import (
    day,
    highest,
    kilometres,
    lowest,
    minutes,
    number,
    text,
)
from m3bench_suites.builders.verse.places._shared.guards import require, require_lead
from m3bench_suites.builders.verse.places._shared.questions import Question, ask, make_task, use
from m3bench_suites.builders.verse.places._shared.readings import first_that, high, leading, leads
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


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, FAMILY, _QUESTIONS)


def _cities(draw: TaskDraw, count: int) -> list[str]:
    return draw.sample(draw.pick(_REGIONS, "region"), count, "road")


def _way(draw: TaskDraw) -> Question:
    cities = _cities(draw, 2)
    mode, words = draw.pick((("driving", "by car"), ("bicycling", "by bicycle")), "mode")
    return Question(
        level="L1",
        words={**listed(cities), "by": words},
        calls=(walk(cities[0], cities[1], mode),),
        wanted=(
            kilometres("distance", "the length of the way", f"[0].{_WAY}.distance.value"),
            minutes("duration", "how long it takes", f"[0].{_WAY}.duration.value"),
        ),
        changes=False,
    )


def _nearest(draw: TaskDraw) -> Question:
    start, *goals = _cities(draw, 5)
    rows = compared(
        {goal: f"[0].rows[0].elements[{place}].distance.value" for place, goal in enumerate(goals)}
    )
    return Question(
        level="L1",
        words={"start": start, **listed(goals)},
        calls=(ask("google-maps/distance_matrix", origins=[start], destinations=goals),),
        wanted=(
            lowest("nearest", "the nearest of the cities", rows, goals),
            kilometres("nearest_distance", "how far it is", f"min({rows}[].value)"),
            highest("farthest", "the farthest of the cities", rows, goals),
            kilometres("farthest_distance", "how far that is", f"max({rows}[].value)"),
        ),
        changes=False,
        guard=lambda found: _require_spread(
            [each["distance"]["value"] for each in found[0]["rows"][0]["elements"]]
        ),
    )


def _require_spread(distances: list[int]) -> None:
    require_lead(distances, 2000)
    require_lead(distances, 2000, lowest=True)


def _detour(draw: TaskDraw) -> Question:
    a, b, c = _cities(draw, 3)
    return Question(
        level="L2",
        words=listed((a, b, c)),
        calls=(
            walk(a, c, "driving"),
            walk(a, b, "driving"),
            walk(b, c, "driving"),
            ask(
                "math/sum",
                numbers=[use(f"[{place}].{_WAY}.distance.value") for place in (1, 2)],
            ),
            ask("math/subtract", minuend=use("[3]"), subtrahend=use(f"[0].{_WAY}.distance.value")),
        ),
        wanted=(
            kilometres("direct", "the length of the direct way", f"[0].{_WAY}.distance.value"),
            kilometres("over", f"the length of the way over {short(b)}", "[3]"),
            number(
                "detour",
                "how much longer that is",
                "[4]",
                unit="km",
                within=0.3,
                convert=lambda metres: round(metres / 1000, 1),
            ),
        ),
        changes=False,
        guard=lambda found: require(found[4] > 3000, "the stop is on the way."),
    )


def _both_ends(draw: TaskDraw) -> Question:
    a, b = _cities(draw, 2)
    return Question(
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
        wanted=(
            kilometres("distance", "the road distance", f"[0].{_WAY}.distance.value"),
            number("start", "the temperature at the start", "[1].current.temperature", unit="°C", within=0.5),
            number("goal", "the temperature at the goal", "[2].current.temperature", unit="°C", within=0.5),
            number("difference", "the goal less the start, in degrees Celsius", "[3]", within=0.6),
            number(
                "chance",
                "the chance of precipitation at the goal tomorrow",
                "[2].forecast[1].precipitation_chance_percent",
                unit="%",
            ),
        ),
    )


def _heights(draw: TaskDraw) -> Question:
    pairs = [(a, b) for region in _REGIONS for a in region for b in region if a != b]
    a, b = first_that(draw, pairs, _has_summit)
    return Question(
        level="L2",
        words=listed((a, b)),
        calls=(
            ask("google-maps/elevation_along_path", path=[a, b], samples=21),
            ask("math/min", numbers=[use("[0].results[0].elevation"), use("[0].results[20].elevation")]),
            ask("math/subtract", minuend=use("max([0].results[].elevation)"), subtrahend=use("[1]")),
        ),
        wanted=(
            number("highest", "the highest elevation", "max([0].results[].elevation)", unit="m", within=2),
            kilometres(
                "distance", f"how far it is from {short(a)}", "max_by([0].results, &elevation).distanceMeters"
            ),
            number("above", "how far it is above the lower end", "[2]", unit="m", within=3),
        ),
        changes=False,
        guard=lambda found: _require_summit([each["elevation"] for each in found[0]["results"]]),
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


def _require_summit(heights: list[float]) -> None:
    require_lead(heights, 3)
    require(max(heights) not in (heights[0], heights[-1]), "an end is the highest point.")


def _warm_weekend(draw: TaskDraw) -> Question:
    region = draw.pick(_REGIONS, "region")
    start, goals = region[0], leading(draw, region[1:], 3, high, by=0.4)
    highs = compared({goal: f"[{place}].forecast[1].high" for place, goal in enumerate(goals)})
    warmest = f"max_by({highs}, &value).name"
    hotel = "[5].places[0]"
    return Question(
        level="L3",
        words={"start": start, **listed(goals)},
        calls=(
            *map(weather, goals),
            geocode(use(warmest)),
            walk(start, use(warmest), "driving"),
            search(3, "hotel", 9000),
            ask("math/division", numerator=use(f"[4].{_WAY}.distance.value"), denominator=1000),
        ),
        wanted=(
            highest("goal", "the warmest of the cities", highs, goals),
            number("high", "its high tomorrow", f"max({highs}[].value)", unit="°C", within=0.5),
            day("date", "the date of tomorrow there", "[0].forecast[1].date"),
            number("distance", "the road distance", "[6]", unit="km", within=1.5),
            text("hotel", "the hotel nearest to its centre", f"{hotel}.displayName.text"),
        ),
        guard=_require_one_date,
    )


def _require_one_date(found: Any) -> None:
    require_lead((each["forecast"][1]["high"] for each in found[:3]), 0.3)
    require(len({each["forecast"][1]["date"] for each in found[:3]}) == 1, "the cities have different dates.")


def _fuel(draw: TaskDraw) -> Question:
    stops = _cities(draw, 4)
    litres = draw.whole(48, 92, "litres") / 10
    price = draw.whole(142, 198, "price") / 100

    return Question(
        level="L3",
        words={**listed(stops), "litres": litres, "price": price},
        calls=(
            *(walk(stops[place], stops[place + 1], "driving") for place in range(3)),
            ask("math/sum", numbers=[use(f"[{place}].{_WAY}.distance.value") for place in range(3)]),
            ask("math/multiply", firstNumber=use("[3]"), SecondNumber=litres),
            ask("math/division", numerator=use("[4]"), denominator=100_000),
            ask("math/multiply", firstNumber=use("[5]"), SecondNumber=price),
        ),
        wanted=(
            *(
                kilometres(name, f"the {name.replace('_', ' ')}", f"[{place}].{_WAY}.distance.value")
                for place, name in enumerate(("first_leg", "second_leg", "third_leg"))
            ),
            kilometres("total", "the whole way", "[3]"),
            number("fuel", "the fuel for the whole way", "[5]", unit="l", within=0.3),
            number("cost", "the cost of the fuel", "[6]", within=0.6),
        ),
        changes=False,
    )


_QUESTIONS = (_way, _nearest, _detour, _both_ends, _heights, _warm_weekend, _fuel)

FAMILY = VerseFamily(
    number=5,
    name="road_trips",
    title="Road Trips",
    goal="Work out distances, times, heights and fuel of drives, and the weather at their ends.",
    make=make,
)
