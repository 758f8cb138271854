"""Movies: identify the films on posters, and find a cinema."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.pictures import require_words
from m3bench_suites.builders.m3._shared.threads import Thread, in_parallel
from m3bench_suites.builders.m3._shared.travel.opening_times import expected_hours, hours_field
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
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

_TOWNS = (
    "New York, United States", "Boston, United States", "Chicago, United States", "Seattle, United States",
    "Philadelphia, United States", "London, United Kingdom", "Toronto, Canada", "Dublin, Ireland",
    "Melbourne, Australia",
)  # fmt: skip
_RADII = (1500, 2000, 3000, 4000, 5000, 8000)
_CONDITIONS = {1: True, 4: False}
"""Tasks (modulo 8) that ask for a cinema only if the film is good enough, and whether it is."""

Details = dict[str, Any]


class Choice(msgspec.Struct, frozen=True):
    """A criterion to choose one of several films."""

    request_text: str
    fuzzy_text: str
    value: Callable[[Details], float]


CHOICES = (
    Choice("the one with the longest running time", "the longest of them", lambda film: film["runtime"]),
    Choice("the one with the shortest running time", "the shortest one", lambda film: -film["runtime"]),
    Choice("the one that earned the most", "whichever made the most money", lambda film: film["revenue"]),
    Choice("the one that viewers voted best", "the one people liked best", lambda film: film["vote_average"]),
)


class Case(msgspec.Struct, frozen=True):
    """What one task asks for."""

    photo: str
    films: list[dict[str, Any]]
    """The films on the posters."""
    choice: Choice
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


def make(draw: TaskDraw) -> Blueprint:
    photo = draw.picture(draw.photo_name(), "poster")
    case = _case(draw, photo)
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=_request(draw, case),
        fuzzy_request=_fuzzy(draw, case),
        servers=("ocr", "tmdb", "google-maps"),
        form=_form(case),
        plans=(partial(_plan, case, reads=True), partial(_plan, case, reads=False)),
        pictures=(photo.picture,),
        level="L3" if case.suggests and len(case.films) > 1 else "L2",
        extra={"modalities": ["text", "image"], **({} if case.goes else {"solvable": False})},
        key_facts=tuple(film["title"] for film in case.films if len(film["title"]) > 4),
    )


def _case(draw: TaskDraw, photo: ScenePicture) -> Case:
    films = photo.scene.facts["films"]
    town = draw.pick(_TOWNS, "town") if draw.number else _TOWNS[0]
    choice, goes = draw.pick(CHOICES, "choice"), _CONDITIONS.get(draw.number % 8)
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


def _threshold(draw: TaskDraw, films: Sequence[Details], choice: Choice, *, goes: bool) -> float:
    """Return a vote well below or above that of the film to see."""
    known = [film for each in films if (film := draw.world.films.film(each["id"]))]
    details = [
        {"runtime": film.runtime or 0, "revenue": film.box_office or 0, "vote_average": film.rating}
        for film in known
    ]
    vote = float(max(details, key=choice.value)["vote_average"])
    margin = draw.whole(3, 8, "margin") / 10
    return round(vote - margin if goes else vote + margin, 1)


def _spot(draw: TaskDraw, town: str) -> tuple[float, float]:
    found = draw.world.atlas.locate(town)
    if found is None:
        raise PlanError(f"{town} is not in the atlas.")
    return found[0], found[1]


def _request(draw: TaskDraw, case: Case) -> str:
    opening = draw.pick(
        (
            f"There {_are(case)} on the wall in {case.photo}.",
            f"{case.photo} is a photo of a wall with {_count(case)}.",
            f"Have a look at {case.photo}, which shows {_count(case)}.",
        ),
        "opening",
    )
    each = "each film" if len(case.films) > 1 else "the film"
    facts = f"Tell me the running time, the revenue and the average vote of {each}."
    which = f" I want to see {case.choice.request_text}." if len(case.films) > 1 else " I want to see it."
    if case.least_vote is not None:
        which += (
            f" But I only go if its average vote is at least {case.least_vote}; if not, leave it at that."
        )
    cinema = (
        f" Which is the best-rated cinema within {case.radius} metres of the centre of {case.town} (more "
        f"reviews decide a tie), what is its rating, and when is it open on a {case.weekday}? If the film "
        "began when it opens, at what time would it be over?"
    )
    more = (
        " Also name the first two films that TMDB recommends to those who like it." if case.suggests else ""
    )
    return f"{opening} {facts}{which}{cinema}{more}"


def _fuzzy(draw: TaskDraw, case: Case) -> str:
    several = len(case.films) > 1
    opening = draw.pick(
        (
            f"I walked past this ({case.photo}) and now I am in the mood for a film.",
            f"Look what was hanging there: {case.photo}.",
            f"A friend sent me {case.photo} and asks whether we should go.",
        ),
        "murmur",
    )
    they, them, are = ("they", "them", "are they") if several else ("it", "it", "is it")
    which = f"I would go for {case.choice.fuzzy_text}" if several else "I would go"
    if case.least_vote is not None:
        which += f", though not for anything that got less than {case.least_vote}; then forget the rest"
    more = " And what are the top two recommendations for somebody who likes it?" if case.suggests else ""
    return (
        f"{opening} How long {are}, what did {they} earn, and how good do people find {them}? {which}. I am "
        f"in {case.town} on a {case.weekday}. Which cinema no more than {case.radius} m from the centre has "
        "the best reviews (the more of them, if there is a tie), how good are they, when is it open, and "
        f"when would I be out again if it started right at opening time?{more}"
    )


def _form(case: Case) -> AnswerForm:
    film = (
        AnswerField("title", FieldType.NAME, "its title"),
        AnswerField("runtime", FieldType.DURATION, "its running time", unit="minutes"),
        AnswerField("revenue", FieldType.NUMBER, "what it earned", unit="USD"),
        AnswerField("vote", FieldType.NUMBER, "the average vote of viewers"),
    )
    fields = [AnswerField("films", FieldType.RECORD, "each film on the wall", many=True, fields=film)]
    if len(case.films) > 1:
        fields.append(AnswerField("film_to_see", FieldType.NAME, "the title of the film to see"))
    if case.least_vote is not None:
        fields.append(AnswerField("good_enough", FieldType.YES_NO, "whether its vote is as good as required"))
    fields += [
        AnswerField("cinema", FieldType.NAME, "the name of the cinema"),
        AnswerField("cinema_rating", FieldType.NUMBER, "the rating of the cinema"),
        hours_field("cinema_hours", f"when the cinema is open on a {case.weekday}"),
        AnswerField("over_at", FieldType.TIME, "when the film is over if it begins as the cinema opens"),
    ]
    if case.suggests:
        first = "the titles of the first two films that are recommended"
        fields.append(AnswerField("recommended", FieldType.NAME, first, many=True))
    return AnswerForm(tuple(fields))


def _are(case: Case) -> str:
    return f"{'is' if len(case.films) == 1 else 'are'} {_count(case)}"


def _count(case: Case) -> str:
    return {1: "a film poster", 2: "two film posters", 3: "three film posters"}[len(case.films)]


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
    ids = [_film_id(film, each) for film, each in zip(case.films, searched, strict=True)]
    known = [
        call("tmdb/get_movie_details", each, movie_id=number)
        for number, each in zip(ids, searched, strict=True)
    ]
    at_once = case.suggests and len(ids) == 1
    if at_once:
        known.append(call("tmdb/get_recommendations", searched[0], movie_id=ids[0]))
    found = yield known
    details = [each.data for each in found[: len(ids)]]
    film = _film_to_see(case, details)
    alike = found[len(ids) :]
    if case.suggests and not at_once:
        alike = yield [call("tmdb/get_recommendations", *found, movie_id=film["id"])]
    return details, film, [each["title"] for each in alike[0].data["results"][:2]] if alike else []


def _cinema(case: Case) -> Thread[tuple[Details, str]]:
    """Return the best cinema and its hours."""
    (place,) = yield [call("google-maps/geocode", address=case.town)]
    (cinemas,) = yield [nearby(spot_of(place), case.radius, "movie_theater", place)]
    cinema = best_rated(places_of(cinemas))
    (visit,) = yield [call("google-maps/place_details", cinemas, place_id=cinema["id"])]
    return cinema, hours_on(visit, case.weekday)


def _film_id(film: Details, searched: CallResult) -> int:
    """Return the id of the film with this title and year."""
    results = searched.data.get("results", ()) if isinstance(searched.data, dict) else ()
    matching = [
        each["id"]
        for each in results
        if each["title"] == film["title"] and each["release_date"].startswith(str(film["year"]))
    ]
    if matching != [film["id"]]:
        raise PlanError(f"a search does not identify the film {film['title']}.")
    return int(matching[0])


def _film_to_see(case: Case, films: Sequence[Details]) -> Details:
    """Return the film to see. Raise `PlanError` on a tie."""
    if not all(film.get("runtime") and film.get("revenue") for film in films):
        raise PlanError("running time or revenue of a film is not known.")
    ranked = sorted(films, key=case.choice.value, reverse=True)
    if len(ranked) > 1 and case.choice.value(ranked[0]) == case.choice.value(ranked[1]):
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
    fields = {"films": Expected(rows=tuple(_expected_film(each) for each in outcome.films))}
    if len(case.films) > 1:
        grounds = tuple(abs(case.choice.value(each)) for each in outcome.films)
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


FAMILY = Family(
    number=2,
    name="movies",
    title="Movies",
    goal="Identify the films on pictured posters, and find a cinema for the one to see.",
    make=make,
)
