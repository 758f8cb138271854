"""Movies: identify the films on posters, and find a cinema."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.films import film_id
from m3bench_suites.builders.m3._shared.pictures import require_words
from m3bench_suites.builders.m3._shared.threads import Thread, in_parallel
from m3bench_suites.builders.m3._shared.travel.opening_times import expected_hours
from m3bench_suites.builders.m3._shared.travel.places import (
    WEEKDAYS,
    best_rated,
    fair_radius,
    hours_on,
    name_of,
    nearby,
    places_of,
)
from m3bench_suites.builders.m3._shared.travel.sights import spot_of
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

_TOWNS = (
    "New York, United States", "Boston, United States", "Chicago, United States", "Seattle, United States",
    "Philadelphia, United States", "London, United Kingdom", "Toronto, Canada", "Dublin, Ireland",
    "Melbourne, Australia",
)  # fmt: skip
_RADII = (1500, 2000, 3000, 4000, 5000, 8000)
_CONDITIONS = {1: True, 4: False}
"""Tasks (modulo 8) that ask for a cinema only if the film is good enough, and whether it is."""

Details = dict[str, Any]


CHOICES: dict[str, Callable[[Details], float]] = {
    "longest": lambda film: film["runtime"],
    "shortest": lambda film: -film["runtime"],
    "earned": lambda film: film["revenue"],
    "voted": lambda film: film["vote_average"],
}
"""Criteria to choose one of several films."""


class Case(msgspec.Struct, frozen=True):
    """What one task asks for."""

    photo: str
    films: list[dict[str, Any]]
    """The films on the posters."""
    choice: str
    town: str
    radius: int
    weekday: str
    suggests: bool
    """Whether to recommend similar films."""
    least_vote: float | None = None
    """A cinema is asked for only if the average vote is at least this."""
    goes: bool = True


class Evening(msgspec.Struct, frozen=True):
    """The cinema, its hours, and the end of the film."""

    cinema: Details
    hours: str
    leaving: str


class Outcome(msgspec.Struct, frozen=True):
    """The findings. There is no evening if the film is not good enough."""

    films: list[Details]
    film: Details
    evening: Evening | None
    similar: list[str]


def movies(draw: TaskDraw) -> TaskSpec:
    photo = draw.picture(draw.photo_name(), "poster")
    case = _case(draw, photo)
    count, several = len(case.films), len(case.films) > 1
    number = "several" if several else "one"
    return TaskSpec(
        words={
            "photo": photo.name,
            "posters": count,
            "are": count,
            **dict.fromkeys(("each", "which", "they", "them"), number),
            "several": several,
            "choice": case.choice,
            "least_vote": case.least_vote,
            "radius": case.radius,
            "town": case.town,
            "weekday": case.weekday,
            "suggests": case.suggests,
        },
        plans=(partial(_plan, case, reads=True), partial(_plan, case, reads=False)),
        pictures=(photo.picture,),
        level="L3" if case.suggests and several else "L2",
        solvable=case.goes,
        key_facts=tuple(film["title"] for film in case.films if len(film["title"]) > 4),
    )


def _case(draw: TaskDraw, photo: ScenePicture) -> Case:
    films = photo.scene.facts["films"]
    town = draw.pick(_TOWNS, "town") if draw.number else _TOWNS[0]
    choice, goes = draw.pick(tuple(CHOICES), "choice"), _CONDITIONS.get(draw.number % 8)
    return Case(
        photo=photo.name,
        films=films,
        choice=choice,
        town=town,
        radius=fair_radius(draw.world, _spot(draw, town), "movie_theater", _RADII),
        weekday=draw.pick(WEEKDAYS, "weekday"),
        suggests=draw.number % 2 == 0 and goes is None,
        least_vote=None if goes is None else _threshold(draw, films, choice, goes=goes),
        goes=goes is not False,
    )


def _threshold(draw: TaskDraw, films: Sequence[Details], choice: str, *, goes: bool) -> float:
    """Return a vote well below or above that of the film to see."""
    known = [film for shown in films if (film := draw.world.films.film(shown["id"]))]
    details = [
        {"runtime": film.runtime or 0, "revenue": film.box_office or 0, "vote_average": film.rating}
        for film in known
    ]
    vote = float(max(details, key=CHOICES[choice])["vote_average"])
    margin = draw.whole(3, 8, "margin") / 10
    return round(vote - margin if goes else vote + margin, 1)


def _spot(draw: TaskDraw, town: str) -> tuple[float, float]:
    place = draw.world.atlas.locate(town)
    if place is None:
        raise PlanError(f"{town} is not in the atlas.")
    return place[0], place[1]


def _plan(case: Case, *, reads: bool) -> Plan:
    """Look up films and cinema in parallel."""
    if not case.goes:
        films, film, similar = yield from _films(case, reads=reads)
        return _solution(case, Outcome(films, film, None, similar))
    (films, film, similar), (cinema, hours) = yield from in_parallel(_films(case, reads=reads), _cinema(case))
    evening = Evening(cinema, hours, _end_time(hours, film["runtime"]))
    return _solution(case, Outcome(films, film, evening, similar))


def _solution(case: Case, outcome: Outcome) -> Solution:
    if case.least_vote is not None and (outcome.film["vote_average"] >= case.least_vote) != case.goes:
        raise PlanError("the film server disagrees with the world about the vote.")
    return Solution(answer=_answer(case, outcome), fields=_expected(case, outcome))


def _films(case: Case, *, reads: bool) -> Thread[tuple[list[Details], Details, list[str]]]:
    """Return the details of all films, the film to see, and similar ones."""
    read: tuple[CallResult, ...] = ()
    if reads:
        (text,) = yield [call("ocr/perform_ocr", input_data=case.photo)]
        require_words(text.text, [film["title"] for film in case.films])
        read = (text,)
    searched = yield [call("tmdb/search_movies", *read, query=film["title"]) for film in case.films]
    ids = [
        film_id(film["title"], film["year"], search)
        for film, search in zip(case.films, searched, strict=True)
    ]
    known = [
        call("tmdb/get_movie_details", search, movie_id=number)
        for number, search in zip(ids, searched, strict=True)
    ]
    at_once = case.suggests and len(ids) == 1
    if at_once:
        known.append(call("tmdb/get_recommendations", searched[0], movie_id=ids[0]))
    results = yield known
    details = [result.data for result in results[: len(ids)]]
    film = _film_to_see(case, details)
    alike = results[len(ids) :]
    if case.suggests and not at_once:
        alike = yield [call("tmdb/get_recommendations", *results, movie_id=film["id"])]
    return details, film, [film["title"] for film in alike[0].data["results"][:2]] if alike else []


def _cinema(case: Case) -> Thread[tuple[Details, str]]:
    """Return the best cinema and its hours."""
    (place,) = yield [call("google-maps/geocode", address=case.town)]
    (cinemas,) = yield [nearby(spot_of(place), case.radius, "movie_theater", place)]
    cinema = best_rated(places_of(cinemas))
    (visit,) = yield [call("google-maps/place_details", cinemas, place_id=cinema["id"])]
    return cinema, hours_on(visit, case.weekday)


def _film_to_see(case: Case, films: Sequence[Details]) -> Details:
    """Return the film to see. Raise `PlanError` on a tie."""
    require(
        all(film.get("runtime") and film.get("revenue") for film in films),
        "running time or revenue of a film is not known.",
    )
    ranked = sorted(films, key=CHOICES[case.choice], reverse=True)
    if len(ranked) > 1 and CHOICES[case.choice](ranked[0]) == CHOICES[case.choice](ranked[1]):
        raise PlanError("two films are tied.")
    return ranked[0]


def _end_time(hours: str, minutes: int) -> str:
    """Return the time that is `minutes` after opening."""
    opening = hours.split(" – ", maxsplit=1)[0]
    if ":" not in opening or "," in hours:
        raise PlanError("the cinema does not open exactly once on that day.")
    hour, minute = map(int, opening.split(":"))
    end = (hour * 60 + minute + minutes) % 1440
    return f"{end // 60:02d}:{end % 60:02d}"


def _answer(case: Case, outcome: Outcome) -> str:
    films = "; ".join(
        f"{film['title']} ({film['release_date'][:4]}) runs {film['runtime']} minutes, earned "
        f"{film['revenue']:,} US dollars and has an average vote of {film['vote_average']}"
        for film in outcome.films
    )
    answer = f"{films}. The film to see is {outcome.film['title']}."
    if outcome.evening is None:
        return f"{answer} Its average vote is below {case.least_vote}, so I looked for no cinema."
    cinema = outcome.evening.cinema
    answer += (
        f" The best-rated cinema within {case.radius} m of the centre of {case.town} is {name_of(cinema)} "
        f"({cinema['rating']} from {cinema['userRatingCount']} reviews). On a {case.weekday} it is open "
        f"{outcome.evening.hours}; the film would be over at {outcome.evening.leaving}."
    )
    if outcome.similar:
        answer += f" Recommended to those who like it: {join(outcome.similar)}."
    return answer


def _expected(case: Case, outcome: Outcome) -> dict[str, Expected]:
    film = outcome.film
    fields = {"films": Expected(rows=tuple(_expected_film(film) for film in outcome.films))}
    if len(case.films) > 1:
        grounds = tuple(abs(CHOICES[case.choice](film)) for film in outcome.films)
        fields["film_to_see"] = Expected(film["title"], grounds=grounds)
    if case.least_vote is not None:
        fields["good_enough"] = Expected(case.goes, grounds=(film["vote_average"],))
    if case.suggests:
        fields["recommended"] = Expected(items=tuple(Expected(title) for title in outcome.similar))
    return {**fields, **_expected_evening(film, outcome.evening)}


def _expected_film(film: Details) -> dict[str, Expected]:
    return {
        "title": Expected(film["title"]),
        "runtime": Expected(film["runtime"]),
        "revenue": Expected(film["revenue"], tolerance=Tolerance(relative=0.01)),
        "vote": Expected(film["vote_average"], tolerance=Tolerance(0.05)),
    }


def _expected_evening(film: Details, evening: Evening | None) -> dict[str, Expected]:
    if evening is None:
        return dict.fromkeys(("cinema", "cinema_rating", "cinema_hours", "over_at"), Expected())
    opens = evening.hours.split(" – ", maxsplit=1)[0]
    return {
        "cinema": Expected(name_of(evening.cinema)),
        "cinema_rating": Expected(evening.cinema["rating"], tolerance=Tolerance(0.01)),
        "cinema_hours": expected_hours(evening.hours),
        "over_at": Expected(evening.leaving, grounds=(opens, film["runtime"])),
    }


FAMILY = m3_family(
    number=2,
    name="movies",
    title="Movies",
    goal="Identify the films on pictured posters, and find a cinema for the one to see.",
    servers=("ocr", "tmdb", "google-maps"),
    tasks=(movies,),
)
