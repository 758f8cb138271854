"""Longer articles: they add to the encyclopedia, and change nothing of what it says."""

from __future__ import annotations

import pytest

from m3bench_world import World
from m3bench_world.encyclopedia import stems
from m3bench_world.encyclopedia.names import name_key

BOOK = World().encyclopedia
ESSAYS = BOOK.essays.all


def test_every_essay_is_whole() -> None:
    assert len({essay.title for essay in ESSAYS}) == len(ESSAYS) > 30
    for essay in ESSAYS:
        assert essay.description, essay.title
        assert len(essay.summary) > 30, essay.title
        assert essay.sections, essay.title
        assert all(len(section.text) > 40 for section in essay.sections), essay.title
        headings = [section.heading for section in essay.sections]
        assert len(set(headings)) == len(headings), essay.title
        article = BOOK.long_article(essay.title)
        assert article is not None
        assert len({section.heading for section in article.sections}) == len(article.sections), essay.title
        assert len(article.links) >= 2, essay.title
        assert all(BOOK.long_article(link) for link in article.links)


def test_an_essay_adds_sections_to_the_article_of_its_title() -> None:
    short, long = BOOK.article("Aurora"), BOOK.long_article("Northern lights")
    assert short is not None
    assert long is not None
    assert (long.title, long.summary, long.kind) == (short.title, short.summary, short.kind)
    assert set(short.sections) < set(long.sections)
    assert set(short.links) < set(long.links)


def test_names_of_articles_keep_their_meaning() -> None:
    for essay in ESSAYS:
        for alias in essay.aliases:
            known = BOOK.article(alias)
            if known is not None and name_key(essay.title) != name_key(alias):
                found = BOOK.long_article(alias)
                assert found is not None
                assert found.title == known.title, alias
    assert BOOK.article("Paris Agreement") is None, "the index stays as it is"
    assert "Paris Agreement" not in BOOK.search("Paris Agreement climate", 50)


@pytest.mark.parametrize("query", ["gene editing", "impressionist painters", "solar storm aurora"])
def test_a_search_finds_essays_that_have_half_of_its_words(query: str) -> None:
    titles = BOOK.long_search(query, 5)
    essays = {essay.title: essay for essay in ESSAYS}
    found = [title for title in titles if title in essays]
    assert found
    for title in BOOK.essays.search(query):
        essay = essays[title]
        words = stems(f"{title} {' '.join(essay.aliases)} {essay.words} {essay.description}")
        assert len(set(stems(query)) & set(words)) * 2 >= len(set(stems(query)))


def test_what_no_essay_knows_is_found_as_before() -> None:
    for query in ("striped bass", "Lisbon", "Inception", "qzxv"):
        assert BOOK.essays.search(query) == []
        assert BOOK.long_search(query, 5) == BOOK.search(query, 5)
        assert BOOK.long_article(query) == BOOK.article(query)
