"""The encyclopedia: true to the world's facts, whole in its links, and quick to find things."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import SOURCES, World
from m3bench_world.data import load
from m3bench_world.encyclopedia import DISAMBIGUATION, Article
from m3bench_world.encyclopedia.article import Entry
from m3bench_world.encyclopedia.builder import build_index
from m3bench_world.encyclopedia.names import name_key, singular_keys, stems

WORLD = World()
BOOK = WORLD.encyclopedia
SAMPLE = [title for place, title in enumerate(BOOK.titles()) if place % 41 == 0]


def read(title: str) -> Article:
    article = BOOK.article(title)
    assert article is not None, title
    return article


def test_there_are_far_more_than_5000_articles_of_many_kinds() -> None:
    assert BOOK.count() == len(BOOK.titles()) == len(set(BOOK.titles())) > 12_000
    counted = Counter(BOOK.index.kinds)
    assert len(counted) >= 18
    assert counted["species"] > 700
    assert counted["place"] > 3_000
    assert counted["film"] > 2_000
    assert counted["thing"] > 600
    assert (counted["element"], counted["state"], counted["country"]) == (118, 50, 252)


@pytest.mark.parametrize("title", SAMPLE)
def test_an_article_is_whole(title: str) -> None:
    article = read(title)
    assert article.title == title
    assert article.description
    assert article.summary.endswith((".", ".”"))
    assert 20 < len(article.summary) < 1_500
    assert "  " not in article.summary
    assert all(section.heading and section.text for section in article.sections)
    assert set(article.sources) <= set(SOURCES)
    assert article.sources[-1] == "encyclopedia"
    assert title not in article.links
    for link in article.links:
        assert read(link).title == link


def test_the_index_has_what_the_handwritten_kinds_list() -> None:
    """Where this fails, run `scripts/compile_articles.py`."""
    listed = {(entry.kind, entry.key): entry for entry in BOOK.own_entries()}
    for (kind, key), entry in listed.items():
        assert BOOK.title_of(kind, key) in (entry.title, entry.qualified)
    own_kinds = {kind for kind, _ in listed}
    index = BOOK.index
    assert {pair for pair in zip(index.kinds, index.keys, strict=True) if pair[0] in own_kinds} == set(listed)


def test_places_agree_with_the_atlas() -> None:
    index = BOOK.index
    ids = [key for kind, key in zip(index.kinds, index.keys, strict=True) if kind == "place"]
    for key in ids[::60]:
        place = WORLD.atlas.place(int(key))
        title = BOOK.title_of("place", key)
        assert place is not None
        assert title is not None
        summary = read(title).summary
        assert summary.startswith(place.name)
        assert f"{place.population:,}" in summary
        assert place.country_name in summary
        assert WORLD.atlas.timezone(place.lat, place.lng) in summary


class FilmTable(msgspec.Struct):
    imdb: list[str]
    title: list[str]
    year: list[int]
    directors: list[str | None]


def test_films_agree_with_the_frozen_table() -> None:
    table = load("films", FilmTable)
    for row in range(0, len(table.imdb), 50):
        title = BOOK.title_of("film", table.imdb[row])
        if title is None:
            continue
        summary = read(title).summary
        assert summary.startswith(table.title[row])
        assert str(table.year[row]) in summary
        first = (table.directors[row] or "").split(", ")[0]
        assert first in summary


def test_parks_companies_and_foods_lead_back_to_their_parts() -> None:
    index = BOOK.index
    keys = {kind: [key for own, key in zip(index.kinds, index.keys, strict=True) if own == kind] for kind in
            ("park", "company", "food", "drug", "package")}  # fmt: skip
    assert all(WORLD.parks.park(code) for code in keys["park"])
    assert all(WORLD.stock_market.find(ticker).company.ticker == ticker for ticker in keys["company"])
    assert all(WORLD.pantry.everyday(name) for name in keys["food"])
    assert all(WORLD.pharmacy.find(name) for name in keys["drug"][::20])
    assert all(WORLD.nix.entry(name) for name in keys["package"])


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("Apple", "Apple"),
        ("apples", "Apple"),
        ("Domestic cat", "Cat"),
        ("scipy", "SciPy"),
        ("Lemon (fruit)", "Lemon"),
        ("WOLVES", "Wolf"),
        ("Flex", "Flexible-fuel vehicle"),
        ("Híbrido", "Hybrid vehicle"),
        ("Washington, D.C.", "Washington, District of Columbia"),
        ("Cambridge, MA", "Cambridge, Massachusetts"),
        ("USA", "United States"),
        ("Whistling vessel", "Whistling jar"),
        ("Aluminum", "Aluminium"),
        ("E10", "Type 1 diabetes mellitus"),
    ],
)
def test_other_names_lead_to_the_article(asked: str, title: str) -> None:
    assert read(asked).title == title


@pytest.mark.parametrize("name", ["Orange", "Mercury", "Transformers"])
def test_a_name_with_several_meanings_names_them(name: str) -> None:
    page = read(name)
    assert page.kind == DISAMBIGUATION
    assert len(page.links) > 1
    assert all(title in page.summary for title in page.links)


def test_what_does_not_exist_has_no_article_but_near_misses() -> None:
    for name in ("Ptahmose (vizier)", "Lemon (spaceship)", "", "((((", "\0", "x" * 3_000):
        assert BOOK.article(name) is None
    assert "Weakfish" in BOOK.near("Weekfish")
    assert "Photosynthesis" in BOOK.near("Photosyntesis")


@pytest.mark.parametrize(
    ("query", "expected", "first"),
    [
        ("New Jersey striped bass fishing Raritan Bay Sandy Hook", "Striped bass", 5),
        ("New Jersey striped bass fishing Raritan Bay Sandy Hook", "Raritan Bay", 5),
        ("Paris city France", "Paris", 1),
        ("Washington, D.C.", "Washington, District of Columbia", 1),
        ("Stela of Ptahmose", "Stele", 1),
        ("tree", "Tree", 1),
        ("New Jersey weakfish fishing spots", "Weakfish", 5),
        ("Elétrico", "Electric car", 1),
        ("films directed by Steven Spielberg", "Steven Spielberg", 3),
        ("chemical element symbol Au gold", "Gold", 2),
    ],
)
def test_natural_queries_find_sensible_articles(query: str, expected: str, first: int) -> None:
    assert expected in BOOK.search(query, first)


def test_search_gives_titles_once_and_no_more_than_asked() -> None:
    found = BOOK.search("river city bridge", 30)
    assert len(found) == len(set(found)) == 30
    assert found[:5] == BOOK.search("river city bridge", 5)
    assert BOOK.search("qqqqq zzzzz", 5) == []


def test_articles_are_the_same_in_every_world_where_facts_are_real() -> None:
    other = World(seed=99).encyclopedia
    assert other.titles() == BOOK.titles()
    for title in ("Apple", "Tokyo", "France", "Titanic", "Gold", "Steven Spielberg"):
        assert other.article(title) == BOOK.article(title)


def test_entries_that_come_first_keep_the_short_title() -> None:
    entries = [
        Entry("a", "1", "Orange (fruit)"),
        Entry("b", "2", "Orange", "Orange, Texas"),
        Entry("c", "3", "Orange", ""),
        Entry("d", "4", "Lime", "Lime (film)", ("Citrus",), "green"),
    ]
    index, postings = build_index(entries)
    assert index.titles == ["Orange (fruit)", "Orange, Texas", "Lime"]
    assert index.meanings("orange") == [0, 1]
    assert index.meanings("Lime (green)") == [2]
    assert postings.alias in ({"citru": (2,)}, {"citrus": (2,)})


def test_names_are_compared_without_case_accents_and_signs() -> None:
    assert name_key("Washington, D.C.") == name_key("washington dc")
    assert name_key("São Paulo") == "sao paulo"
    assert name_key("Orange (fruit)") != name_key("Orange fruit")
    assert "strawberry" in singular_keys("strawberries")
    assert stems("the cities of France") == ["city", "france"]


@given(st.text(max_size=60))
def test_any_text_is_answered(text: str) -> None:
    article = BOOK.article(text)
    assert article is None or article.summary
    assert len(BOOK.search(text, 3)) <= 3
