"""Barcode Lookup: identify a book by the barcode on its back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from m3bench.checks import Expected
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require
from m3bench_world.library import Book

SCAN = "pyzbar-mcp/scan_barcode"
COUNTS = (1, 2, 1, 3, 2, 4, 1, 3, 2, 5)
"""Number of books, by the number of the task."""
_LIMITS = {2: True, 6: False}
"""Tasks (modulo 8) that continue only if the book is short enough, and whether it is."""
LOOK_UP = "openlibrary_mcp/get_book_info"
_WORDINGS = ("identify", "catalogue", "look_up", "inherit", "lend", "check")
"""Phrases that a request begins with. Each says one book and several in its own way."""


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
        year = re.search(r"\d{4}", self.date)
        return int(year[0]) if year else 0

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


class Choice(msgspec.Struct, frozen=True):
    """What a task asks about the books."""

    trait: Trait
    """The trait that one of the books is chosen by."""
    other: Trait
    """The trait that one of the author's other books is chosen by."""
    limit: int | None = None
    """If the book has more pages, the author's other books are not asked for."""


def barcode_lookup(draw: TaskDraw) -> TaskSpec:
    count = COUNTS[draw.number % len(COUNTS)]
    covers = [draw.picture(draw.photo_name(part), "book_back", part=part) for part in range(count)]
    require(len({cover.name for cover in covers}) == count, f"{draw.id}: two pictures have the same name.")
    task = _Plans(draw, covers)
    number = "one" if count == 1 else "several"
    return TaskSpec(
        words={
            **dict.fromkeys((*_WORDINGS, "it"), number),
            "files": join(cover.name for cover in covers),
            "several": count > 1,
            "trait": task.choice.trait.request_text,
            "writers": task.choice.other.of_writer,
            "limit": task.choice.limit,
        },
        plans=(task.scan_each, task.scan_all, task.read) if count > 1 else (task.scan_each, task.read),
        pictures=tuple(cover.picture for cover in covers),
        level="L3" if count > 2 else "L2",
        solvable=task.goes_on,
        extra={"books": count},
        key_facts=tuple(fact for cover in covers for fact in _printed(cover)),
    )


class _Plans:
    """The plans of a task."""

    def __init__(self, draw: TaskDraw, covers: Sequence[ScenePicture]) -> None:
        self.covers = covers
        self.goes_on = _LIMITS.get(draw.number % 8, True)
        self.choice = _choice(draw, covers)

    def scan_each(self) -> Plan:
        """Scan every picture with its own call."""
        scans = yield [call(SCAN, image_paths=[cover.name]) for cover in self.covers]
        wanted = [
            call(LOOK_UP, scan, isbn=_isbn(scan, 0, cover))
            for scan, cover in zip(scans, self.covers, strict=True)
        ]
        return (yield from self._look_up(wanted))

    def scan_all(self) -> Plan:
        """Scan all pictures in one call."""
        (scan,) = yield [call(SCAN, image_paths=[cover.name for cover in self.covers])]
        wanted = [
            call(LOOK_UP, scan, isbn=_isbn(scan, index, cover)) for index, cover in enumerate(self.covers)
        ]
        return (yield from self._look_up(wanted))

    def read(self) -> Plan:
        """Without a tool: the number is also printed."""
        wanted = [call(LOOK_UP, isbn=str(cover.scene.facts["isbn13"])) for cover in self.covers]
        return (yield from self._look_up(wanted))

    def _look_up(self, wanted: Sequence[PlannedCall]) -> Plan:
        results = yield wanted
        records = [record(result.data) for result in results]
        chosen = extreme(records, self.choice.trait)
        if self.choice.limit is not None and (chosen.pages <= self.choice.limit) != self.goes_on:
            raise PlanError("the library returned another number of pages.")
        if not self.goes_on:
            return solution(records, chosen, None, self.choice)
        (shelf,) = yield [call(LOOK_UP, *results, author=chosen.authors[0])]
        others = [record(entry) for entry in _books(shelf)]
        others = [book for book in others if book.isbn != chosen.isbn and chosen.authors[0] in book.authors]
        if not others:
            raise PlanError(f"{chosen.authors[0]} has no other books.")
        return solution(records, chosen, others, self.choice)


def _choice(draw: TaskDraw, covers: Sequence[ScenePicture]) -> Choice:
    """Choose traits that single out one pictured book, and one other book by its author."""
    library = draw.world.library
    books = [book for cover in covers if (book := library.book(str(cover.scene.facts["isbn13"])))]
    for trait in draw.sample(TRAITS, len(TRAITS), "trait"):
        chosen = single_out(books, trait)
        if chosen is None:
            continue
        others = [book for book in library.search(author=chosen.authors[0]) if book != chosen]
        for other in draw.sample(TRAITS, len(TRAITS), "other trait"):
            if single_out(others, other):
                return Choice(trait, other, _limit(draw, chosen.pages))
    raise PlanError(f"{draw.id}: no trait singles out a book, or its author has no other books.")


def _limit(draw: TaskDraw, pages: int) -> int | None:
    """Return a page limit well above or below the length of the book."""
    goes_on = _LIMITS.get(draw.number % 8)
    if goes_on is None:
        return None
    share = draw.whole(120, 150, "limit") if goes_on else draw.whole(60, 85, "limit")
    return max(10, round(pages * share / 1000) * 10)


def _printed(cover: ScenePicture) -> tuple[str, ...]:
    """Return the facts that only the picture shows."""
    facts = cover.scene.facts
    return facts["title"], facts["isbn13"], facts["isbn_printed"], *facts["authors"]


def _isbn(scan: CallResult, place: int, cover: ScenePicture) -> str:
    """Return the ISBN among the scanned codes. Labels and stickers have codes too."""
    codes = [str(code["data"]) for code in scan.data["results"][place]["codes"]]
    numbers = {code[:13] for code in codes if code.startswith(("978", "979"))}
    require(numbers == {cover.scene.facts["isbn13"]}, f"The codes of {cover.name} were read as {codes}.")
    return numbers.pop()


def _books(shelf: CallResult) -> list[dict[str, Any]]:
    books: list[dict[str, Any]] = shelf.data.get("books", []) if isinstance(shelf.data, dict) else []
    return books


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
    book = single_out(books, trait)
    if book is None:
        raise PlanError(f"Two books are {trait.description}.")
    return book


def single_out(books: Sequence[_Book], trait: Trait) -> _Book | None:
    """Return the book with the most extreme value, or None on a tie or without books."""
    ordered = sorted(books, key=trait.of, reverse=trait.greatest)
    alone = len(ordered) == 1 or (ordered and trait.of(ordered[0]) != trait.of(ordered[1]))
    return ordered[0] if alone else None


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


FAMILY = m3_family(
    number=10,
    name="barcode_lookup",
    title="Barcode Lookup",
    goal="Identify a book by the barcode on its back, and look it up in the library.",
    servers=("pyzbar-mcp", "openlibrary_mcp"),
    tasks=(barcode_lookup,),
)
