"""Metropolitan Museum and Wikipedia: views of towns, and musical instruments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import mean

from m3bench.checks import Tolerance
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
)
from m3bench_suites.builders.cross.culture._shared.objects import (
    DEPARTMENTS,
    SEARCH,
    department_id,
    first_objects,
    height,
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
    computed,
    require,
    require_lead,
    rows,
    solution,
    stated,
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
    first_of = max if end == "most" else min

    def plan() -> Plan:
        searches = yield [call(SEARCH, q=town, title=True) for town in towns]
        hits = {town: each.data["total"] for town, each in zip(towns, searches, strict=True)}
        kept = most_hits(hits, _KEPT)
        read = yield [
            *(call(SUMMARY, *searches, title=town) for town in kept),
            *(call(FACTS, *searches, title=town, topic_within_article="population") for town in kept),
        ]
        summaries, sheets = read[:_KEPT], read[_KEPT:]
        told = compare(kept, summaries, sheets, "population")
        wrong = [each for each in told if each.gap]
        chosen = first_of(told, key=lambda each: each.article).title
        looked = yield first_objects(searches[towns.index(chosen)], _OBJECTS, *summaries)
        entries = [each.data for each in looked]
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
        tallest = tallest_of([each.data for each in more])
        (same,) = yield [call(SEARCH, *more, q=tallest["objectName"])]
        heights = [height(entry) for entry in entries]
        code_found = stated(airport(section(article.data, "Transport"))[1]) if many else NOTHING
        people = NOTHING if many else stated(population(article.data["summary"]))
        return solution(
            {
                "towns": rows({"town": stated(town), "hits": stated(hits[town])} for town in kept),
                "wrong_sheets": rows(
                    {
                        "town": stated(each.title),
                        "article_population": stated(each.article),
                        "sheet_population": stated(each.sheet),
                    }
                    for each in wrong
                ),
                "population": computed(sum(each.article for each in told), [each.article for each in told]),
                "oldest": stated(first["accessionNumber"]),
                "mean_height": computed(round(mean(heights), 2), heights, _TENTH),
                "on_view": computed(
                    shown, [entry["GalleryNumber"] for entry in entries if entry["GalleryNumber"]]
                ),
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
                validation("the population of a town", (SUMMARY, FACTS), kept, [each.title for each in wrong])
            ],
        )

    return TaskSpec(words={"towns": _joined(towns), "end": end}, plans=(plan,))


def _instruments(draw: TaskDraw) -> TaskSpec:
    things = draw.sample(_THINGS, _CHOSEN, "things")

    def plan() -> Plan:
        (departments,) = yield [call(DEPARTMENTS)]
        place = department_id(departments, _DEPARTMENT)
        searches = yield [call(SEARCH, departments, q=thing, departmentId=place) for thing in things]
        hits = {thing: each.data["total"] for thing, each in zip(things, searches, strict=True)}
        best = most_hits(hits, _BEST)
        read = yield [
            *(call(LINKS, *searches, title=thing) for thing in best),
            *(
                each
                for thing in best
                for each in first_objects(searches[things.index(thing)], _EACH, *searches)
            ),
        ]
        links, looked = read[:_BEST], read[_BEST:]
        entries = [each.data for each in looked]
        first, shown = oldest(entries), on_view(entries)
        many = shown >= _MANY
        kind = first["objectName"].lower()
        require(kind in best, "the object is another instrument.")
        own = links[best.index(kind)]
        *sized, total = yield [
            *(call(SECTIONS, own, *looked, title=title) for title in own.data["links"]),
            call(SEARCH, *looked, q=first["culture"] if many else first["medium"]),
        ]
        sizes = {each.data["title"]: [one["characters"] for one in each.data["sections"]] for each in sized}
        require(len(sizes) >= 2, "there are few links.")
        require_lead([sum(each) for each in sizes.values()], 1)
        longest = max(sizes, key=lambda title: sum(sizes[title]))
        further, *more = yield [call(LINKS, *sized, title=longest), *first_objects(total, _MORE)]
        tallest = tallest_of([each.data for each in more])
        (same,) = yield [call(SEARCH, *more, q=tallest["objectName"])]
        heights = [height(entry) for entry in entries]
        count = stated(total.data["total"])
        return solution(
            {
                "instruments": rows(
                    {"instrument": stated(each), "hits": stated(hits[each])} for each in best
                ),
                "oldest": stated(first["accessionNumber"]),
                "oldest_year": stated(first["objectBeginDate"]),
                "oldest_culture": stated(first["culture"]),
                "mean_height": computed(round(mean(heights), 2), heights, _TENTH),
                "on_view": computed(
                    shown, [entry["GalleryNumber"] for entry in entries if entry["GalleryNumber"]]
                ),
                "longest_article": stated(longest),
                "longest_links": stated(further.data["count"]),
                "tallest": stated(tallest["accessionNumber"]),
                "tallest_kind_total": stated(same.data["total"]),
                "culture_total": count if many else NOTHING,
                "medium_total": NOTHING if many else count,
            },
            branches=[
                branch(
                    "at least 7 of the 15 objects are in a gallery",
                    holds=many,
                    met={"tools": [SEARCH], "values": [first["culture"]]},
                    unmet={"tools": [SEARCH], "values": [first["medium"]]},
                )
            ],
        )

    return TaskSpec(words={"things": _joined(things)}, plans=(plan,))


def country_of(summary: str) -> str:
    """Return the country in which a town lies, from the beginning of its article."""
    where = _COUNTRY.search(summary)
    if where is None:
        raise PlanError("the article does not name the country.")
    return where[1]


def _joined(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


FAMILY = cross_family(
    number=48,
    name="museum_wikipedia",
    title="Metropolitan Museum and Wikipedia",
    servers=("Metropolitan Museum", "Wikipedia"),
    tasks=(_towns, _instruments),
)
