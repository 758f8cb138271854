"""Books in tasks: library records, the traits that books are compared by, and the wordings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import PlanError, Solution
from m3bench_world.library import Book

LOOK_UP = "openlibrary_mcp/get_book_info"


class Record(msgspec.Struct, frozen=True):
    """The library's record of one book."""

    title: str
    authors: tuple[str, ...]
    isbn: str
    publisher: str
    date: str
    pages: int

    @property
    def year(self) -> int:
        found = re.search(r"\d{4}", self.date)
        return int(found[0]) if found else 0

    @property
    def by(self) -> str:
        return f"“{self.title}” by {join(self.authors)}"


_Book = TypeVar("_Book", Record, Book)


class Trait(msgspec.Struct, frozen=True):
    """A trait that books are compared by: a field, and whether the largest or the smallest value counts."""

    field: str
    greatest: bool
    request_text: str
    of_writer: str
    description: str

    def of(self, book: Record | Book) -> int:
        value: int = getattr(book, self.field)
        return value

    def value(self, book: Record) -> str:
        return f"{book.pages} pages" if self.field == "pages" else f"published in {book.date}"

    def ground(self, book: Record) -> str | int:
        """Return the library's value that a choice by this trait is based on."""
        return book.pages if self.field == "pages" else book.date


TRAITS = (
    Trait("pages", True, "has the most pages", "longest", "the longest"),
    Trait("pages", False, "has the fewest pages", "shortest", "the shortest"),
    Trait("year", False, "came out first", "oldest", "the oldest"),
    Trait("year", True, "came out last", "most recent", "the most recent"),
)

REQUESTS = {
    "one": (
        (
            "Which book is this in {files}? Go by its ISBN and give me title, author, publisher, date of "
            "publication and number of pages as Open Library has them."
        ),
        (
            "I found the book in {files} in a box. Please find its entry in Open Library by the ISBN and "
            "tell me its title, who wrote it, publisher, publication date and how many pages it has."
        ),
        (
            "Identify the book whose back cover is in {files} and look it up: title, author, publisher, "
            "date and page count, please."
        ),
    ),
    "several": (
        (
            "These are the backs of my books: {files}. Look each of them up by its ISBN and list title, "
            "author, publisher, date and number of pages. Which one {trait}?"
        ),
        (
            "I want to catalogue the books in {files}. Give me title, author, publisher, publication date "
            "and page count of every one, as in Open Library, and say which {trait}."
        ),
        (
            "What are the books in {files}? For each I need title, author, publisher, date and pages from "
            "Open Library; then tell me which one {trait}."
        ),
    ),
}
LIMITS = (
    " If {it} has more than {limit} pages, that is all I want to know; otherwise go on.",
    " Should {it} be longer than {limit} pages, stop there.",
    " I only read on if {it} has no more than {limit} pages; if it has more, leave out what follows.",
)
FUZZY_LIMITS = (
    " More than {limit} pages and I won't read {it}, then spare me the rest.",
    " If {it} has over {limit} pages, forget the next bit.",
    " Anything beyond {limit} pages is too long for me: if {it} is, skip the following.",
)
ONWARD = (
    (
        " Then look at what Open Library lists under the first author of that book: apart from it, which "
        "is the {writers} of the listed titles, with its ISBN-13?"
    ),
    (
        " I might want more by the same (first-named) author: among the other titles that Open Library "
        "lists for that name, which is the {writers}? Its ISBN-13 as well, please."
    ),
    (
        " And of the other books that come up in Open Library under that book's first author, name the "
        "{writers} one and its ISBN-13."
    ),
)
FUZZY = {
    "one": (
        (
            "What's this book in {files}? The barcode should tell. Title, author, publisher, when it came "
            "out, how long it is."
        ),
        (
            "Picked this up second-hand ({files}). Going by the barcode, what have I got there? I'd like "
            "the usual details, from title and author to publisher, date and pages."
        ),
        "What is the book in {files}, going by the ISBN? Author, title, publisher, date, pages, please.",
    ),
    "several": (
        (
            "I'm sorting my shelf, here are a few backs: {files}. Go by the barcodes and tell me what each "
            "one is (title, author, publisher, date, pages) and which {trait}."
        ),
        (
            "Make me a little list of these books from their barcodes, {files}: what they are, by whom, "
            "who published them and when, how many pages. Which {trait}?"
        ),
        (
            "What books are these, {files}? Usual details for each by ISBN (title, author, publisher, "
            "date, pages). And which of them {trait}?"
        ),
    ),
}
FUZZY_ONWARD = (
    " Also, what's the {writers} other thing the library has by that one's first author? With ISBN-13.",
    (
        " If I like that author (the first one named), what's the {writers} other title listed for them, "
        "and its ISBN-13?"
    ),
    " And by its first author, which other book on the list is the {writers}? I need the ISBN-13 of it.",
)


def record(entry: dict[str, Any]) -> Record:
    """Return the record of a book in the library's response."""
    return Record(
        title=entry["title"],
        authors=tuple(entry["authors"]),
        isbn=entry["isbn_13"],
        publisher=entry["publishers"][0],
        date=str(entry["publish_date"]),
        pages=int(entry["number_of_pages"]),
    )


def extreme(books: Sequence[Record], trait: Trait) -> Record:
    """Return the book with the most extreme value. Raise `PlanError` on a tie."""
    found = single_out(books, trait)
    if found is None:
        raise PlanError(f"Two books are {trait.description}.")
    return found


def single_out(books: Sequence[_Book], trait: Trait) -> _Book | None:
    """Return the book with the most extreme value, or None on a tie or without books."""
    ordered = sorted(books, key=trait.of, reverse=trait.greatest)
    alone = len(ordered) == 1 or (ordered and trait.of(ordered[0]) != trait.of(ordered[1]))
    return ordered[0] if alone else None


class Choice(msgspec.Struct, frozen=True):
    """What a task asks about the books."""

    trait: Trait
    """The trait that one of the books is chosen by."""
    other: Trait
    """The trait that one of the author's other books is chosen by."""
    limit: int | None = None
    """If the book has more pages, the author's other books are not asked for."""


def form_of(several: bool, choice: Choice) -> AnswerForm:
    book = (
        AnswerField("isbn", FieldType.CODE, "its ISBN"),
        AnswerField("title", FieldType.NAME, "its title"),
        AnswerField("authors", FieldType.NAME, "who wrote it", many=True),
        AnswerField("publisher", FieldType.NAME, "its publisher"),
        AnswerField("published", FieldType.DATE, "when it was published, as far as the library says"),
        AnswerField("pages", FieldType.NUMBER, "how many pages it has"),
    )
    fields = [AnswerField("books", FieldType.RECORD, "each book in the pictures", many=True, fields=book)]
    if several:
        fields.append(
            AnswerField("chosen", FieldType.NAME, f"the title of the one that {choice.trait.request_text}")
        )
    if choice.limit is not None:
        fields.append(
            AnswerField("short_enough", FieldType.YES_NO, "whether it has no more pages than allowed")
        )
    return AnswerForm(
        (
            *fields,
            AnswerField(
                "other_title",
                FieldType.NAME,
                f"the title of the author's {choice.other.of_writer} other book",
            ),
            AnswerField("other_isbn", FieldType.CODE, "the ISBN-13 of that other book"),
        )
    )


def solution(
    books: Sequence[Record], chosen: Record, others: Sequence[Record] | None, choice: Choice
) -> Solution:
    """Return the answer about the books, the chosen one, and another book by its author."""
    best = extreme(others, choice.other) if others is not None else None
    return Solution(
        answer=_answer(books, chosen, best, choice),
        fields={**_expected(books, chosen, choice), **_expected_other(best, others or (), choice)},
    )


def _answer(books: Sequence[Record], chosen: Record, best: Record | None, choice: Choice) -> str:
    lines = [
        f"{book.by}: {book.publisher}, published {book.date}, {book.pages} pages, ISBN {book.isbn}."
        for book in books
    ]
    if len(books) > 1:
        lines.append(
            f"Of these, “{chosen.title}” {choice.trait.request_text} ({choice.trait.value(chosen)})."
        )
    if best is None:
        lines.append(f"It has more than {choice.limit} pages, so I looked for no other book.")
    else:
        lines.append(
            f"Of the other books listed under {chosen.authors[0]}, the {choice.other.of_writer} is "
            f"“{best.title}” ({choice.other.value(best)}), ISBN {best.isbn}."
        )
    return "\n".join(lines)


def _expected(books: Sequence[Record], chosen: Record, choice: Choice) -> dict[str, Expected]:
    fields = {"books": Expected(rows=tuple(_expected_book(book) for book in books))}
    if len(books) > 1:
        grounds = tuple(choice.trait.ground(book) for book in books)
        fields["chosen"] = Expected(chosen.title, also=_other_titles(chosen), grounds=grounds)
    if choice.limit is not None:
        fields["short_enough"] = Expected(chosen.pages <= choice.limit, grounds=(chosen.pages,))
    return fields


def _expected_book(book: Record) -> dict[str, Expected]:
    return {
        "isbn": Expected(book.isbn),
        "title": Expected(book.title, also=_other_titles(book)),
        "authors": Expected(items=tuple(Expected(author) for author in book.authors)),
        "publisher": Expected(book.publisher),
        "published": Expected(book.date),
        "pages": Expected(book.pages),
    }


def _expected_other(best: Record | None, others: Sequence[Record], choice: Choice) -> dict[str, Expected]:
    if best is None:
        return {"other_title": Expected(), "other_isbn": Expected()}
    grounds = (best.title, *(choice.other.ground(book) for book in others))
    return {
        "other_title": Expected(best.title, also=_other_titles(best), grounds=grounds),
        "other_isbn": Expected(best.isbn),
    }


def _other_titles(book: Record) -> tuple[str, ...]:
    """Return the title without the subtitle, and the ISBN."""
    main, colon, _ = book.title.partition(":")
    return (main, book.isbn) if colon else (book.isbn,)
