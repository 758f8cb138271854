"""Fact sheets of the server `Wikipedia`: some of their numbers are not those of the articles."""

from __future__ import annotations

import re

import pytest

from m3bench_world import World
from m3bench_world.servers.mcp_bench.wikipedia.summaries import as_on_sheet
from tests.servers.asking import Asking

SERVER = "Wikipedia"
_POPULATION = re.compile(r"population of about ([\d,]+)")
TOWNS = ("Lyon", "Porto", "Hamburg", "Osaka", "Lima", "Nairobi", "Toronto", "Prague", "Chennai", "Oslo")


def test_sheets_and_articles_contradict_each_other_about_some_towns(ask: Asking) -> None:
    agreeing = 0
    for town in TOWNS:
        told = _POPULATION.findall(ask("get_summary", title=town).data["summary"])
        facts = ask("extract_key_facts", title=town, topic_within_article="population").data["facts"]
        assert len(told) == 1
        agreeing += told == _POPULATION.findall(" ".join(facts))
    assert 0 < agreeing < len(TOWNS)


def test_other_tools_state_what_the_article_states(ask: Asking) -> None:
    for town in TOWNS:
        summary = ask("get_summary", title=town).data["summary"]
        told = _POPULATION.findall(summary)
        fitting = ask("summarize_article_for_query", title=town, query="population", max_length=500).data
        assert _POPULATION.findall(fitting["summary"]) == told


@pytest.mark.parametrize(
    "sentence",
    [
        "Lyon is a city in France, with a population of about 522,250.",
        "It has an area of 92,391 km² and a population of about 10,281,762.",
        "It was made in the United States and runs for 124 minutes.",
        "It took about 497,170,756 US dollars at the box office.",
    ],
)
def test_numbers_change_only_with_an_erratum(monkeypatch: pytest.MonkeyPatch, sentence: str) -> None:
    world = World()
    monkeypatch.setattr(world.errata, "has", lambda source, thing: False)
    assert as_on_sheet(world, "A", sentence) == sentence
    monkeypatch.setattr(world.errata, "has", lambda source, thing: True)
    stated = as_on_sheet(world, "A", sentence)
    assert stated != sentence
    assert re.sub(r"[\d,]+", "", stated) == re.sub(r"[\d,]+", "", sentence)


def test_other_sentences_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    monkeypatch.setattr(world.errata, "has", lambda source, thing: True)
    sentence = "It lies at 38.73° N, 9.15° W, about 6 km away, and was built in 1889."
    assert as_on_sheet(world, "A", sentence) == sentence
