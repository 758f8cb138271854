"""Metropolitan Museum, Huge Icons and Wikipedia: things that all three know."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from m3bench.checks import Tolerance
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.culture._shared.articles import LINKS, SECTIONS, SUMMARY
from m3bench_suites.builders.cross.culture._shared.objects import (
    SEARCH,
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
    listed,
    require,
    require_lead,
    rows,
    solution,
    stated,
)

_ICONS, _USAGE = "Huge Icons/search_icons", "Huge Icons/get_platform_usage"
_THINGS = (
    "mask",
    "drum",
    "shield",
    "teapot",
    "dress",
    "carpet",
    "bowl",
    "book",
    "map",
    "violin",
    "trumpet",
)
_PLATFORMS = ("react", "vue", "angular", "svelte", "react-native")
_ASKED, _BEST, _EACH, _SHOWN, _MORE = 6, 3, 4, 5, 5
_KEPT, _OBJECTS, _LAST = 4, 10, 6
_TENTH = Tolerance(absolute=0.06)


def _guide(draw: TaskDraw) -> TaskSpec:
    things = draw.sample(_THINGS, _ASKED, "things")
    one, two = draw.sample(_PLATFORMS, 2, "platforms")

    def plan() -> Plan:
        read = yield [
            *(call(SEARCH, q=thing, title=True) for thing in things),
            *(call(_ICONS, query=thing) for thing in things),
        ]
        searches, icons = read[:_ASKED], read[_ASKED:]
        hits = {thing: each.data["total"] for thing, each in zip(things, searches, strict=True)}
        best = most_hits(hits, _BEST)
        looked = yield [
            each for thing in best for each in first_objects(searches[things.index(thing)], _EACH, *searches)
        ]
        entries = [each.data for each in looked]
        first, shown = oldest(entries), on_view(entries)
        many = shown >= _SHOWN
        thing = best[entries.index(first) // _EACH]
        links, same, usage = yield [
            call(LINKS, *looked, title=thing),
            call(SEARCH, *looked, q=first["medium"]),
            call(_USAGE, *looked, platform=one if many else two),
        ]
        linked = links.data["links"]
        read = yield [
            *(call(SECTIONS, links, title=title) for title in linked),
            *first_objects(same, _MORE),
        ]
        sizes = {
            each.data["title"]: sum(part["characters"] for part in each.data["sections"])
            for each in read[: len(linked)]
        }
        require(len(sizes) >= 2, "there are few links.")
        require_lead(sizes.values(), 1)
        others = [each.data for each in read[len(linked) :]]
        tallest = tallest_of(others)
        (further,) = yield [call(SEARCH, *read[len(linked) :], q=tallest["culture"])]
        last = yield first_objects(further, _MORE)
        ends = [each.data for each in last]
        begun = oldest(ends)
        heights = [height(entry) for entry in entries]
        packages = listed(usage.data["packages"])
        icon_hits = [each.data["total"] for each in icons]
        return solution(
            {
                "best": listed(best),
                "icons": computed(sum(icon_hits), icon_hits),
                "oldest": stated(first["accessionNumber"]),
                "mean_height": computed(round(mean(heights), 2), heights, _TENTH),
                "on_view": computed(
                    shown, [entry["GalleryNumber"] for entry in entries if entry["GalleryNumber"]]
                ),
                "longest_article": stated(max(sizes, key=sizes.__getitem__)),
                "medium_total": stated(same.data["total"]),
                "tallest": stated(tallest["accessionNumber"]),
                "culture_total": stated(further.data["total"]),
                "culture_oldest": stated(begun["accessionNumber"]),
                "packages_one": packages if many else NOTHING,
                "packages_two": NOTHING if many else packages,
            },
            branches=[
                branch(
                    f"at least {_SHOWN} of the 12 objects are in a gallery",
                    holds=many,
                    met={"tools": [_USAGE], "values": [one]},
                    unmet={"tools": [_USAGE], "values": [two]},
                )
            ],
        )

    return TaskSpec(words={"things": _joined(things), "one": one, "two": two}, plans=(plan,))


def _tags(draw: TaskDraw) -> TaskSpec:
    things = draw.sample(_THINGS, _ASKED + 1, "things")

    def plan() -> Plan:
        icons = yield [call(_ICONS, query=thing) for thing in things]
        drawn = {thing: each.data["total"] for thing, each in zip(things, icons, strict=True)}
        kept = most_hits(drawn, _KEPT)
        searches = yield [call(SEARCH, *icons, q=thing, title=True) for thing in kept]
        hits = {thing: each.data["total"] for thing, each in zip(kept, searches, strict=True)}
        thing = most_hits(hits, 1)[0]
        links, parts, *looked = yield [
            call(LINKS, *searches, title=thing),
            call(SECTIONS, *searches, title=thing),
            *first_objects(searches[kept.index(thing)], _OBJECTS, *searches),
        ]
        entries = [each.data for each in looked]
        require_lead([entry["objectEndDate"] for entry in entries], 1)
        newest = max(entries, key=lambda entry: entry["objectEndDate"])
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
        first = oldest([each.data for each in more])
        (medium,) = yield [call(SEARCH, *more, q=first["medium"])]
        told = stated(summary.data["title"])
        return solution(
            {
                "things": rows(
                    {"thing": stated(each), "icons": stated(drawn[each]), "objects": stated(hits[each])}
                    for each in kept
                ),
                "newest": stated(newest["accessionNumber"]),
                "public_domain": computed(
                    sum(entry["isPublicDomain"] for entry in entries),
                    [entry["isPublicDomain"] for entry in entries],
                ),
                "on_view": computed(
                    shown, [entry["GalleryNumber"] for entry in entries if entry["GalleryNumber"]]
                ),
                "culture_total": stated(same.data["total"]),
                "oldest": stated(first["accessionNumber"]),
                "medium_total": stated(medium.data["total"]),
                "longest_section": stated(max(each["characters"] for each in parts.data["sections"])),
                "links": stated(links.data["count"]),
                "first_article": told if many else NOTHING,
                "last_article": NOTHING if many else told,
            },
            branches=[
                branch(
                    f"at least {_SHOWN} of the 10 objects are in a gallery",
                    holds=many,
                    met={"tools": [SUMMARY], "values": [linked[0]]},
                    unmet={"tools": [SUMMARY], "values": [linked[-1]]},
                )
            ],
        )

    return TaskSpec(words={"things": _joined(things)}, plans=(plan,))


def _joined(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


FAMILY = cross_family(
    number=50,
    name="museum_icons_wikipedia",
    title="Metropolitan Museum, Huge Icons and Wikipedia",
    servers=("Metropolitan Museum", "Huge Icons", "Wikipedia"),
    tasks=(_guide, _tags),
)
