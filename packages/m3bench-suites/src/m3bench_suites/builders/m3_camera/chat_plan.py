"""Chat Plan: find out what was agreed upon in a chat, and look up the film and the weather."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.pictures import require_words
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._shared.films import film_id
from m3bench_suites.builders.m3_camera._shared.forecasts import DEGREE, forecast
from m3bench_suites.builders.m3_camera._shared.seeing import find_legible, plans_by_level

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


def make(draw: TaskDraw) -> Blueprint:
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
    words = {"photo": case.photo, "adverts": case.adverts}
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("ocr", "tmdb", "weather"),
        form=_FORM,
        plans=plans_by_level(draw, partial(_plan, case, reads=True), partial(_plan, case, reads=False)),
        pictures=(photo.picture,),
        level="L2",
        extra={"modalities": ["text", "image"]},
        key_facts=(case.film, case.day, case.time, case.town),
    )


def _suits(draw: TaskDraw, scene: Scene) -> bool:
    """Return whether the title alone finds the film."""
    film = scene.facts["film"]
    same = [one for one in draw.world.films.search(film["title"], 20) if one.title == film["title"]]
    return len(same) == 1 and bool(same[0].runtime)


_REQUESTS = (
    (
        "What did we agree on in the chat in {photo}? Tell me the film, the town, the day (with its date) "
        "and when it starts. How long does the film run by TMDB, and when do we get out if {adverts} "
        "minutes of adverts come first? For that day and town I also need the forecast: the high in °C and "
        "the chance of rain or snow."
    ),
    (
        "Read the chat in {photo} and sum up the plan we ended with: film, town, date, starting time. Look "
        "up the running time on TMDB, add {adverts} minutes for adverts, and tell me when it is over. What "
        "are the highest temperature (°C) and the chance of precipitation there on that day?"
    ),
)
_FUZZY = (
    (
        "I lost track of {photo}: what are we going to see in the end, where, on what date, and when? When "
        "will it be over with {adverts} minutes of adverts on top of TMDB's running time? Do I need a coat "
        "or an umbrella (high in °C, chance of rain or snow)?"
    ),
    (
        "Please put our plan from the chat ({photo}) together: film, place, date, start. TMDB knows how long "
        "it takes; there are {adverts} minutes of adverts before it, so when is it finished? And the weather "
        "there that day, high in °C and chance of precipitation."
    ),
)
_FORM = AnswerForm((
    AnswerField("film", FieldType.NAME, "the film"),
    AnswerField("town", FieldType.NAME, "the town"),
    AnswerField("date", FieldType.DATE, "the day"),
    AnswerField("starts", FieldType.TIME, "when it starts"),
    AnswerField("runtime", FieldType.DURATION, "the running time", unit="minutes"),
    AnswerField("over", FieldType.TIME, "when it is over"),
    AnswerField("high", FieldType.NUMBER, "the highest temperature forecast", unit="°C"),
    AnswerField("rain_chance", FieldType.NUMBER, "the chance of rain or snow", unit="percent"),
))  # fmt: skip


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
    require(len(days) == 1 and details.data.get("runtime"), "the day or the running time is not known")
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


FAMILY = Family(
    number=104,
    name="chat_plan",
    title="Chat Plan",
    goal="Find out what was agreed upon in a chat, and look up the film and the weather.",
    make=make,
)
