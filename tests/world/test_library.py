"""Books have valid numbers that lead to them, and are found by their names."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.library import InvalidIsbn, Library, read_isbn
from m3bench_world.library.library import BOOKS


@cache
def library(seed: int = 7) -> Library:
    return World(seed).library


@given(st.integers(0, BOOKS - 1))
def test_every_book_has_a_valid_number_that_leads_back(number: int) -> None:
    book = library().numbered(number)
    digits = [int(digit) for digit in book.isbn13]
    assert sum(digits[::2]) % 10 == (-3 * sum(digits[1::2])) % 10
    values = [10 if digit == "X" else int(digit) for digit in book.isbn10]
    assert sum(value * (10 - index) for index, value in enumerate(values)) % 11 == 0
    assert library().book(book.isbn13) == book
    assert read_isbn(book.isbn10) == read_isbn(book.hyphenated) == book.isbn13


def test_numbers_are_distinct_and_of_no_real_group() -> None:
    codes = {library().numbered(number).isbn13 for number in range(0, BOOKS, 7)}
    assert len(codes) == len(range(0, BOOKS, 7))
    assert all(code.startswith("97869") for code in codes)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("9780306406158", "check digit 8, expected 7"),
        ("0306406153", "check digit 3, expected 2"),
        ("12345", "10 or 13 digits"),
        ("4006381333931", "article number"),
        ("97803064061５7", "10 or 13"),
        ("", "10 or 13"),
    ],
)
def test_misspelt_numbers_are_explained(text: str, word: str) -> None:
    with pytest.raises(InvalidIsbn, match=word):
        read_isbn(text)


def test_known_real_numbers_are_read_but_unknown() -> None:
    assert read_isbn("0-306-40615-2") == "9780306406157"
    assert library().book("9780306406157") is None


@given(st.text(max_size=30))
def test_any_text_is_a_number_or_misspelt(text: str) -> None:
    with suppress(InvalidIsbn):
        library().book(read_isbn(text))


def test_search_by_title_and_author() -> None:
    for book in library().sample(5, "search"):
        same = library().search(title=book.title.upper(), author=book.authors[0], limit=20)
        assert book in same
        assert same[0].title == book.title
        by_author = library().search(author=book.authors[0], limit=500)
        assert book in by_author
        assert all(book.authors[0] in other.authors for other in by_author)
    for book in library().sample(60, "titles"):
        assert book.isbn13 in {other.isbn13 for other in library().search(title=book.title, limit=30)}
    assert library().search(title="xqzzy") == []


def test_near_misses() -> None:
    book = library().sample(1, "near")[0]
    misspelt = book.title.replace("e", "", 1)
    assert book.title in library().near(misspelt, None)
    author = book.authors[0]
    assert author in library().near(None, author + "n")


def test_descriptions_and_facts_are_plausible() -> None:
    for book in library().sample(200, "facts"):
        assert 1950 <= book.year <= 2025
        assert str(book.year) in book.publish_date
        assert 20 <= book.pages <= 1_000
        assert "{" not in book.title + book.description
        assert len(book.subjects) >= 4
        assert book.publisher in library().publishers


def test_samples_are_different_books() -> None:
    sample = library().sample(50, "a scene")
    assert len({book.isbn13 for book in sample}) == 50
    assert sample == World().library.sample(50, "a scene")


def test_seeds() -> None:
    assert World(7).library.numbered(5) == library().numbered(5)
    assert World(8).library.numbered(5) != library().numbered(5)
