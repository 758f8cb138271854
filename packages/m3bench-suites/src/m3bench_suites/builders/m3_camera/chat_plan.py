"""Chat Plan: find out what was agreed upon in a chat, and look up the film and the weather."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.films import film_id
from m3bench_suites.builders.m3._shared.pictures import require_words
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.forecasts import DEGREE, forecast
from m3bench_suites.builders.m3_camera._shared.pictures import find_legible, plans_by_level
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene


class Case(msgspec.Struct, frozen=True):
    photo: str
    film: str
    year: int
    day: str
    time: str
    town: str
    country: str
    adverts: int

    @property
    def address(self) -> str:
        return f"{self.town}, {self.country}"


def chat_plan(draw: TaskDraw) -> TaskSpec:
    photo = find_legible(draw, "phone_chat", partial(_suits, draw))
    facts = photo.scene.facts
    case = Case(
        photo=photo.name,
        film=facts["film"]["title"],
        year=facts["film"]["year"],
        day=facts["day"],
        time=facts["time"],
        town=facts["town"],
        country=facts["country"],
        adverts=draw.pick((10, 15, 20, 25), "adverts"),
    )
    return TaskSpec(
        words={"photo": case.photo, "adverts": case.adverts},
        plans=plans_by_level(draw, partial(_plan, case, reads=True), partial(_plan, case, reads=False)),
        pictures=(photo.picture,),
        key_facts=(case.film, case.day, case.time, case.town),
    )


def _suits(draw: TaskDraw, scene: Scene) -> bool:
    """Return whether the title alone finds the film."""
    film = scene.facts["film"]
    same = [match for match in draw.world.films.search(film["title"], 20) if match.title == film["title"]]
    return len(same) == 1 and bool(same[0].runtime)


def _plan(case: Case, *, reads: bool) -> Plan:
    read: Sequence[CallResult] = ()
    if reads:
        read = yield [call("ocr/perform_ocr", input_data=case.photo)]
        require_words(read[0].text, [case.film, case.town, case.day, case.time])
    searched, sky = yield [
        call("tmdb/search_movies", *read, query=case.film),
        forecast(case.address, *read),
    ]
    number = film_id(case.film, case.year, searched)
    (details,) = yield [call("tmdb/get_movie_details", searched, movie_id=number)]
    days: list[dict[str, Any]] = [row for row in sky.data["forecast"] if row["weekday"] == case.day]
    require(len(days) == 1 and details.data.get("runtime"), "the day or the running time is not known.")
    return _solution(case, int(details.data["runtime"]), days[0])


def _solution(case: Case, runtime: int, day: dict[str, Any]) -> Solution:
    hour, minute = map(int, case.time.split(":"))
    end = (60 * hour + minute + case.adverts + runtime) % 1440
    over, rain = f"{end // 60:02d}:{end % 60:02d}", day["precipitation_chance_percent"]
    answer = (
        f"You see {case.film} in {case.town} on {case.day}, {day['date']}, at {case.time}. It runs {runtime} "
        f"minutes, so it is over at {over}. The high is {day['high']} °C, the chance of precipitation "
        f"{rain} percent."
    )
    return Solution(
        answer=answer,
        fields={
            "film": Expected(case.film),
            "town": Expected(case.town, also=(case.address,)),
            "date": Expected(day["date"], grounds=(case.day,)),
            "starts": Expected(case.time),
            "runtime": Expected(runtime),
            "over": Expected(over, grounds=(case.time, runtime)),
            "high": Expected(day["high"], tolerance=DEGREE),
            "rain_chance": Expected(rain),
        },
    )


FAMILY = m3_family(
    number=104,
    name="chat_plan",
    title="Chat Plan",
    goal="Find out what was agreed upon in a chat, and look up the film and the weather.",
    servers=("ocr", "tmdb", "weather"),
    level="L2",
    tasks=(chat_plan,),
)
