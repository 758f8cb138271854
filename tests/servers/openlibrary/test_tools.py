"""Books by number, title and author."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "openlibrary_mcp"


def test_the_tests_cover_the_tool() -> None:
    assert set(load(SERVER).tools) == {"get_book_info"}


def test_by_number_in_every_spelling(ask: Asking) -> None:
    for book in World().library.sample(4, "tests"):
        for spelling in (book.isbn13, book.isbn10, book.hyphenated, f"ISBN {book.hyphenated}"):
            heard = ask("get_book_info", isbn=spelling)
            assert heard.sources == {"books": "invented"}
            assert heard.data["title"] == book.title
            assert heard.data["authors"] == list(book.authors)
            assert heard.data["isbn_13"] == book.isbn13
            assert heard.data["isbn_10"] == book.isbn10
            assert heard.data["number_of_pages"] == book.pages
            assert heard.data["publishers"] == [book.publisher]


def test_by_title_and_author(ask: Asking) -> None:
    book = World().library.sample(1, "titles")[0]
    both = ask("get_book_info", title=book.title, author=book.authors[0]).data
    assert both["books"][0]["title"] == book.title
    assert book.isbn13 in {each["isbn_13"] for each in both["books"]}
    family = book.authors[0].split()[-1].lower()
    by_author = ask("get_book_info", author=family).data
    assert by_author["count"] == len(by_author["books"]) <= 10
    assert all(any(family in name.lower() for name in each["authors"]) for each in by_author["books"])
    found = by_author["books"][0]
    assert ask("get_book_info", isbn=found["isbn_13"]).data == found


def test_near_misses(ask: Asking) -> None:
    book = World().library.sample(1, "near")[0]
    heard = ask("get_book_info", title=" ".join(f"{word}z" for word in book.title.split()))
    assert heard.is_error
    assert book.title in heard.text


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({}, "isbn"),
        ({"isbn": "9781573452312"}, "check digit 2, expected 1"),
        ({"isbn": "97815"}, "10 or 13 digits"),
        ({"isbn": "9781573452311"}, "Not found"),
        ({"title": "   "}, "empty"),
        ({"title": "x" * 3000}, "3,000 characters"),
        ({"author": "Xqzzy Blorf"}, "Not found"),
    ],
)
def test_what_cannot_be_found_is_explained(ask: Asking, arguments: dict[str, Any], word: str) -> None:
    heard = ask("get_book_info", **arguments)
    assert heard.is_error
    assert word in heard.text
