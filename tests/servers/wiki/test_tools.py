"""The encyclopedia's tools: what is found can be read, and says what the world says."""

from __future__ import annotations

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "wiki"
TESTED = {"search", "summary"}


def test_these_are_all_tools() -> None:
    assert set(load(SERVER).tools) == TESTED


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("Paris city France", "Paris"),
        ("striped bass", "Striped bass"),
        ("Whistling vessel", "Whistling jar"),
        ("bridge", "Bridge"),
    ],
)
def test_search_finds_titles_that_summary_reads(ask: Asking, query: str, title: str) -> None:
    results = ask("search", query=query, n=4).data["results"]
    assert results[0]["title"] == title
    assert 1 <= len(results) <= 4
    for result in results:
        page = ask("summary", title=result["title"]).data
        assert page["title"] == result["title"]
        assert page["description"] == result["description"]
        assert page["summary"].startswith(result["snippet"].rstrip(".")[:100])


def test_search_gives_three_by_default_and_longer_lists_begin_the_same(ask: Asking) -> None:
    three = ask("search", query="apple").data["results"]
    ten = ask("search", query="apple", n=10).data["results"]
    assert len(three) == 3
    assert ten[:3] == three
    assert len(ask("search", query="city", n=10**9).data["results"]) == 50


def test_a_species_is_described_as_nature_knows_it(ask: Asking) -> None:
    heard = ask("summary", title="Weakfish")
    species = World().nature.find("Weakfish")
    assert species is not None
    page = heard.data
    for fact in (species.scientific, species.family, species.habitat, species.diet):
        assert fact in page["summary"]
    assert "redirected_from" not in page
    assert heard.sources == {"knowledge": "real", "encyclopedia": "invented"}


def test_a_place_and_a_country_agree_with_the_atlas_and_name_real_sources(ask: Asking) -> None:
    world = World()
    tokyo, japan = ask("summary", title="Tokyo"), ask("summary", title="Japan").data
    place, country = world.atlas.find("Tokyo"), world.atlas.country("JP")
    assert place is not None
    assert f"{place.population:,}" in tokyo.data["summary"]
    assert "Asia/Tokyo" in tokyo.data["summary"]
    assert tokyo.sources["geonames"] == "real"
    assert f"{country.population:,}" in japan["summary"]
    assert country.currency in japan["summary"]
    assert "Japan" in tokyo.data["links"]
    assert "Tokyo" in japan["links"]


def test_a_food_has_the_pantrys_nutrition(ask: Asking) -> None:
    heard = ask("summary", title="Apple")
    food = World().pantry.find("apple")
    assert food is not None
    nutrition = next(section for section in heard.data["sections"] if section["heading"] == "Nutrition")
    assert food.name in nutrition["text"]
    assert f"energy {round(food.energy_kcal, 1):g} kcal" in nutrition["text"]
    assert heard.sources["usda"] == "real"
    assert "Apple Inc." in heard.data["other_meanings"]


@pytest.mark.parametrize(
    ("asked", "title"),
    [("Domestic cat", "Cat"), ("numpy", "NumPy"), ("Gasolina", "Petrol"), ("tomatoes", "Tomato")],
)
def test_redirects_are_followed_and_told(ask: Asking, asked: str, title: str) -> None:
    page = ask("summary", title=asked).data
    assert (page["title"], page["redirected_from"]) == (title, asked)


def test_a_name_with_several_meanings_lists_them(ask: Asking) -> None:
    page = ask("summary", title="Orange").data
    assert page["ambiguous"] is True
    assert {"Orange (fruit)", "Orange (colour)"} <= set(page["links"])
    assert ask("summary", title="Orange (fruit)").data["title"] == "Orange (fruit)"


def test_links_lead_to_articles(ask: Asking) -> None:
    for link in ask("summary", title="Titanic").data["links"]:
        assert ask("summary", title=link).data["title"] == link


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("summary", {"title": "Weekfish"}, "Did you mean: Weakfish"),
        ("summary", {"title": "Ptahmose (vizier)"}, "Not found"),
        ("search", {"query": "qqqq zzzz"}, "Not found"),
        ("summary", {"title": "  "}, "title"),
        ("search", {"query": ""}, "query"),
        ("search", {"query": "apple", "n": 0}, "'n'"),
        ("search", {"query": "x" * 5_000}, "characters"),
        ("summary", {"query": "Híbrido", "n": 10}, "title"),
        ("summary", {"title": "\0"}, "Not found"),
    ],
)
def test_what_cannot_be_answered_is_told(
    ask: Asking, tool: str, arguments: dict[str, object], word: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert word in heard.text


@pytest.mark.parametrize(
    "title", ["List of countries", "List of companies", "Mammal", "List of films of 1999"]
)
def test_long_lists_stay_bounded(ask: Asking, title: str) -> None:
    assert len(ask("summary", title=title).text) < 20_000
