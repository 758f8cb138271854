"""Space Missions: rovers on Mars, pictures of the sky and of Earth, and planets of other stars."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.cities import compared, joined, weather
from m3bench_suites.builders.verse.places._shared.fields import day, highest, number, text
from m3bench_suites.builders.verse.places._shared.guards import require
from m3bench_suites.builders.verse.places._shared.questions import Question, ask, make_task, spread_of, use

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


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, FAMILY, _QUESTIONS)


def _rover(draw: TaskDraw) -> Question:
    rover = draw.pick(_ROVERS, "rover")
    return Question(
        level="L1",
        words={"rover": rover},
        calls=(ask(_MANIFEST, rover_name=rover.lower()),),
        wanted=(
            number("newest_sol", "the newest sol with photographs", "[0].max_sol"),
            day("newest_date", "the date of that sol on Earth", "[0].max_date"),
            number("photos", "how many photographs it took in all", "[0].total_photos"),
            number("photos_of_sol", "how many it took on the newest sol", "[0].latest_sols[0].total_photos"),
        ),
    )


def _nearest_planet(draw: TaskDraw) -> Question:
    year, method = draw.whole(2008, 2022, "year"), draw.pick(_METHODS, "method")
    query = _NEAREST.format(year=year, method=method)
    return Question(
        level="L1",
        words={"year": year, "method": method.lower()},
        calls=(ask(_PLANETS, query=query),),
        wanted=(
            text("planet", "the name of the nearest of these planets", "[0].rows[0].pl_name"),
            number("distance", "its distance in parsecs", "[0].rows[0].sy_dist", within=0.06),
            number("period", "its orbital period", "[0].rows[0].pl_orbper", unit="days", within=0.06),
            number("count", "how many planets were discovered so in that year", "[0].total"),
        ),
        changes=False,
        guard=lambda found: require(
            found[0]["rows"][0]["sy_dist"] < found[0]["rows"][1]["sy_dist"], "two planets are equally near."
        ),
    )


def _two_rovers(draw: TaskDraw) -> Question:
    del draw
    totals = compared(dict(zip(_ROVERS, ("[0].total_photos", "[1].total_photos"), strict=True)))
    return Question(
        level="L2",
        calls=(
            *(ask(_MANIFEST, rover_name=rover.lower()) for rover in _ROVERS),
            spread_of(totals),
            ask("math/sum", numbers=use(f"{totals}[].value")),
        ),
        wanted=(
            highest("more", "the rover with more photographs", totals, _ROVERS),
            number("difference", "how many more", "[2]"),
            number("together", "the photographs of both", "[3]"),
            number("curiosity_sol", "the newest sol of Curiosity with photographs", "[0].max_sol"),
            number("perseverance_sol", "the newest sol of Perseverance with photographs", "[1].max_sol"),
        ),
    )


def _share_of_method(draw: TaskDraw) -> Question:
    year, method = draw.whole(2008, 2022, "year"), draw.pick(_METHODS, "method")
    return Question(
        level="L2",
        words={"year": year, "method": method.lower()},
        calls=(
            ask(_PLANETS, query=f"disc_year = {year}"),
            ask(_PLANETS, query=_SIZES.format(year=year, method=method)),
            ask("math/division", numerator=use("[1].total"), denominator=use("[0].total")),
            ask("math/multiply", firstNumber=use("[2]"), SecondNumber=100),
        ),
        wanted=(
            number("planets", "how many planets were discovered in that year", "[0].total"),
            number("share", "the share of the method", "[3]", unit="%", within=0.06),
            number("mean_radius", "the mean radius, Earth = 1", '[1].rows[0]."avg(pl_rade)"', within=0.006),
            number(
                "largest_radius", "the largest radius, Earth = 1", '[1].rows[0]."max(pl_rade)"', within=0.006
            ),
        ),
        changes=False,
    )


def _bulletin(draw: TaskDraw) -> Question:
    rover = draw.pick(_ROVERS, "rover")
    lat, lng = (f"[1].images[0].centroid_coordinates.{axis}" for axis in ("lat", "lon"))
    return Question(
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
        wanted=(
            number("photos", "how many photographs the rover took on its newest sol", "[0].total_photos"),
            number("sol", "that sol", "[0].sol"),
            day("earth_date", "the day of the newest pictures of Earth", "[1].date"),
            number("pictures", "how many pictures of Earth that day has", "[1].count"),
            number(
                "temperature",
                "the temperature at the point",
                "[4].current.temperature",
                unit="°C",
                within=0.6,
            ),
            number(
                "universal_aqi",
                "the Universal AQI at the point",
                "[5].indexes[?code=='uaqi'].aqi | [0]",
                within=1,
            ),
            text("title", "the title of today's astronomy picture", "[2].title"),
            number("asteroids", "how many asteroids pass Earth today", "[3].element_count"),
        ),
    )


_QUESTIONS = (_rover, _nearest_planet, _two_rovers, _share_of_method, _bulletin)

FAMILY = VerseFamily(
    number=8,
    name="space_missions",
    title="Space Missions",
    goal="Report on rovers on Mars, new pictures of sky and Earth, and planets of other stars.",
    make=make,
)
