"""Metropolitan Museum alone: what a department holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.culture._shared.objects import (
    DEPARTMENTS,
    SEARCH,
    count_on_view,
    department_id,
    first_objects,
    height,
    mean_height,
    oldest,
    on_view,
    tallest_of,
)
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    leader_of,
    require,
    require_clear,
    solution,
    stated,
)

_HOLDINGS = (
    ("Greek and Roman Art", "amphora"),
    ("Arms and Armor", "sword"),
    ("Egyptian Art", "stela"),
    ("Musical Instruments", "harp"),
    ("Islamic Art", "carpet"),
    ("Asian Art", "vase"),
    ("Medieval Art", "reliquary"),
)
_PAIRS = (("The Cloisters", "Medieval Art"), ("Medieval Art", "The Cloisters"))
"""Departments with the same kinds of objects, so that either may have the taller ones."""
_MOTIFS = ("waves", "spirals", "birds", "suns", "leaves", "stars")
_LOOKED_AT, _HALF, _NEXT = 12, 6, 6
_EACH, _LAST = 14, 5
_TENTH = Tolerance(absolute=0.06)
Entries = Sequence[Mapping[str, Any]]


def _survey(draw: TaskDraw) -> TaskSpec:
    department, kind = draw.turn(_HOLDINGS, "holding")

    def plan() -> Plan:
        (departments,) = yield [call(DEPARTMENTS)]
        place = department_id(departments, department)
        (search,) = yield [call(SEARCH, departments, q=kind, departmentId=place)]
        looked = yield first_objects(search, _LOOKED_AT)
        entries = [result.data for result in looked]
        first, tallest = oldest(entries), tallest_of(entries)
        shown = on_view(entries)
        many = shown >= _HALF
        culture, medium = first["culture"], first["medium"]
        wanted = culture if many else medium
        (follow,) = yield [call(SEARCH, departments, *looked, q=wanted, departmentId=place)]
        more = yield first_objects(follow, _NEXT)
        last = tallest_of([result.data for result in more])
        (everywhere,) = yield [call(SEARCH, *more, q=last["objectName"])]
        (top,) = yield first_objects(everywhere, 1)
        return solution(
            {
                "oldest": stated(first["accessionNumber"]),
                "oldest_year": stated(first["objectBeginDate"]),
                "tallest": stated(tallest["accessionNumber"]),
                "tallest_height": stated(height(tallest), _TENTH),
                "mean_height": mean_height(entries),
                "on_view": count_on_view(entries),
                "hits": stated(follow.data["total"]),
                "next_tallest": stated(last["accessionNumber"]),
                "same_kind": stated(everywhere.data["total"]),
                "same_kind_first": stated(top.data["accessionNumber"]),
            },
            branches=[
                fork("at least 6 of the 12 objects are in a gallery", many, SEARCH, met=culture, unmet=medium)
            ],
        )

    return TaskSpec(words={"department": department, "kind": kind}, plans=(plan,))


def _pair(draw: TaskDraw) -> TaskSpec:
    department, second_department = draw.turn(_PAIRS, "pair")
    motif = draw.turn(_MOTIFS, "motif")

    def plan() -> Plan:
        (departments,) = yield [call(DEPARTMENTS)]
        places = [department_id(departments, name) for name in (department, second_department)]
        searches = yield [
            call(SEARCH, departments, q=motif, title=True, hasImages=True, departmentId=place)
            for place in places
        ]
        looked = yield [request for search in searches for request in first_objects(search, _EACH)]
        groups = [[result.data for result in part] for part in (looked[:_EACH], looked[_EACH:])]
        heights = [[height(entry) for entry in entries] for entries in groups]
        means = [mean(group) for group in heights]
        require_clear(means[0], means[1], 0.5)
        newest = [_newest(entries) for entries in groups]
        taller = 0 if means[0] > means[1] else 1
        kinds = [entry["objectName"] for entry in newest]
        require(kinds[0] != kinds[1], "both newest objects are of one kind.")
        (follow,) = yield [call(SEARCH, departments, *looked, q=kinds[taller], departmentId=places[taller])]
        more = yield first_objects(follow, _LAST)
        last = oldest([result.data for result in more])
        (everywhere,) = yield [call(SEARCH, *more, q=last["culture"])]
        (top,) = yield first_objects(everywhere, 1)
        return solution(
            {
                "hits_one": stated(searches[0].data["total"]),
                "mean_one": computed(round(means[0], 2), heights[0], _TENTH),
                "newest_one": stated(newest[0]["accessionNumber"]),
                "hits_two": stated(searches[1].data["total"]),
                "mean_two": computed(round(means[1], 2), heights[1], _TENTH),
                "newest_two": stated(newest[1]["accessionNumber"]),
                "first_is_taller": computed(taller == 0, [*heights[0], *heights[1]]),
                "oldest": stated(last["accessionNumber"]),
                "culture_total": stated(everywhere.data["total"]),
                "culture_first": stated(top.data["accessionNumber"]),
            },
            branches=[
                fork(
                    f"the mean height in {department} is larger than that in {second_department}",
                    taller == 0,
                    SEARCH,
                    met=kinds[0],
                    unmet=kinds[1],
                )
            ],
        )

    return TaskSpec(words={"one": department, "two": second_department, "motif": motif}, plans=(plan,))


def _newest(entries: Entries) -> Mapping[str, Any]:
    return leader_of(entries, lambda entry: entry["objectEndDate"], 1)


FAMILY = cross_family(
    number=42,
    name="metropolitan_museum",
    title="Metropolitan Museum",
    servers=("Metropolitan Museum",),
    tasks=(_survey, _pair),
)
