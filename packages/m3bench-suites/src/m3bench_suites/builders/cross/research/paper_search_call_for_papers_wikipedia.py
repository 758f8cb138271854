"""Paper Search, Call for Papers and Wikipedia: what conferences are about, and where they meet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.research._shared.names import (
    ARTICLE,
    ARXIV,
    EVENTS,
    PUBMED,
    READ_ARXIV,
    READ_PUBMED,
)
from m3bench_suites.builders.cross.research._shared.reading import (
    city_of,
    event_days,
    events_of,
    inhabitants,
    papers_of,
    study_size,
    top_paper,
    topics_of,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    fork,
    leader,
    listed,
    require,
    solution,
    stated,
)

_ARXIV_FIELDS = (
    "Natural Language Processing",
    "Computer Vision",
    "Robotics",
    "Quantum Computing",
    "Astronomy",
)
_PUBMED_FIELDS = ("Infectious Diseases", "Cardiology", "Oncology", "Public Health")
_MOST = 50


def _cities(draw: TaskDraw) -> TaskSpec:
    field, count = draw.turn(_ARXIV_FIELDS, "field"), draw.whole(8, 9, "count")
    return TaskSpec(
        words={"field": field, "count": count, "five": 5, "most": _MOST},
        plans=(partial(_cities_plan, field, count),),
    )


def _cities_plan(field: str, count: int) -> Plan:
    (search,) = yield [call(EVENTS, keywords=f"{field} Europe", limit=count)]
    events = events_of(search)
    require(len(events) == count, "there are few conferences.")
    articles = yield [call(ARTICLE, search, title=city) for city in dict.fromkeys(map(city_of, events))]
    people = residents(events, articles)
    require(len(people) >= 5, "there are few cities.")
    large, small = leader(people, 1), leader(people, 1, lowest=True)
    here, there = (next(event for event in events if city_of(event) == city) for city in (large, small))
    require(event_days(here)[0] != event_days(there)[0], "both begin on the same day.")
    topics = topics_of(here)
    searches = yield [call(ARXIV, search, *articles, query=f'"{topic}"', max_results=5) for topic in topics]
    tops = {topic: top_paper(item) for topic, item in zip(topics, searches, strict=True) if papers_of(item)}
    require(len(tops) >= 3, "few topics have preprints.")
    texts = yield [
        call(READ_ARXIV, searches[topics.index(topic)], paper_id=paper["paper_id"])
        for topic, paper in tops.items()
    ]
    sizes = {topic: study_size(result.text) for topic, result in zip(tops, texts, strict=True)}
    topic = leader(sizes, 1)
    earlier = event_days(here)[0] < event_days(there)[0]
    lands = [event["event_location"].split(", ")[1] for event in (here, there)]
    require(lands[0] != lands[1], "both cities are in the same country.")
    country = lands[0] if earlier else lands[1]
    around, nation = yield [
        call(EVENTS, search, *articles, keywords=country, limit=_MOST),
        call(ARTICLE, search, *articles, title=country),
    ]
    on_topic = [event["event_name"] for event in events_of(around) if topic in topics_of(event)]
    neighbour = neighbour_of(nation.data["summary"])
    (beyond,) = yield [call(ARTICLE, nation, title=neighbour)]
    return solution(
        {
            "large": stated(large),
            "small": stated(small),
            "people": computed(sum(people.values()), people.values()),
            "topics": listed(tops),
            "topic": stated(topic),
            "paper": stated(tops[topic]["doi"]),
            "earlier": computed(earlier, (here["event_time"], there["event_time"])),
            "country": stated(country),
            "on_topic": computed(len(on_topic), [topic, *on_topic]),
            "neighbour": stated(neighbour),
            "inhabitants": stated(inhabitants(beyond.text)),
        },
        branches=[
            branch(
                "the conference in the largest city begins before the one in the smallest",
                holds=earlier,
                met={"tools": [EVENTS], "values": lands[:1]},
                unmet={"tools": [EVENTS], "values": lands[1:]},
            )
        ],
    )


def _countries(draw: TaskDraw) -> TaskSpec:
    field, count = draw.turn(_PUBMED_FIELDS, "field"), draw.whole(11, 12, "count")
    few, many = 5, 100
    return TaskSpec(
        words={"field": field, "count": count, "few": few, "many": many, "ten": 10, "six": 6},
        plans=(partial(_countries_plan, field, count, few, many),),
    )


def _countries_plan(field: str, count: int, few: int, many: int) -> Plan:
    (search,) = yield [call(EVENTS, keywords=field, limit=count)]
    events = events_of(search)
    require(len(events) == count, "there are few conferences.")
    homes = list(dict.fromkeys(event["event_location"].split(", ")[1] for event in events))
    require(len(homes) > few, "there are few countries.")
    articles = yield [call(ARTICLE, search, title=home) for home in homes]
    people = {home: inhabitants(article.text) for home, article in zip(homes, articles, strict=True)}
    require(len(set(people.values())) == len(people), "two countries are of the same size.")
    top = sorted(people, key=people.__getitem__, reverse=True)[:few]
    chosen = [event for event in events if event["event_location"].split(", ")[1] in top]
    topics = list(dict.fromkeys(topics_of(name)[0] for name in chosen))
    searches = yield [call(PUBMED, search, *articles, query=f'"{topic}"', max_results=10) for topic in topics]
    tops = {
        topic: (item, top_paper(item, only_open=True))
        for topic, item in zip(topics, searches, strict=True)
        if any(paper["open_access"] for paper in papers_of(item))
    }
    require(tops, "no topic has an open article.")
    texts = yield [call(READ_PUBMED, item, paper_id=paper["paper_id"]) for item, paper in tops.values()]
    sizes = {topic: study_size(result.text) for topic, result in zip(tops, texts, strict=True)}
    topic = leader(sizes, 1)
    first = next(name for name in chosen if topics_of(name)[0] == topic)
    home = first["event_location"].split(", ")[1]
    populous = people[home] > many * 1_000_000
    region = "Europe" if populous else "Asia"
    (abroad,) = yield [call(EVENTS, search, *articles, *texts, keywords=f"{topic} {region}", limit=6)]
    towns = list(dict.fromkeys(map(city_of, events_of(abroad))))
    require(len(towns) >= 2, "there are few conferences abroad.")
    places = yield [call(ARTICLE, abroad, title=town) for town in towns]
    there = residents(events_of(abroad), places)
    return solution(
        {
            "countries": listed(top),
            "people": computed(sum(people[country] for country in top), [people[country] for country in top]),
            "studied": computed(sum(sizes.values()), sizes.values()),
            "topic": stated(topic),
            "article": stated(tops[topic][1]["paper_id"]),
            "conference": stated(first["event_name"]),
            "populous": computed(populous, [home, people[home]]),
            "abroad": listed(event["event_name"] for event in events_of(abroad)),
            "city": stated(leader(there, 1)),
            "inhabitants": stated(max(there.values())),
        },
        branches=[
            fork(
                f"the country of the conference on the topic has more than {many} million inhabitants",
                populous,
                EVENTS,
                met=f"{topic} Europe",
                unmet=f"{topic} Asia",
            )
        ],
    )


def neighbour_of(summary: str) -> str:
    """Return the country that the summary of an article names as the foremost neighbour."""
    match = re.search(r"It borders (?:the )?(.+?)(?:,| and |\.)", summary)
    if match is None:
        raise PlanError("the country has no neighbour.")
    return match[1]


def residents(events: Sequence[Mapping[str, str]], articles: Sequence[CallResult]) -> dict[str, int]:
    """Return the inhabitants of the cities of conferences.

    Args:
        events: The conferences.
        articles: The article on each of their cities, in order. Cities without one are left out.
    """
    homes = {city_of(event): event["event_location"].split(", ")[1] for event in events}
    found_ones = [
        (city, article)
        for city, article in zip(homes, articles, strict=True)
        if isinstance(article.data, dict)
    ]
    for city, result in found_ones:
        require(homes[city].removeprefix("The ") in result.text, f"the article is on another {city}.")
    return {city: inhabitants(page.text) for city, page in found_ones}


FAMILY = cross_family(
    number=77,
    name="paper_search_call_for_papers_wikipedia",
    title="Paper Search, Call for Papers and Wikipedia",
    servers=("Paper Search", "Call for Papers", "Wikipedia"),
    tasks=(_cities, _countries),
)
