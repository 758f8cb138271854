"""Metropolitan Museum, Huge Icons and Wikipedia: things that all three know."""

from __future__ import annotations

from functools import partial

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.culture._shared.articles import LINKS, SECTIONS, SUMMARY
from m3bench_suites.builders.cross.culture._shared.objects import (
    SEARCH,
    count_on_view,
    first_objects,
    mean_height,
    most_hits,
    oldest,
    on_view,
    tallest_of,
)
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    leader,
    leader_of,
    listed,
    pluck,
    require,
    solution,
    stated,
    table,
    together,
)

_ICONS, _USAGE = "Huge Icons/search_icons", "Huge Icons/get_platform_usage"
_THINGS = ("mask", "drum", "shield", "teapot", "dress", "carpet", "bowl", "book", "map", "violin", "trumpet")
_PLATFORMS = ("react", "vue", "angular", "svelte", "react-native")
_ASKED, _BEST, _EACH, _SHOWN, _MORE = 6, 3, 4, 5, 5
_KEPT, _OBJECTS, _LAST = 4, 10, 6
_TENTH = Tolerance(absolute=0.06)


def _guide(draw: TaskDraw) -> TaskSpec:
    things = draw.sample(_THINGS, _ASKED, "things")
    platform, second_platform = draw.sample(_PLATFORMS, 2, "platforms")
    return TaskSpec(
        words={"things": join(things), "one": platform, "two": second_platform},
        plans=(partial(_guide_plan, things, platform, second_platform),),
    )


def _guide_plan(things: list[str], platform: str, second_platform: str) -> Plan:
    searches, icons = yield from together(
        (call(SEARCH, q=thing, title=True) for thing in things),
        (call(_ICONS, query=thing) for thing in things),
    )
    hits = pluck(things, searches, "total")
    best = most_hits(hits, _BEST)
    looked = yield [
        request
        for thing in best
        for request in first_objects(searches[things.index(thing)], _EACH, *searches)
    ]
    entries = [result.data for result in looked]
    first, shown = oldest(entries), on_view(entries)
    many = shown >= _SHOWN
    thing = best[entries.index(first) // _EACH]
    links, same, usage = yield [
        call(LINKS, *looked, title=thing),
        call(SEARCH, *looked, q=first["medium"]),
        call(_USAGE, *looked, platform=platform if many else second_platform),
    ]
    sections, others = yield from together(
        (call(SECTIONS, links, title=title) for title in links.data["links"]), first_objects(same, _MORE)
    )
    sizes = {
        result.data["title"]: sum(part["characters"] for part in result.data["sections"])
        for result in sections
    }
    require(len(sizes) >= 2, "there are few links.")
    longest = leader(sizes, 1)
    tallest = tallest_of([result.data for result in others])
    (further,) = yield [call(SEARCH, *others, q=tallest["culture"])]
    last = yield first_objects(further, _MORE)
    ends = [result.data for result in last]
    begun = oldest(ends)
    icon_hits = [icon.data["total"] for icon in icons]
    return solution(
        {
            "best": listed(best),
            "icons": computed(sum(icon_hits), icon_hits),
            "oldest": stated(first["accessionNumber"]),
            "mean_height": mean_height(entries),
            "on_view": count_on_view(entries),
            "longest_article": stated(longest),
            "medium_total": stated(same.data["total"]),
            "tallest": stated(tallest["accessionNumber"]),
            "culture_total": stated(further.data["total"]),
            "culture_oldest": stated(begun["accessionNumber"]),
            "packages": listed(usage.data["packages"]),
        },
        branches=[
            fork(
                f"at least {_SHOWN} of the 12 objects are in a gallery",
                many,
                _USAGE,
                met=platform,
                unmet=second_platform,
            )
        ],
    )


def _tags(draw: TaskDraw) -> TaskSpec:
    things = draw.sample(_THINGS, _ASKED + 1, "things")

    def plan() -> Plan:
        icons = yield [call(_ICONS, query=thing) for thing in things]
        drawn = pluck(things, icons, "total")
        kept = most_hits(drawn, _KEPT)
        searches = yield [call(SEARCH, *icons, q=thing, title=True) for thing in kept]
        hits = pluck(kept, searches, "total")
        thing = most_hits(hits, 1)[0]
        links, parts, *looked = yield [
            call(LINKS, *searches, title=thing),
            call(SECTIONS, *searches, title=thing),
            *first_objects(searches[kept.index(thing)], _OBJECTS, *searches),
        ]
        entries = [result.data for result in looked]
        newest = leader_of(entries, lambda entry: entry["objectEndDate"], 1)
        shown = on_view(entries)
        many = shown >= _SHOWN
        linked = links.data["links"]
        require(len(linked) >= 2, "there are few links.")
        title = linked[0] if many else linked[-1]
        same, summary = yield [
            call(SEARCH, *looked, q=newest["culture"], departmentId=newest["departmentId"]),
            call(SUMMARY, links, *looked, title=title),
        ]
        more = yield first_objects(same, _LAST)
        first = oldest([result.data for result in more])
        (medium,) = yield [call(SEARCH, *more, q=first["medium"])]
        return solution(
            {
                "things": table("thing", kept, icons=drawn, objects=hits),
                "newest": stated(newest["accessionNumber"]),
                "public_domain": computed(
                    sum(entry["isPublicDomain"] for entry in entries),
                    [entry["isPublicDomain"] for entry in entries],
                ),
                "on_view": count_on_view(entries),
                "culture_total": stated(same.data["total"]),
                "oldest": stated(first["accessionNumber"]),
                "medium_total": stated(medium.data["total"]),
                "longest_section": stated(max(section["characters"] for section in parts.data["sections"])),
                "links": stated(links.data["count"]),
                "article": stated(summary.data["title"]),
            },
            branches=[
                fork(
                    f"at least {_SHOWN} of the 10 objects are in a gallery",
                    many,
                    SUMMARY,
                    met=linked[0],
                    unmet=linked[-1],
                )
            ],
        )

    return TaskSpec(words={"things": join(things)}, plans=(plan,))


FAMILY = cross_family(
    number=50,
    name="museum_icons_wikipedia",
    title="Metropolitan Museum, Huge Icons and Wikipedia",
    servers=("Metropolitan Museum", "Huge Icons", "Wikipedia"),
    tasks=(_guide, _tags),
)
