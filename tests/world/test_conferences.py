"""Conferences: real cities, subjects of papers, dates around the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from m3bench_world import World
from m3bench_world.conferences import cities, fields
from m3bench_world.papers.subjects import vocabulary

WORLD = World()
CONFERENCES = WORLD.conferences
TODAY = WORLD.now.date()


def test_cities_are_those_of_the_atlas() -> None:
    for city in cities():
        place = WORLD.atlas.place(city.id)
        assert place is not None, city.name
        assert (place.name, place.country_name) == (city.name, city.country)
        assert WORLD.atlas.country(place.country).continent == city.continent


def test_many_topics_are_subjects_of_papers() -> None:
    topics = {topic for field in fields() for topic in field.topics}
    known = [topic for topic in topics if vocabulary().find(topic)]
    assert len(known) > len(topics) / 2


@pytest.mark.parametrize(
    "text",
    [
        "Artificial Intelligence Europe",
        "Data Privacy Europe",
        "renewable energy",
        "sustainable energy",
        "wind energy",
        "CRISPR off-target",
        "Graph Neural Network epidemiology",
    ],
)
def test_what_tasks_ask_for_is_found(text: str) -> None:
    assert len(CONFERENCES.search(text, 5)) == 5


def test_every_field_and_topic_has_conferences() -> None:
    for field in fields():
        assert len(CONFERENCES.search(field.title, 5)) == 5, field.title
        assert CONFERENCES.search(field.topics[-1], 5), field.topics[-1]


def test_short_names_are_unique_and_dates_in_order() -> None:
    found = [
        one for field in fields() for one in CONFERENCES.search(field.title, 500) if one.field == field.title
    ]
    unique = {one.name: one for one in found}
    assert len(unique) == len(set(found)) > 1_500
    for one in unique.values():
        assert one.deadline < one.start < one.end
        assert one.start.year in (TODAY.year, TODAY.year + 1)
        assert one.name.endswith(str(one.start.year))


def test_open_calls_come_first_and_places_restrict() -> None:
    found = CONFERENCES.search("data privacy Europe", 50)
    assert {one.city.continent for one in found} == {"EU"}
    assert {one.city.country for one in CONFERENCES.search("machine learning Germany", 50)} == {"Germany"}
    assert {one.start.year for one in CONFERENCES.search("machine learning 2026", 50)} == {2026}
    exact = [one.deadline for one in CONFERENCES.search("renewable energy", 8)]
    upcoming = [deadline for deadline in exact if deadline >= TODAY]
    assert upcoming
    assert exact[: len(upcoming)] == upcoming


def test_some_deadlines_are_within_a_week() -> None:
    found = CONFERENCES.search("artificial intelligence", 50) + CONFERENCES.search("data privacy", 50)
    assert any(TODAY <= one.deadline <= TODAY + timedelta(days=7) for one in found)


def test_nothing_moves_when_the_clock_does() -> None:
    tomorrow = World(now=WORLD.now + timedelta(days=1)).conferences
    today = set(CONFERENCES.search("climate science", 200))
    assert today <= set(tomorrow.search("climate science", 200))
    other = World(seed=8).conferences.search("climate science", 200)
    assert {one.city for one in other[:10]} != {one.city for one in CONFERENCES.search("climate science", 10)}


@pytest.mark.parametrize("text", ["", "the of", "zzzz qqqq", "💣", "2026"])
def test_what_names_no_subject_finds_nothing(text: str) -> None:
    assert CONFERENCES.search(text, 10) == []


def test_conferences_exist_at_any_time() -> None:
    for year in (1900, 2199):
        found = World(now=datetime(year, 12, 31, tzinfo=UTC)).conferences.search("economics", 5)
        assert len(found) == 5
