"""Huge Icons alone: how many icons there are for words, tags and categories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from statistics import mean

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    listed,
    require,
    require_clear,
    solution,
    stated,
)

_SEARCH, _USAGE = "Huge Icons/search_icons", "Huge Icons/get_platform_usage"
_WORDS = (
    *("castle", "bridge", "laptop", "airplane", "camera", "music", "moon", "trophy", "pencil", "flower"),
    *("bell", "money"),
)
_CATEGORIES = (("animals", "clothing"), ("weather", "nature"), ("sport", "health"), ("kitchen", "business"))
"""Pairs with about as many icons per name, so that either may have more."""
_PLATFORMS = ("react", "vue", "angular", "svelte", "react-native")
_EACH = 4
_HUNDREDTH = Tolerance(absolute=0.011)


def _screens(draw: TaskDraw) -> TaskSpec:
    words = draw.sample(_WORDS, 2 * _EACH, "words")
    platform, second_platform = draw.sample(_PLATFORMS, 2, "platforms")
    return TaskSpec(
        words={
            "first": join(words[:_EACH]),
            "second": join(words[_EACH:]),
            "one": platform,
            "two": second_platform,
        },
        plans=(partial(_screens_plan, words, platform, second_platform),),
    )


def _screens_plan(words: list[str], platform: str, second_platform: str) -> Plan:
    searches = yield [call(_SEARCH, query=word) for word in words]
    hits = [search.data["total"] for search in searches]
    first, second = sum(hits[:_EACH]), sum(hits[_EACH:])
    require(first != second, "both screens have as many hits.")
    best = _top(words, hits)
    richest = searches[words.index(best)]
    icon = richest.data["icons"][0]
    tags = [tag for tag in icon["tags"] if tag not in (best, icon["category"])]
    require(len(tags) >= 2, "there are few tags.")
    leads = first > second
    *tagged, usage = yield [
        *(call(_SEARCH, *searches, query=tag) for tag in tags),
        call(_USAGE, *searches, platform=platform if leads else second_platform),
    ]
    counts = [result.data["total"] for result in tagged]
    tag = _top(tags, counts)
    last = tagged[tags.index(tag)].data["icons"][-1]
    final = last["tags"][-1]
    require(final not in (*words, *tags), "the last tag is searched for already.")
    (finals,) = yield [call(_SEARCH, *tagged, query=final)]
    category = finals.data["icons"][-1]["category"]
    require(category not in (*words, *tags, final), "the category is searched for already.")
    (whole,) = yield [call(_SEARCH, finals, query=category)]
    icon_name = whole.data["icons"][0]["name"]
    require(icon_name not in (*words, *tags, final), "the icon is searched for already.")
    (named_so,) = yield [call(_SEARCH, whole, query=icon_name)]
    end = named_so.data["icons"][-1]["tags"][-1]
    require(end not in (*words, *tags, final, category, icon_name), "the tag is searched for already.")
    (ended,) = yield [call(_SEARCH, named_so, query=end)]
    return solution(
        {
            "first_hits": computed(first, hits[:_EACH]),
            "second_hits": computed(second, hits[_EACH:]),
            "best_word": computed(best, hits),
            "best_tag": stated(tag),
            "last_icon": stated(last["name"]),
            "last_tag_hits": stated(finals.data["total"]),
            "final_category": stated(category),
            "category_hits": stated(whole.data["total"]),
            "same_name_hits": stated(named_so.data["total"]),
            "end_hits": stated(ended.data["total"]),
            "packages": listed(usage.data["packages"]),
        },
        branches=[
            fork(
                "the words of the first screen have more hits than those of the second",
                leads,
                _USAGE,
                met=platform,
                unmet=second_platform,
            )
        ],
    )


def _categories(draw: TaskDraw) -> TaskSpec:
    group, second_group = draw.turn(_CATEGORIES, "categories")
    first, second = draw.sample(_PLATFORMS, 2, "platforms")
    return TaskSpec(
        words={"one": group, "two": second_group, "first": first, "second": second},
        plans=(partial(_categories_plan, group, second_group, first, second),),
    )


def _categories_plan(group: str, second_group: str, first: str, second: str) -> Plan:
    whole = yield [call(_SEARCH, query=category_name) for category_name in (group, second_group)]
    plain = [[icon["name"] for icon in result.data["icons"] if "-" not in icon["name"]] for result in whole]
    require(not {*plain[0]} & {*plain[1]}, "a name is in both categories.")
    searches = yield [
        call(_SEARCH, item, query=name) for item, names in zip(whole, plain, strict=True) for name in names
    ]
    results = (searches[: len(plain[0])], searches[len(plain[0]) :])
    hits = [[result.data["total"] for result in part] for part in results]
    means = [mean(hit) for hit in hits]
    require_clear(means[0], means[1], 0.05)
    lead = 0 if means[0] > means[1] else 1
    tops = [_top(names, counts) for names, counts in zip(plain, hits, strict=True)]
    last = results[lead][plain[lead].index(tops[lead])].data["icons"][-1]
    tag = last["tags"][-1]
    require(tag not in (*plain[0], *plain[1]), "the tag is searched for already.")
    tagged, usage = yield [
        call(_SEARCH, *searches, query=tag),
        call(_USAGE, *searches, platform=(first, second)[lead]),
    ]
    category = tagged.data["icons"][-1]["category"]
    require(category not in (*plain[0], *plain[1], tag), "the category is searched for already.")
    require(category not in (group, second_group), "the category is searched for already.")
    (last_one,) = yield [call(_SEARCH, tagged, query=category)]
    icon_name = last_one.data["icons"][0]["name"]
    require(icon_name not in (*plain[0], *plain[1], tag), "the icon is searched for already.")
    (named_so,) = yield [call(_SEARCH, last_one, query=icon_name)]
    end = named_so.data["icons"][-1]["tags"][-1]
    require(end not in (*plain[0], *plain[1], tag, category, icon_name), "the tag is searched for already.")
    (ended,) = yield [call(_SEARCH, named_so, query=end)]
    return solution(
        {
            **_category_fields("one", whole[0].data["total"], hits[0], tops[0]),
            **_category_fields("two", whole[1].data["total"], hits[1], tops[1]),
            "tag": stated(tag),
            "final_category": stated(category),
            "category_hits": stated(last_one.data["total"]),
            "same_name_hits": stated(named_so.data["total"]),
            "end_hits": stated(ended.data["total"]),
            "packages": listed(usage.data["packages"]),
        },
        branches=[
            fork(
                f"names of {group} have more hits on average than those of {second_group}",
                lead == 0,
                _USAGE,
                met=first,
                unmet=second,
            )
        ],
    )


def _category_fields(key: str, icons: int, hits: Sequence[int], top: str) -> Mapping[str, Expected]:
    return {
        f"icons_{key}": stated(icons),
        f"mean_{key}": computed(round(mean(hits), 2), hits, _HUNDREDTH),
        f"top_{key}": computed(top, (top, *hits)),
    }


def _top(names: Sequence[str], hits: Sequence[int]) -> str:
    """Return the name with the most hits, the alphabetically first if several have as many."""
    return min(zip(names, hits, strict=True), key=lambda pair: (-pair[1], pair[0]))[0]


FAMILY = cross_family(
    number=45, name="huge_icons", title="Huge Icons", servers=("Huge Icons",), tasks=(_screens, _categories)
)
