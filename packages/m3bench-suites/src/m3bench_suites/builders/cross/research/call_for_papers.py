"""Call for Papers alone: busy cities of a region, and a tour from conference to conference."""

from __future__ import annotations

from datetime import date
from functools import partial

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.research._shared.names import EVENTS
from m3bench_suites.builders.cross.research._shared.reading import (
    city_of,
    deadline,
    event_days,
    events_of,
    topics_of,
)
from m3bench_suites.builders.tasks import TaskSpec, computed, fork, listed, require, solution, stated

_FIELDS = (
    "Cybersecurity",
    "Public Health",
    "Climate Science",
    "Software Engineering",
    "Education",
    "Robotics",
)
_REGIONS = ("Europe", "Asia")
_MOST = 50


def _cities(draw: TaskDraw) -> TaskSpec:
    subject, region = draw.turn(_FIELDS, "field"), draw.turn(_REGIONS, "region")
    second_region = _REGIONS[1 - _REGIONS.index(region)]
    count = draw.whole(9, 10, "count")
    return TaskSpec(
        words={
            "subject": subject,
            "region": region,
            "other": second_region,
            "count": count,
            "most": _MOST,
            "few": 5,
        },
        plans=(partial(_cities_plan, subject, region, second_region, count),),
    )


def _cities_plan(subject: str, region: str, second_region: str, count: int) -> Plan:
    (search,) = yield [call(EVENTS, keywords=f"{subject} {region}", limit=count)]
    events = events_of(search)
    places = list(dict.fromkeys(event["event_location"] for event in events))
    require(len(events) == count and len(places) >= 5, "there are few conferences.")
    visits = yield [call(EVENTS, search, keywords=place.split(", ")[0], limit=_MOST) for place in places]
    counts = {place: len(events_of(visit)) for place, visit in zip(places, visits, strict=True)}
    require(max(counts.values()) < _MOST, "a city has too many conferences to count.")
    busiest = max(counts, key=counts.__getitem__)
    here = next(event for event in events if event["event_location"] == busiest)
    topics, country = topics_of(here), busiest.split(", ")[1]
    searches = yield [
        call(EVENTS, search, *visits, keywords=f"{topic} {country}", limit=_MOST) for topic in topics
    ]
    by_topic = {topic: len(events_of(result)) for topic, result in zip(topics, searches, strict=True)}
    require(max(by_topic.values()) < _MOST, "a topic has too many conferences to count.")
    topic = max(by_topic, key=by_topic.__getitem__)
    notice = (event_days(here)[0] - deadline(here)).days
    shares = [(event_days(event)[0] - deadline(event)).days for event in events]
    typical = sum(shares) / len(shares)
    require(abs(notice - typical) >= 1, "the notice is about the mean.")
    early = notice > typical
    where = region if early else second_region
    (follow,) = yield [call(EVENTS, search, *searches, keywords=f"{topic} {where}", limit=5)]
    following = events_of(follow)
    require(len(following) == 5, "there are few conferences on the topic.")
    towns = list(dict.fromkeys(city_of(event) for event in following))
    again = yield [call(EVENTS, follow, keywords=town, limit=_MOST) for town in towns]
    totals = {town: len(events_of(result)) for town, result in zip(towns, again, strict=True)}
    require(max(totals.values()) < _MOST, "a city has too many conferences to count.")
    quiet = min(totals, key=totals.__getitem__)
    top = events_of(again[towns.index(quiet)])[0]
    subject_there = topics_of(top)[0]
    (closing,) = yield [call(EVENTS, *again, keywords=f"{subject_there} {quiet}", limit=_MOST)]
    return solution(
        {
            "busiest": stated(busiest),
            "conferences": computed(counts[busiest], [busiest]),
            "name": stated(here["event_name"]),
            "deadline": stated(deadline(here).isoformat(), also=(here["submission_deadline"],)),
            "topic": stated(topic),
            "on_topic": computed(by_topic[topic], [topic]),
            "early": computed(early, [event["event_time"] for event in events]),
            "following": listed(event["event_name"] for event in following),
            "quietest": stated(quiet),
            "there": computed(totals[quiet], [quiet]),
            "related": computed(len(events_of(closing)), [subject_there, quiet]),
        },
        branches=[
            fork(
                "its deadline lies longer before its beginning than with the mean of all conferences",
                early,
                EVENTS,
                met=f"{topic} {region}",
                unmet=f"{topic} {second_region}",
            )
        ],
    )


def _tour(draw: TaskDraw) -> TaskSpec:
    subject = draw.turn(("Astronomy", "Linguistics", "Oceanography", "Economics", "Genomics"), "subject")
    begin, stops, wanted = date(2025, 12, 31), 9, 34

    def plan() -> Plan:
        (result,) = yield [call(EVENTS, keywords=f"{subject} 2026", limit=30)]
        visited: list[dict[str, str]] = []
        after = begin
        counts: list[int] = []
        for stop in range(stops):
            later = [event for event in events_of(result) if event_days(event)[0] > after]
            require(later, "the tour ends too early.")
            here = min(later, key=lambda event: event_days(event)[0])
            visited.append(here)
            after = event_days(here)[1]
            calls = [call(EVENTS, result, keywords=city_of(here), limit=_MOST)]
            if stop < stops - 1:
                topic = topics_of(here)[-1]
                calls.append(call(EVENTS, result, keywords=f"{topic} 2026", limit=30))
            results = yield calls
            counts.append(len(events_of(results[0])))
            result = results[-1]
        require(max(counts) < _MOST, "a city has too many conferences to count.")
        total = (event_days(visited[-1])[1] - event_days(visited[0])[0]).days
        times = [event["event_time"] for event in visited]
        return solution(
            {
                "tour": listed(event["event_name"] for event in visited),
                "begins": stated(event_days(visited[0])[0].isoformat(), also=(times[0].split(" - ")[0],)),
                "ends": stated(event_days(visited[-1])[1].isoformat(), also=(times[-1].split(" - ")[1],)),
                "days": computed(total, times),
                "busy": computed(
                    sum(count >= wanted for count in counts), [city_of(event) for event in visited]
                ),
                "busiest": stated(visited[counts.index(max(counts))]["event_location"]),
                "conferences": computed(max(counts), [city_of(event) for event in visited]),
            }
        )

    return TaskSpec(
        words={"subject": subject, "stops": stops, "wanted": wanted, "most": _MOST, "list": 30, "year": 2026},
        plans=(plan,),
    )


FAMILY = cross_family(
    number=73,
    name="call_for_papers",
    title="Call for Papers",
    servers=("Call for Papers",),
    tasks=(_cities, _tour),
)
