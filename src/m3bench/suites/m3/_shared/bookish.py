"""Books of the library as tasks ask for them: records, what they are compared by, and the words for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from m3bench.checks import ArgumentFromPicture, Called, Claim, Claims, Quantity
from m3bench.checks.amounts import amounts
from m3bench.suites.planning import PlanError, Solution
from m3bench.world.library import Book

LOOK_UP = "openlibrary_mcp/get_book_info"


class Record(msgspec.Struct, frozen=True):
    """What the library says of one book."""

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
        return f"“{self.title}” by {listed(self.authors)}"


_Book = TypeVar("_Book", Record, Book)


class Trait(msgspec.Struct, frozen=True):
    """What books are compared by: a field, and whether the greatest or the least is wanted."""

    field: str
    greatest: bool
    asked: str
    of_writer: str
    told: str

    def of(self, book: Record | Book) -> int:
        value: int = getattr(book, self.field)
        return value

    def value(self, book: Record) -> str:
        return f"{book.pages} pages" if self.field == "pages" else f"published in {book.date}"


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
    """A book of the library's answer."""
    return Record(
        title=entry["title"],
        authors=tuple(entry["authors"]),
        isbn=entry["isbn_13"],
        publisher=entry["publishers"][0],
        date=str(entry["publish_date"]),
        pages=int(entry["number_of_pages"]),
    )


def extreme(books: Sequence[Record], trait: Trait) -> Record:
    """The one that stands out. Raises `PlanError` where two share the place."""
    found = single_out(books, trait)
    if found is None:
        raise PlanError(f"Two books are {trait.told}.")
    return found


def single_out(books: Sequence[_Book], trait: Trait) -> _Book | None:
    """The one that stands out, or None where two share the place or there are no books."""
    ordered = sorted(books, key=trait.of, reverse=trait.greatest)
    alone = len(ordered) == 1 or (ordered and trait.of(ordered[0]) != trait.of(ordered[1]))
    return ordered[0] if alone else None


def listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def solution(
    books: Sequence[Record], chosen: Record, trait: Trait, best: Record | None, other: Trait
) -> Solution:
    """The answer about some books, the one that stands out among them, and its writer's other one."""
    lines = [
        f"{book.by}: {book.publisher}, published {book.date}, {book.pages} pages, ISBN {book.isbn}."
        for book in books
    ]
    claims = [claim for book in books for claim in _claims(book)]
    if len(books) > 1:
        lines.append(f"Of these, “{chosen.title}” {trait.asked} ({trait.value(chosen)}).")
    if best is not None:
        lines.append(
            f"Of the other books listed under {chosen.authors[0]}, the {other.of_writer} is “{best.title}” "
            f"({other.value(best)}), ISBN {best.isbn}."
        )
        claims.append(Claim(f"the {other.of_writer} other book is “{best.title}”", all_of=(best.title,)))
        claims.append(Claim(f"its ISBN is {best.isbn}", any_of=_spelled(best.isbn)))
    numbers = tuple(book.isbn for book in books)
    checks: list[Any] = [
        Claims(tuple(claims)),
        ArgumentFromPicture(LOOK_UP, "isbn", numbers, len(numbers)),
        Called(LOOK_UP, at_least=len(books) + (best is not None)),
    ]
    if best is not None:
        checks.append(Called(LOOK_UP, {"author": {"$contains": chosen.authors[0].split()[-1]}}))
    return Solution(answer="\n".join(lines), checks=tuple(checks))


def _claims(book: Record) -> list[Claim]:
    # A number in the title would be taken for that of the pages.
    near = () if amounts(book.title) else (book.title,)
    return [
        Claim(f"there is “{book.title}” by {listed(book.authors)}", all_of=(book.title, *book.authors)),
        Claim(f"“{book.title}” is published by {book.publisher}", all_of=(book.publisher,)),
        Claim(f"“{book.title}” came out in {book.date}", all_of=(str(book.year),)),
        Claim(f"“{book.title}” has {book.pages} pages", number=Quantity(float(book.pages), near=near)),
    ]


def _spelled(isbn: str) -> tuple[str, ...]:
    """With hyphens or without."""
    return isbn, f"{isbn[:3]}-{isbn[3:]}", f"{isbn[:3]}-{isbn[3:5]}-{isbn[5:9]}-{isbn[9:12]}-{isbn[12]}"
