"""Movie Recommender alone: lists of similar films, and the films' own records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    computed,
    fork,
    leader,
    leader_of,
    require,
    solution,
    stated,
    table,
    validation,
)

MOVIES = "Movie Recommender/get_movies"
_FILM = re.compile(r"Title: (.+) \((\d{4})\)\nPlot: An? (\S+).*? film(.*)")
_DIRECTED = re.compile(r", directed by (.+?)(?:, with |, first shown)")


class Listed(msgspec.Struct, frozen=True):
    """A film as a list has it."""

    title: str
    year: int
    genre: str
    """The first genre, in lower case."""
    directors: tuple[str, ...]


def films(result: CallResult) -> list[Listed]:
    """Return the films of a list, in its order."""
    matches = _FILM.findall(result.text)
    require(matches, "there are no films.")
    return [
        Listed(title, int(year), genres.split("/")[0], _directors(rest))
        for title, year, genres, rest in matches
    ]


def own_record(result: CallResult, listed: Listed) -> Listed:
    """Return the film with this title and these directors, in the list that a search for the title gave."""
    same = [
        film for film in films(result) if (film.title, film.directors) == (listed.title, listed.directors)
    ]
    require(len(same) == 1, f"{len(same)} films are called {listed.title}.")
    return same[0]


def _directors(rest: str) -> tuple[str, ...]:
    match = _DIRECTED.search(rest)
    return tuple(match[1].split(" and ")) if match else ()


_FILMS = (
    *("Jaws", "Alien", "Inception", "Casablanca", "Gladiator", "Titanic", "Goldfinger", "Vertigo", "Rocky"),
    *("Amadeus", "Braveheart", "Jurassic Park", "Psycho", "Gandhi", "Platoon", "Stagecoach", "Rear Window"),
)
_WORDS = (
    *("river", "mountain", "winter", "ship", "train", "island", "garden", "summer", "castle", "desert"),
    *("soldier", "doctor", "dragon", "forest", "bridge", "mirror"),
)
_MANY_WRONG = 3
_YEAR = Tolerance(absolute=0.06)
Records = dict[str, tuple[Listed, CallResult]]


def like(title: str) -> str:
    """Return the keyword for films like one."""
    return f"movies like {title}"


def _neighbours(draw: TaskDraw) -> TaskSpec:
    first = draw.sample(_FILMS, 3, "films")

    def plan() -> Plan:
        lists = yield [call(MOVIES, keyword=like(title)) for title in first]
        listed = _listed(lists)
        known: Records = {}
        yield from _look_up(listed, lists, known)
        years = {title: known[title][0].year for title in listed}
        wrong = [title for title in listed if listed[title] != years[title]]
        ordered = sorted(listed, key=years.__getitem__)
        require(_apart([years[title] for title in ordered]), "films at the ends share a year.")
        newest, second, oldest = ordered[-1], ordered[1], ordered[0]
        many = len(wrong) >= _MANY_WRONG
        asked = newest if many else second
        uses = [result for _, result in known.values()]
        decided, trail = yield [
            call(MOVIES, *lists, *uses, keyword=like(asked)),
            call(MOVIES, *uses, keyword=like(oldest)),
        ]
        steps: list[Listed] = []
        for _ in range(2):
            titles = {film.title: film.year for film in films(trail)}
            yield from _look_up(titles, [trail], known)
            chosen = [known[title][0] for title in titles]
            steps.append(leader_of(chosen, lambda film: film.year, 1, lowest=True))
            if len(steps) == 1:
                require(steps[0].title not in (newest, second, oldest), "the trail leads back.")
                (trail,) = yield [
                    call(MOVIES, *(known[title][1] for title in titles), keyword=like(steps[0].title))
                ]
        return solution(
            {
                "wrong_years": _wrong_rows(wrong, listed, years),
                "oldest": stated(oldest),
                "newest": stated(newest),
                "pick": stated(films(decided)[0].title),
                "first_step": stated(steps[0].title),
                "first_step_year": stated(steps[0].year),
                "second_step": stated(steps[1].title),
                "second_step_year": stated(steps[1].year),
            },
            branches=[
                fork(
                    "at least 3 years on the three lists are wrong",
                    many,
                    MOVIES,
                    met=like(newest),
                    unmet=like(second),
                )
            ],
            validations=[validation("the year of a film", (MOVIES, MOVIES), listed, wrong)],
        )

    words = dict(zip(("one", "two", "three"), first, strict=True))
    return TaskSpec(words=words, plans=(plan,))


def _words(draw: TaskDraw) -> TaskSpec:
    chosen = draw.sample(_WORDS, 4, "words")

    def plan() -> Plan:
        searches = yield [call(MOVIES, keyword=word) for word in chosen]
        tops = [films(search)[0].title for search in searches]
        lists = yield [
            call(MOVIES, search, keyword=like(title)) for search, title in zip(searches, tops, strict=True)
        ]
        listed = _listed(lists)
        known: Records = {}
        yield from _look_up(listed, lists, known)
        years = {title: known[title][0].year for title in listed}
        wrong = [title for title in listed if listed[title] != years[title]]
        newest, oldest = leader(years, 1), leader(years, 1, lowest=True)
        sloppy = len(wrong) >= _MANY_WRONG or newest in wrong
        uses = [result for _, result in known.values()]
        (more,) = yield [call(MOVIES, *lists, *uses, keyword=like(newest if sloppy else oldest))]
        first = films(more)[0]
        top = first.title
        require(top not in known, "the film was looked up before.")
        (last,) = yield [call(MOVIES, more, keyword=top)]
        record = own_record(last, first)
        require(record.directors, "the director is unknown.")
        (end,) = yield [call(MOVIES, last, keyword=like(top))]
        return solution(
            {
                "wrong_years": _wrong_rows(wrong, listed, years),
                "mean_year": computed(round(mean(years.values()), 2), years.values(), _YEAR),
                "newest": stated(newest),
                "oldest": stated(oldest),
                "pick": stated(top),
                "year": stated(record.year),
                "director": stated(record.directors[0]),
                "like_that": stated(films(end)[0].title),
            },
            branches=[
                fork(
                    "at least 3 years on the lists are wrong, or that of the newest film is",
                    sloppy,
                    MOVIES,
                    met=like(newest),
                    unmet=like(oldest),
                )
            ],
            validations=[validation("the year of a film", (MOVIES, MOVIES), listed, wrong)],
        )

    words = dict(zip(("one", "two", "three", "four"), chosen, strict=True))
    return TaskSpec(words=words, plans=(plan,))


def _listed(lists: Iterable[CallResult]) -> dict[str, int]:
    """Return the years of all films on lists, by title."""
    every = [film for page in lists for film in films(page)]
    require(len(every) == len({film.title for film in every}), "a title is listed twice.")
    return {film.title: film.year for film in every}


def _look_up(titles: Iterable[str], lists: Sequence[CallResult], known: Records) -> Steps[None]:
    """Look up films that are not known yet by their titles."""
    new = [title for title in titles if title not in known]
    if not new:
        return
    sources = {film.title: (film, page) for page in reversed(lists) for film in films(page)}
    results = yield [call(MOVIES, sources[title][1], keyword=title) for title in new]
    for title, result in zip(new, results, strict=True):
        known[title] = own_record(result, sources[title][0]), result


def _apart(years: Sequence[int]) -> bool:
    """Return whether the oldest, the second oldest and the newest of films in order are clear."""
    return years[0] < years[1] < years[2] and years[-2] < years[-1]


def _wrong_rows(wrong: Sequence[str], listed: Mapping[str, int], years: Mapping[str, int]) -> Expected:
    require(wrong, "all years are right.")
    return table("film", wrong, listed_year=listed, record_year=years)


FAMILY = cross_family(
    number=43,
    name="movie_recommender",
    title="Movie Recommender",
    servers=("Movie Recommender",),
    tasks=(_neighbours, _words),
)
