"""Space Missions: rovers on Mars, pictures of the sky and of Earth, and planets of other stars."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family, Lookups, Value, ask, holds, use, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import joined, weather
from m3bench_suites.builders.verse.places._shared.values import ZERO, compared, highest, spread_of

_MANIFEST = "nasa-mcp/get_mars_rover_manifest"
_PHOTOS = "nasa-mcp/get_mars_rover_photos"
_DISC = "nasa-mcp/get_epic_imagery"
_PICTURE = "nasa-mcp/get_astronomy_picture_of_day"
_FEED = "nasa-mcp/get_asteroids_feed"
_PLANETS = "nasa-mcp/get_exoplanet_data"
_ROVERS = ("Curiosity", "Perseverance")
_METHODS = ("Transit", "Radial Velocity")
_NEAREST = (
    "select pl_name, sy_dist, pl_orbper from exoplanets "
    "where disc_year = {year} and discoverymethod = '{method}' order by sy_dist limit 2"
)
_SIZES = (
    "select count(*), avg(pl_rade), max(pl_rade) from exoplanets "
    "where disc_year = {year} and discoverymethod = '{method}'"
)


def _rover(draw: TaskDraw) -> Lookups:
    rover = draw.pick(_ROVERS, "rover")
    return Lookups(
        level="L1",
        words={"rover": rover},
        calls=(ask(_MANIFEST, rover_name=rover.lower()),),
        values={
            "newest_sol": Value("[0].max_sol", ZERO),
            "newest_date": "[0].max_date",
            "photos": Value("[0].total_photos", ZERO),
            "photos_of_sol": Value("[0].latest_sols[0].total_photos", ZERO),
        },
    )


def _nearest_planet(draw: TaskDraw) -> Lookups:
    year, method = draw.whole(2008, 2022, "year"), draw.pick(_METHODS, "method")
    query = _NEAREST.format(year=year, method=method)
    return Lookups(
        level="L1",
        words={"year": year, "method": method.lower()},
        calls=(ask(_PLANETS, query=query),),
        values={
            "planet": "[0].rows[0].pl_name",
            "distance": Value("[0].rows[0].sy_dist", within(0.06)),
            "period": Value("[0].rows[0].pl_orbper", within(0.06)),
            "count": Value("[0].total", ZERO),
        },
        live=None,
        guards=(holds("[0].rows[0].sy_dist < [0].rows[1].sy_dist"),),
    )


def _two_rovers(_: TaskDraw) -> Lookups:
    totals = compared(dict(zip(_ROVERS, ("[0].total_photos", "[1].total_photos"), strict=True)))
    return Lookups(
        level="L2",
        calls=(
            *(ask(_MANIFEST, rover_name=rover.lower()) for rover in _ROVERS),
            spread_of(totals),
            ask("math/sum", numbers=use(f"{totals}[].value")),
        ),
        values={
            "more": highest(totals),
            "difference": Value("[2]", ZERO),
            "together": Value("[3]", ZERO),
            "curiosity_sol": Value("[0].max_sol", ZERO),
            "perseverance_sol": Value("[1].max_sol", ZERO),
        },
    )


def _share_of_method(draw: TaskDraw) -> Lookups:
    year, method = draw.whole(2008, 2022, "year"), draw.pick(_METHODS, "method")
    return Lookups(
        level="L2",
        words={"year": year, "method": method.lower()},
        calls=(
            ask(_PLANETS, query=f"disc_year = {year}"),
            ask(_PLANETS, query=_SIZES.format(year=year, method=method)),
            ask("math/division", numerator=use("[1].total"), denominator=use("[0].total")),
            ask("math/multiply", firstNumber=use("[2]"), SecondNumber=100),
        ),
        values={
            "planets": Value("[0].total", ZERO),
            "share": Value("[3]", within(0.06)),
            "mean_radius": Value('[1].rows[0]."avg(pl_rade)"', within(0.006)),
            "largest_radius": Value('[1].rows[0]."max(pl_rade)"', within(0.006)),
        },
        live=None,
    )


def _bulletin(draw: TaskDraw) -> Lookups:
    rover = draw.pick(_ROVERS, "rover")
    lat, lng = (f"[1].images[0].centroid_coordinates.{axis}" for axis in ("lat", "lon"))
    return Lookups(
        level="L3",
        words={"rover": rover},
        calls=(
            ask(_PHOTOS, rover_name=rover.lower()),
            ask(_DISC),
            ask(_PICTURE),
            ask(_FEED, start_date=use("[2].date"), end_date=use("[2].date")),
            weather(joined(lat, lng)),
            ask("google-air/current_conditions", lat=use(lat), lng=use(lng)),
        ),
        values={
            "photos": Value("[0].total_photos", ZERO),
            "sol": Value("[0].sol", ZERO),
            "earth_date": "[1].date",
            "pictures": Value("[1].count", ZERO),
            "temperature": Value("[4].current.temperature", within(0.6)),
            "universal_aqi": Value("[5].indexes[?code=='uaqi'].aqi | [0]", within(1)),
            "title": "[2].title",
            "asteroids": Value("[3].element_count", ZERO),
        },
    )


FAMILY = Family(
    number=8,
    name="space_missions",
    title="Space Missions",
    goal="Report on rovers on Mars, new pictures of sky and Earth, and planets of other stars.",
    tasks=(_rover, _nearest_planet, _two_rovers, _share_of_method, _bulletin),
    kind="retrieval",
)
