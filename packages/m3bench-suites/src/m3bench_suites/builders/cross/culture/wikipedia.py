"""Wikipedia alone: articles, and the fact sheets that lag behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from m3bench.checks import Expected
from m3bench.suites import Plan, PlanError, call
from m3bench_suites.builders.cross.culture._shared.articles import (
    ARTICLE,
    FACTS,
    LINKS,
    SUMMARY,
    Compared,
    airport,
    compare,
    largest_places,
    nearest_place,
    population,
    running_time,
    section,
    totals,
    wrong_sheets,
)
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    leader,
    leader_of,
    pluck,
    require,
    solution,
    stated,
    validation,
)

_LANDMARKS = (
    "CN Tower",
    "Spanish Steps",
    "Casa Batlló",
    "Brandenburg Gate",
    "Sydney Harbour Bridge",
    "Sugarloaf Mountain",
    "Galata Tower",
    "Wawel Castle",
    "Gyeongbokgung Palace",
    "Teotihuacan",
    "Table Mountain",
    "Tokyo Tower",
)
_LISTED, _CHECKED, _FILMS = 10, 7, 16
_DIRECTED_BY = re.compile(r"directed by (.+?)\.")
_DIRECTED = re.compile(r"directed ([\d,]+)")
_PARTS = re.compile(r"has a part in ([\d,]+)")


def _towns(draw: TaskDraw) -> TaskSpec:
    landmark = draw.turn(_LANDMARKS, "landmark")
    return TaskSpec(words={"landmark": landmark}, plans=(partial(_towns_plan, landmark),))


def _towns_plan(landmark: str) -> Plan:
    (sight,) = yield [call(SUMMARY, title=landmark)]
    (country,) = yield [call(ARTICLE, sight, title=_country(sight.data["summary"]))]
    places = largest_places(country.data, _LISTED)
    summaries = yield [call(SUMMARY, country, title=place) for place in places]
    people = {
        place: population(summary.data["summary"]) for place, summary in zip(places, summaries, strict=True)
    }
    require(len(set(people.values())) == _LISTED, "two places have the same population.")
    ordered = sorted(places, key=people.__getitem__)
    chosen = ordered[:_CHECKED]
    sheets = yield [
        call(FACTS, *summaries, title=place, topic_within_article="population") for place in chosen
    ]
    told = compare(chosen, [summaries[places.index(place)] for place in chosen], sheets, "population")
    wrong = [comparison for comparison in told if comparison.gap]
    require(wrong, "no sheet is wrong.")
    worst = leader_of(wrong, lambda comparison: comparison.gap, 1_000).title
    total, claims = totals(told)
    surplus = sum(comparison.sheet - comparison.article for comparison in told)
    higher, biggest, second = surplus > 0, ordered[-1], ordered[-2]
    asked = biggest if higher else second
    full, decided = yield [
        call(ARTICLE, *sheets, *summaries, title=worst),
        call(ARTICLE, *sheets, *summaries, title=asked),
    ]
    nearest, far = nearest_place(full.data)
    (near,) = yield [call(SUMMARY, full, title=nearest)]
    iata = airport(section(decided.data, "Transport"))[1]
    return solution(
        {
            "wrong_sheets": wrong_sheets(wrong, "town", "population"),
            "article_total": total,
            "sheet_total": claims,
            "furthest_off": stated(worst),
            "nearest_place": stated(nearest),
            "nearest_distance": stated(far),
            "nearest_population": stated(population(near.data["summary"])),
            "sheets_higher": _decided(higher, told),
            "airport": stated(iata),
        },
        branches=[
            fork(
                "the fact sheets of the seven towns add up to more people than their articles",
                higher,
                ARTICLE,
                met=biggest,
                unmet=second,
            )
        ],
        validations=[
            validation("the population of a town", (SUMMARY, FACTS), chosen, [sheet.title for sheet in wrong])
        ],
    )


def _films(draw: TaskDraw) -> TaskSpec:
    year, long = draw.turn(range(1988, 2010), "year"), draw.pick((100, 105), "long")
    after, before = (f"List of films of {listed_year}" for listed_year in (year + 1, year - 1))
    return TaskSpec(
        words={"year": year, "long": long, "after": year + 1, "before": year - 1},
        plans=(
            partial(_films_plan, year, long, after, before),
            partial(_films_plan, year, long, after, before, ARTICLE),
        ),
    )


def _films_plan(year: int, long: int, after: str, before: str, read: str = SUMMARY) -> Plan:
    (listing,) = yield [call(LINKS, title=f"List of films of {year}")]
    titles = listing.data["links"][:_FILMS]
    require(len(titles) == _FILMS, "the list is short.")
    summaries = yield [call(read, listing, title=title) for title in titles]
    texts = pluck(titles, summaries, "summary")
    lasting = {title: running_time(text) for title, text in texts.items()}
    chosen = [title for title in titles if lasting[title] >= long]
    sheets = yield [
        call(FACTS, *summaries, title=title, topic_within_article="runs minutes") for title in chosen
    ]
    told = compare(chosen, [summaries[titles.index(title)] for title in chosen], sheets, "running time")
    wrong = [comparison for comparison in told if comparison.gap]
    total, claims = totals(told)
    surplus = sum(comparison.sheet - comparison.article for comparison in told)
    require(wrong and surplus, "the sheets are right on the whole.")
    longest = leader(lasting, 1)
    higher = surplus > 0
    director = _first_director(texts[longest])
    person, films = yield [
        call(ARTICLE, *summaries, title=director),
        call(LINKS, *sheets, *summaries, title=after if higher else before),
    ]
    top = films.data["links"][0]
    (film,) = yield [call(ARTICLE, films, title=top)]
    actor = section(film.data, "Cast").rstrip(".").split(", ")[0]
    (played,) = yield [call(SUMMARY, film, title=actor)]
    fields: dict[str, Expected] = {
        "wrong_sheets": wrong_sheets(wrong, "film", "minutes"),
        "article_total": total,
        "sheet_total": claims,
        "longest": stated(longest),
        "director": stated(director),
        "directed": stated(_count(_DIRECTED, person.data["summary"])),
        "top_film": stated(top),
        "top_minutes": stated(running_time(film.data["summary"])),
        "actor_films": stated(_count(_PARTS, played.data["summary"])),
    }
    return solution(
        fields,
        branches=[
            fork(
                "the fact sheets of the longer films add up to more minutes than their articles",
                higher,
                (LINKS, ARTICLE),
                met=after,
                unmet=before,
            )
        ],
        validations=[
            validation(
                "the running time of a film", (SUMMARY, FACTS), chosen, [sheet.title for sheet in wrong]
            )
        ],
    )


def _decided(higher: bool, told: Sequence[Compared]) -> Expected:
    return computed(
        higher, [number for comparison in told for number in (comparison.article, comparison.sheet)]
    )


def _country(summary: str) -> str:
    """Return the country of a sight: `… in or near Paris, France. It lies …`."""
    where = re.search(r"in or near .+, ([^,]+)\. It lies", summary)
    if where is None:
        raise PlanError("the article does not say where the sight is.")
    return where[1]


def _first_director(summary: str) -> str:
    by = _DIRECTED_BY.search(summary)
    if by is None or re.search(r"\b[A-Z]$", by[1]):
        raise PlanError("the article does not name the director.")
    return by[1].split(" and ")[0].split(", ")[0]


def _count(pattern: re.Pattern[str], text: str) -> int:
    claims = pattern.search(text)
    if claims is None:
        raise PlanError("the article does not count films.")
    return int(claims[1].replace(",", ""))


FAMILY = cross_family(
    number=41, name="wikipedia", title="Wikipedia", servers=("Wikipedia",), tasks=(_towns, _films)
)
