"""Metropolitan Museum and Wikipedia: views of towns, and musical instruments."""

from __future__ import annotations

import re
from functools import partial

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench.suites import Plan, PlanError, call
from m3bench_suites.builders.cross.culture._shared.articles import (
    ARTICLE,
    FACTS,
    LINKS,
    SECTIONS,
    SUMMARY,
    airport,
    compare,
    population,
    section,
    totals,
    wrong_sheets,
)
from m3bench_suites.builders.cross.culture._shared.objects import (
    DEPARTMENTS,
    SEARCH,
    count_on_view,
    department_id,
    first_objects,
    mean_height,
    most_hits,
    oldest,
    on_view,
    tallest_of,
)
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    fork,
    pluck,
    require,
    require_lead,
    solution,
    stated,
    table,
    together,
    validation,
)

_TOWNS = ("Lisbon", "Naples", "Dresden", "Bath", "Kyoto", "Trieste", "Valletta", "Bergen", "Salem")
_ASKED, _KEPT, _OBJECTS, _HALF, _MORE = 8, 6, 8, 4, 4
_DEPARTMENT = "Musical Instruments"
_THINGS = ("violin", "guitar", "trumpet", "flute", "harpsichord", "drum")
_CHOSEN, _BEST, _EACH, _MANY = 4, 3, 5, 7
_TENTH = Tolerance(absolute=0.06)
_COUNTRY = re.compile(r" is a (?:city|town) in (?:.+, )?([^,]+), with a population")


def _towns(draw: TaskDraw) -> TaskSpec:
    towns, end = draw.sample(_TOWNS, _ASKED, "towns"), draw.pick(("most", "least"), "end")
    return TaskSpec(words={"towns": join(towns), "end": end}, plans=(partial(_towns_plan, towns, end),))


def _towns_plan(towns: list[str], end: str) -> Plan:
    searches = yield [call(SEARCH, q=town, title=True) for town in towns]
    hits = pluck(towns, searches, "total")
    kept = most_hits(hits, _KEPT)
    summaries, sheets = yield from together(
        (call(SUMMARY, *searches, title=town) for town in kept),
        (call(FACTS, *searches, title=town, topic_within_article="population") for town in kept),
    )
    told = compare(kept, summaries, sheets, "population")
    wrong = [comparison for comparison in told if comparison.gap]
    first_of = max if end == "most" else min
    chosen = first_of(told, key=lambda comparison: comparison.article).title
    looked = yield first_objects(searches[towns.index(chosen)], _OBJECTS, *summaries)
    entries = [result.data for result in looked]
    first, shown = oldest(entries), on_view(entries)
    many = shown >= _HALF
    own = summaries[kept.index(chosen)]
    country = country_of(own.data["summary"])
    material, article = yield [
        call(SEARCH, *looked, q=first["medium"]),
        call(ARTICLE, *summaries, *looked, title=chosen)
        if many
        else call(SUMMARY, own, *looked, title=country),
    ]
    more = yield first_objects(material, _MORE)
    tallest = tallest_of([result.data for result in more])
    (same,) = yield [call(SEARCH, *more, q=tallest["objectName"])]
    code_found = stated(airport(section(article.data, "Transport"))[1]) if many else NOTHING
    people = NOTHING if many else stated(population(article.data["summary"]))
    return solution(
        {
            "towns": table("town", kept, hits=hits),
            "wrong_sheets": wrong_sheets(wrong, "town", "population"),
            "population": totals(told)[0],
            "oldest": stated(first["accessionNumber"]),
            "mean_height": mean_height(entries),
            "on_view": count_on_view(entries),
            "medium_total": stated(material.data["total"]),
            "tallest": stated(tallest["accessionNumber"]),
            "tallest_kind_total": stated(same.data["total"]),
            "airport": code_found,
            "country_population": people,
        },
        branches=[
            branch(
                f"at least 4 of the 8 objects of the {end} populous town are in a gallery",
                holds=many,
                met={"tools": [ARTICLE], "values": [chosen]},
                unmet={"tools": [SUMMARY, ARTICLE], "values": [country]},
            )
        ],
        validations=[
            validation("the population of a town", (SUMMARY, FACTS), kept, [sheet.title for sheet in wrong])
        ],
    )


def _instruments(draw: TaskDraw) -> TaskSpec:
    things = draw.sample(_THINGS, _CHOSEN, "things")
    return TaskSpec(words={"things": join(things)}, plans=(partial(_instruments_plan, things),))


def _instruments_plan(things: list[str]) -> Plan:
    (departments,) = yield [call(DEPARTMENTS)]
    place = department_id(departments, _DEPARTMENT)
    searches = yield [call(SEARCH, departments, q=thing, departmentId=place) for thing in things]
    hits = pluck(things, searches, "total")
    best = most_hits(hits, _BEST)
    links, looked = yield from together(
        (call(LINKS, *searches, title=thing) for thing in best),
        (
            request
            for thing in best
            for request in first_objects(searches[things.index(thing)], _EACH, *searches)
        ),
    )
    entries = [result.data for result in looked]
    first, shown = oldest(entries), on_view(entries)
    many = shown >= _MANY
    kind = first["objectName"].lower()
    require(kind in best, "the object is another instrument.")
    own = links[best.index(kind)]
    *sized, total = yield [
        *(call(SECTIONS, own, *looked, title=title) for title in own.data["links"]),
        call(SEARCH, *looked, q=first["culture"] if many else first["medium"]),
    ]
    sizes = {
        result.data["title"]: [part["characters"] for part in result.data["sections"]] for result in sized
    }
    require(len(sizes) >= 2, "there are few links.")
    require_lead([sum(size) for size in sizes.values()], 1)
    longest = max(sizes, key=lambda title: sum(sizes[title]))
    further, *more = yield [call(LINKS, *sized, title=longest), *first_objects(total, _MORE)]
    tallest = tallest_of([result.data for result in more])
    (same,) = yield [call(SEARCH, *more, q=tallest["objectName"])]
    return solution(
        {
            "instruments": table("instrument", best, hits=hits),
            "oldest": stated(first["accessionNumber"]),
            "oldest_year": stated(first["objectBeginDate"]),
            "oldest_culture": stated(first["culture"]),
            "mean_height": mean_height(entries),
            "on_view": count_on_view(entries),
            "longest_article": stated(longest),
            "longest_links": stated(further.data["count"]),
            "tallest": stated(tallest["accessionNumber"]),
            "tallest_kind_total": stated(same.data["total"]),
            "total": stated(total.data["total"]),
        },
        branches=[
            fork(
                "at least 7 of the 15 objects are in a gallery",
                many,
                SEARCH,
                met=first["culture"],
                unmet=first["medium"],
            )
        ],
    )


def country_of(summary: str) -> str:
    """Return the country in which a town lies, from the beginning of its article."""
    where = _COUNTRY.search(summary)
    if where is None:
        raise PlanError("the article does not name the country.")
    return where[1]


FAMILY = cross_family(
    number=48,
    name="museum_wikipedia",
    title="Metropolitan Museum and Wikipedia",
    servers=("Metropolitan Museum", "Wikipedia"),
    tasks=(_towns, _instruments),
)
