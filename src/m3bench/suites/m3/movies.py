"""Movies: which films hang on the wall, what is known of them, and where one could see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from m3bench.checks import AnswerNames, ArgumentFromPicture, ArgumentFromResult, Check, Claim, Claims
from m3bench.suites.m3._shared.facts import clock, named, opening, told
from m3bench.suites.m3._shared.outings import (
    WEEKDAYS,
    best_rated,
    fair_radius,
    hours_on,
    located,
    name_of,
    nearby,
    places_of,
)
from m3bench.suites.m3._shared.scenery import listed, must_read
from m3bench.suites.m3._shared.threads import Thread, alongside
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, want

_PHOTO = "picture.png"
_TOWNS = (
    "New York, United States", "Boston, United States", "Chicago, United States", "Seattle, United States",
    "Philadelphia, United States", "London, United Kingdom", "Toronto, Canada", "Dublin, Ireland",
    "Melbourne, Australia",
)  # fmt: skip
_RADII = (1500, 2000, 3000, 4000, 5000, 8000)

Details = dict[str, Any]


class Choice(msgspec.Struct, frozen=True):
    """By what one of several films is chosen."""

    asked: str
    hinted: str
    value: Callable[[Details], float]


CHOICES = (
    Choice("the one with the longest running time", "the longest of them", lambda film: film["runtime"]),
    Choice("the one with the shortest running time", "the shortest one", lambda film: -film["runtime"]),
    Choice("the one that earned the most", "whichever made the most money", lambda film: film["revenue"]),
    Choice("the one that viewers voted best", "the one people liked best", lambda film: film["vote_average"]),
)


class Case(msgspec.Struct, frozen=True):
    """What one task asks."""

    photo: str
    films: list[dict[str, Any]]
    """As the posters show them."""
    choice: Choice
    town: str
    radius: int
    weekday: str
    suggests: bool
    """Whether films like the chosen one are wanted."""


class Outcome(msgspec.Struct, frozen=True):
    """What was found out."""

    films: list[Details]
    film: Details
    cinema: Details
    hours: str
    leaving: str
    similar: list[str]


def make(lot: Lot) -> Blueprint:
    photo = lot.picture(_PHOTO, "poster")
    films = photo.scene.facts["films"]
    town = lot.pick(_TOWNS, "town") if lot.number else _TOWNS[0]
    spot = _spot(lot, town)
    case = Case(
        photo=_PHOTO,
        films=films,
        choice=lot.pick(CHOICES, "choice"),
        town=town,
        radius=fair_radius(lot.world, spot, "movie_theater", _RADII),
        weekday=lot.pick(WEEKDAYS, "weekday"),
        suggests=lot.number % 2 == 0,
    )
    return Blueprint(
        id=lot.id,
        family=lot.family.title,
        request=_request(lot, case),
        fuzzy_request=_fuzzy(lot, case),
        servers=("ocr", "tmdb", "google-maps"),
        plans=(partial(_plan, case, looks=True), partial(_plan, case, looks=False)),
        pictures=(photo.picture,),
        level="L3" if case.suggests and len(films) > 1 else "L2",
        extra={"modalities": ["text", "image"]},
        key_facts=tuple(film["title"] for film in films if len(film["title"]) > 4),
    )


def _spot(lot: Lot, town: str) -> tuple[float, float]:
    found = lot.world.atlas.locate(town)
    if found is None:
        raise PlanError(f"{town} is not in the atlas.")
    return found[0], found[1]


def _request(lot: Lot, case: Case) -> str:
    opening = lot.pick(
        (
            f"There {_are(case)} on the wall in {case.photo}.",
            f"{case.photo} is a photo of a wall with {_count(case)}.",
            f"Have a look at {case.photo}, which shows {_count(case)}.",
        ),
        "opening",
    )
    which = f"Take {case.choice.asked}. " if len(case.films) > 1 else ""
    each = "each film" if len(case.films) > 1 else "the film"
    facts = f"Tell me the running time, the revenue and the average vote of {each}. {which}"
    cinema = (
        f"Then find the best-rated cinema within {case.radius} metres of the centre of {case.town} (more "
        f"reviews decide a tie), and its opening hours on a {case.weekday}: if the film began when it opens, "
        "at what time would it be over?"
    )
    more = (
        " Also name the first two films that are recommended to those who like it." if case.suggests else ""
    )
    return f"{opening} {facts}{cinema}{more}"


def _fuzzy(lot: Lot, case: Case) -> str:
    several = len(case.films) > 1
    opening = lot.pick(
        (
            f"I walked past this ({case.photo}) and now I am in the mood for a film.",
            f"Look what was hanging there: {case.photo}.",
            f"A friend sent me {case.photo} and asks whether we should go.",
        ),
        "murmur",
    )
    which = f"I would go for {case.choice.hinted}." if several else "I would go."
    facts = (
        f"How long {'are they' if several else 'is it'}, what did {'they' if several else 'it'} earn, and how"
    )
    cinema = (
        f"{facts} good do people find {'them' if several else 'it'}? {which} I am in {case.town} on a "
        f"{case.weekday}. Which cinema no more than {case.radius} m from the centre has the best reviews "
        "(the "
        "more of them, if there is a tie), when is it open, and when would I be out again if it started "
        "right "
        "at opening time?"
    )
    more = " And what are the top two recommendations for somebody who likes it?" if case.suggests else ""
    return f"{opening} {cinema}{more}"


def _are(case: Case) -> str:
    return f"{'is' if len(case.films) == 1 else 'are'} {_count(case)}"


def _count(case: Case) -> str:
    return {1: "a film poster", 2: "two film posters", 3: "three film posters"}[len(case.films)]


def _plan(case: Case, *, looks: bool) -> Plan:
    """The films and the cinema have nothing to do with each other before the end."""
    (told_films, film, similar), (cinema, hours) = yield from alongside(
        _films(case, looks=looks), _cinema(case)
    )
    outcome = Outcome(
        films=told_films,
        film=film,
        cinema=cinema,
        hours=hours,
        leaving=_later(hours, film["runtime"]),
        similar=similar,
    )
    return Solution(answer=_answer(case, outcome), checks=_checks(case, outcome))


def _films(case: Case, *, looks: bool) -> Thread[tuple[list[Details], Details, list[str]]]:
    """What is known of all, the one to see, and what is like it."""
    read: tuple[Found, ...] = ()
    if looks:
        (text,) = yield [want("ocr/perform_ocr", input_data=case.photo)]
        must_read(text.text, [film["title"] for film in case.films])
        read = (text,)
    searched = yield [want("tmdb/search_movies", *read, query=film["title"]) for film in case.films]
    ids = [_identified(film, each) for film, each in zip(case.films, searched, strict=True)]
    known = [
        want("tmdb/get_movie_details", each, movie_id=number)
        for number, each in zip(ids, searched, strict=True)
    ]
    at_once = case.suggests and len(ids) == 1
    if at_once:
        known.append(want("tmdb/get_recommendations", searched[0], movie_id=ids[0]))
    found = yield known
    details = [each.data for each in found[: len(ids)]]
    film = _favourite(case, details)
    alike = found[len(ids) :]
    if case.suggests and not at_once:
        alike = yield [want("tmdb/get_recommendations", *found, movie_id=film["id"])]
    return details, film, [each["title"] for each in alike[0].data["results"][:2]] if alike else []


def _cinema(case: Case) -> Thread[tuple[Details, str]]:
    """The best cinema, and when it is open."""
    (place,) = yield [want("google-maps/geocode", address=case.town)]
    (cinemas,) = yield [nearby(located(place), case.radius, "movie_theater", place)]
    cinema = best_rated(places_of(cinemas))
    (visit,) = yield [want("google-maps/place_details", cinemas, place_id=cinema["id"])]
    return cinema, hours_on(visit, case.weekday)


def _identified(film: Details, searched: Found) -> int:
    """The film of that title and year."""
    results = searched.data.get("results", ()) if isinstance(searched.data, dict) else ()
    fitting = [
        each["id"]
        for each in results
        if each["title"] == film["title"] and each["release_date"].startswith(str(film["year"]))
    ]
    if fitting != [film["id"]]:
        raise PlanError(f"a search does not tell which film {film['title']} is.")
    return int(fitting[0])


def _favourite(case: Case, films: Sequence[Details]) -> Details:
    """The film to see."""
    if not all(film.get("runtime") and film.get("revenue") for film in films):
        raise PlanError("running time or revenue of a film is not known.")
    ranked = sorted(films, key=case.choice.value, reverse=True)
    if len(ranked) > 1 and case.choice.value(ranked[0]) == case.choice.value(ranked[1]):
        raise PlanError("two films are equally good.")
    return ranked[0]


def _later(hours: str, minutes: int) -> str:
    """The time so many minutes after opening."""
    opening = hours.split(" – ", maxsplit=1)[0]
    if ":" not in opening or "," in hours:
        raise PlanError("the cinema does not open once on that day.")
    hour, minute = map(int, opening.split(":"))
    end = (hour * 60 + minute + minutes) % 1440
    return f"{end // 60:02d}:{end % 60:02d}"


def _answer(case: Case, outcome: Outcome) -> str:
    films = "; ".join(
        f"{film['title']} ({film['release_date'][:4]}) runs {film['runtime']} minutes, earned "
        f"{film['revenue']:,} US dollars and has an average vote of {film['vote_average']}"
        for film in outcome.films
    )
    answer = (
        f"{films}. The film to see is {outcome.film['title']}. The best-rated cinema within {case.radius} "
        "m of "
        f"the centre of {case.town} is {name_of(outcome.cinema)} ({outcome.cinema['rating']} from "
        f"{outcome.cinema['userRatingCount']} reviews). On a {case.weekday} it is open {outcome.hours}; "
        "the film "
        f"would be over at {outcome.leaving}."
    )
    if outcome.similar:
        answer += f" Recommended to those who like it: {listed(outcome.similar)}."
    return answer


def _checks(case: Case, outcome: Outcome) -> tuple[Check, ...]:
    films = [claim for film in outcome.films for claim in _claims(film)]
    cinema = name_of(outcome.cinema)
    return (
        Claims(
            (
                *films,
                named(f"the cinema is {cinema}", cinema),
                opening(f"it is open {outcome.hours}", outcome.hours),
                named(f"the film is over at {outcome.leaving}", clock(outcome.leaving)),
                *(named(f"{title} is recommended", title) for title in outcome.similar),
            )
        ),
        AnswerNames(all_of=(outcome.film["title"], cinema, clock(outcome.leaving))),
        ArgumentFromPicture(
            "tmdb/search_movies",
            "query",
            tuple(film["title"] for film in case.films),
            at_least=len(case.films),
        ),
        ArgumentFromResult("tmdb/get_movie_details", "movie_id", "tmdb/search_movies", every=True),
        ArgumentFromResult("google-maps/place_details", "place_id", "google-maps/places_*"),
    )


def _claims(film: Details) -> list[Claim]:
    title = film["title"]
    return [
        told(f"how long {title} is", film["runtime"]),
        told(f"what {title} earned", film["revenue"], relative=0.01),
        told(f"what viewers gave {title}", film["vote_average"], absolute=0.05),
    ]


FAMILY = Family(
    number=2,
    name="movies",
    title="Movies",
    goal="Tell the films on pictured posters, and find a cinema for the one to see.",
    make=make,
)
