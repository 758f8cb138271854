"""Descriptions, arguments and fields in the words of a person; and what is worth asking for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Call, Result, Text
from m3bench.forge.links.samples import is_invented, make_sample
from m3bench.forge.links.schemas import Slot, slots
from m3bench.forge.tasks.facts import find_facts
from m3bench.forge.tasks.phrases import fact_words, quoted, thing_for, topic, topic_of, topic_with
from m3bench.hosting import Tool


def tool(description: str, name: str = "get_thing", **properties: dict[str, Any]) -> Tool:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return Tool(server="s", name=name, description=description, input_schema=schema)


TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Search films by title. Gives ids.", "films by title"),
        ("The hot posts of a subreddit, hottest first", "the hot posts of a subreddit"),
        ("Gets the AQI at a point: now", "the AQI at a point"),
        ("The days on which options expire", "the days"),
        ("Estimate where the asker is", ""),
        ("", ""),
    ],
)
def test_what_a_tool_tells_about(description: str, expected: str) -> None:
    assert topic(tool(description)) == expected


def test_what_is_known_is_put_in() -> None:
    assert (
        topic_with(tool("Search films by title.", query=TEXT), {"query": "Up"}) == "films by the title “Up”"
    )
    posts = tool("The hot posts of a subreddit, hottest first", subreddit=TEXT)
    assert topic_with(posts, {"subreddit": "books"}) == "the hot posts of the subreddit “books”"
    air = tool("Air quality at a point", lat={"type": "number"}, lng={"type": "number"})
    assert topic_with(air, {"lat": 1.5, "lng": 2}) == "air quality at 1.5, 2"


def test_what_was_spoken_of_is_put_in() -> None:
    assert topic_of(tool("Cast and crew of a film."), "this film", "film") == "cast and crew of this film"
    assert topic_of(tool("Campgrounds of parks: sites"), "this park", "park") == "campgrounds of this park"
    assert topic_of(tool("Alerts that are in force"), "this park", "park") == "alerts for this park"


@pytest.mark.parametrize(
    ("slot", "field", "expected"),
    [
        (
            Slot(name="movie_id", kind="number", description="Id of a film, as others give it."),
            "results.id",
            "film",
        ),
        (Slot(name="asin", kind="string", description="The product's number"), "products.asin", "product"),
        (Slot(name="lat", kind="number"), "parks.latitude", "park"),
        (Slot(name="lat", kind="number"), "results.geometry.location.lat", "place"),
        (Slot(name="doi", kind="string"), "preprints.doi", "preprint"),
        (Slot(name="option_prefix", kind="string"), "categories.category", "category"),
    ],
)
def test_what_a_value_stands_for(slot: Slot, field: str, expected: str) -> None:
    assert thing_for(slot, tuple(field.split(".")), tool("", "search")) == expected


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("current.wind_speed_kmh", 3, "wind speed in km/h"),
        ("citations", 3, "number of citations"),
        ("number_of_episodes", 3, "number of episodes"),
        ("orbitalPeriodDays", 3.5, "orbital period in days"),
        ("company.name", "x", "company name"),
    ],
)
def test_a_field_as_it_is_asked_for(path: str, value: Any, expected: str) -> None:
    assert fact_words(tuple(path.split(".")), value) == expected


@given(st.text(max_size=60))
def test_no_description_breaks_the_words(text: str) -> None:
    made = tool(text, query={"type": "string", "description": text})
    assert quoted("x") in topic_with(made, {"query": "x"})
    assert "this thing" in topic_of(made, "this thing", "thing")


def test_only_what_people_ask_for_is_a_fact() -> None:
    thing = {
        "runtime": 148,
        "north": 51.2,
        "total": 7,
        "poster_url": "https://x.example/a",
        "token": "a8F2k9Lq77",
        "tagline": "Dream is real",
        "budget": 160,
        "seasons": [{"budget": 1}, {"budget": 2}],
    }
    call = Call("s/get_thing", {"id": 7}, result=Result((Text(json.dumps(thing)),)))
    about = tool("Everything about one film: runtime and tagline.", id={"type": "number"})
    facts = find_facts(make_sample(call, about), about)
    assert [fact.words for fact in facts] == ["runtime", "tagline", "budget"]


def test_values_that_stand_for_any_value_are_seen() -> None:
    made = tool(
        "Find it.",
        "find_parks",
        q={"type": "string", "description": "Words such as 'lava'."},
        width={"type": "integer"},
        plain={"type": "string"},
    )
    q, width, plain = slots(made)
    assert not is_invented("lava", q, made)
    assert is_invented("park", plain, made)
    assert is_invented(1, width, made)
    assert not is_invented(640, width, made)


def test_parameters_are_described_by_the_tool_where_the_schema_is_silent() -> None:
    docstring = "Find breads.\n\nArgs:\n    flour (str): Kind, such as 'rye'.\n    size: Weight."
    flour, size = slots(tool(docstring, flour=TEXT, size={"type": "integer"}))
    assert (flour.description, flour.examples) == ("Kind, such as 'rye'.", ("rye",))
    assert size.description == "Weight."
    (named,) = slots(tool("Find breads by flour, such as 'spelt'. Quick.", flour=TEXT))
    assert "spelt" in named.examples
