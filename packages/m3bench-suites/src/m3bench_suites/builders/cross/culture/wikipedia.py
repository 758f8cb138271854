"""Wikipedia alone: articles, and the fact sheets that lag behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
)
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_lead,
    rows,
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

    def plan() -> Plan:
        (sight,) = yield [call(SUMMARY, title=landmark)]
        (country,) = yield [call(ARTICLE, sight, title=_country(sight.data["summary"]))]
        places = largest_places(country.data, _LISTED)
        summaries = yield [call(SUMMARY, country, title=place) for place in places]
        people = {
            place: population(each.data["summary"]) for place, each in zip(places, summaries, strict=True)
        }
        require(len(set(people.values())) == _LISTED, "two places have the same population.")
        ordered = sorted(places, key=people.__getitem__)
        chosen = ordered[:_CHECKED]
        sheets = yield [
            call(FACTS, *summaries, title=place, topic_within_article="population") for place in chosen
        ]
        told = compare(chosen, [summaries[places.index(place)] for place in chosen], sheets, "population")
        wrong = [each for each in told if each.gap]
        require(wrong, "no sheet is wrong.")
        require_lead([each.gap for each in wrong], 1_000)
        worst = max(wrong, key=lambda each: each.gap).title
        total, claims = sum(each.article for each in told), sum(each.sheet for each in told)
        higher, biggest, second = claims > total, ordered[-1], ordered[-2]
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
                "wrong_sheets": _wrong_rows(wrong, "town", "article_population", "sheet_population"),
                "article_total": computed(total, [each.article for each in told]),
                "sheet_total": computed(claims, [each.sheet for each in told]),
                "furthest_off": stated(worst),
                "nearest_place": stated(nearest),
                "nearest_distance": stated(far),
                "nearest_population": stated(population(near.data["summary"])),
                "sheets_higher": _decided(higher, told),
                "biggest_airport": stated(iata) if higher else NOTHING,
                "second_airport": NOTHING if higher else stated(iata),
            },
            branches=[
                branch(
                    "the fact sheets of the seven towns add up to more people than their articles",
                    holds=higher,
                    met={"tools": [ARTICLE], "values": [biggest]},
                    unmet={"tools": [ARTICLE], "values": [second]},
                )
            ],
            validations=[
                validation(
                    "the population of a town", (SUMMARY, FACTS), chosen, [each.title for each in wrong]
                )
            ],
        )

    return TaskSpec(words={"landmark": landmark}, plans=(plan,))


def _films(draw: TaskDraw) -> TaskSpec:
    year, long = draw.turn(range(1988, 2010), "year"), draw.pick((100, 105), "long")
    after, before = (f"List of films of {each}" for each in (year + 1, year - 1))

    def plan(read: str = SUMMARY) -> Plan:
        (listing,) = yield [call(LINKS, title=f"List of films of {year}")]
        titles = listing.data["links"][:_FILMS]
        require(len(titles) == _FILMS, "the list is short.")
        summaries = yield [call(read, listing, title=title) for title in titles]
        texts = {title: each.data["summary"] for title, each in zip(titles, summaries, strict=True)}
        lasting = {title: running_time(text) for title, text in texts.items()}
        chosen = [title for title in titles if lasting[title] >= long]
        sheets = yield [
            call(FACTS, *summaries, title=title, topic_within_article="runs minutes") for title in chosen
        ]
        told = compare(chosen, [summaries[titles.index(title)] for title in chosen], sheets, "running time")
        wrong = [each for each in told if each.gap]
        total, claims = sum(each.article for each in told), sum(each.sheet for each in told)
        require(wrong and total != claims, "the sheets are right on the whole.")
        require_lead(lasting.values(), 1)
        longest = max(titles, key=lasting.__getitem__)
        higher = claims > total
        director = _first_director(texts[longest])
        person, other = yield [
            call(ARTICLE, *summaries, title=director),
            call(LINKS, *sheets, *summaries, title=after if higher else before),
        ]
        top = other.data["links"][0]
        (film,) = yield [call(ARTICLE, other, title=top)]
        actor = section(film.data, "Cast").rstrip(".").split(", ")[0]
        (played,) = yield [call(SUMMARY, film, title=actor)]
        fields: dict[str, Expected] = {
            "wrong_sheets": _wrong_rows(wrong, "film", "article_minutes", "sheet_minutes"),
            "article_total": computed(total, [each.article for each in told]),
            "sheet_total": computed(claims, [each.sheet for each in told]),
            "longest": stated(longest),
            "director": stated(director),
            "directed": stated(_count(_DIRECTED, person.data["summary"])),
            "top_film_after": stated(top) if higher else NOTHING,
            "top_film_before": NOTHING if higher else stated(top),
            "top_minutes": stated(running_time(film.data["summary"])),
            "actor_films": stated(_count(_PARTS, played.data["summary"])),
        }
        return solution(
            fields,
            branches=[
                branch(
                    "the fact sheets of the longer films add up to more minutes than their articles",
                    holds=higher,
                    met={"tools": [LINKS, ARTICLE], "values": [after]},
                    unmet={"tools": [LINKS, ARTICLE], "values": [before]},
                )
            ],
            validations=[
                validation(
                    "the running time of a film", (SUMMARY, FACTS), chosen, [each.title for each in wrong]
                )
            ],
        )

    return TaskSpec(
        words={"year": year, "long": long, "after": year + 1, "before": year - 1},
        plans=(plan, lambda: plan(ARTICLE)),
    )


def _wrong_rows(wrong: Sequence[Compared], thing: str, article: str, sheet: str) -> Expected:
    return rows(
        {thing: stated(each.title), article: stated(each.article), sheet: stated(each.sheet)}
        for each in wrong
    )


def _decided(higher: bool, told: Sequence[Compared]) -> Expected:
    return computed(higher, [number for each in told for number in (each.article, each.sheet)])


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
    number=41,
    name="wikipedia",
    title="Wikipedia",
    servers=("Wikipedia",),
    tasks=(_towns, _films),
)
