"""Barcode Lookup: identify a book by the barcode on its back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, call
from m3bench_suites.builders.m3._shared import book_records
from m3bench_suites.builders.m3._shared.book_records import LOOK_UP, Choice
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

SCAN = "pyzbar-mcp/scan_barcode"
SERVERS = ("pyzbar-mcp", "openlibrary_mcp")
COUNTS = (1, 2, 1, 3, 2, 4, 1, 3, 2, 5)
"""Number of books, by the number of the task."""
_LIMITS = {2: True, 6: False}
"""Tasks (modulo 8) that continue only if the book is short enough, and whether it is."""


def make(draw: TaskDraw) -> Blueprint:
    count = COUNTS[draw.number % len(COUNTS)]
    covers = [draw.picture(draw.photo_name(place), "book_back", part=place) for place in range(count)]
    if len({cover.name for cover in covers}) < count:
        raise PlanError(f"{draw.id}: two pictures have the same name.")
    task = _Plans(draw, covers)
    plans = [task.scan_each, task.scan_all, task.read] if count > 1 else [task.scan_each, task.read]
    extra = {"modalities": ["text", "image"], "books": count}
    return Blueprint(
        id=draw.id,
        family="Barcode Lookup",
        request=task.request,
        fuzzy_request=task.fuzzy_request,
        servers=SERVERS,
        form=book_records.form_of(count > 1, task.choice),
        plans=tuple(plans),
        pictures=tuple(cover.picture for cover in covers),
        level="L3" if count > 2 else "L2",
        extra=extra if task.goes_on else {**extra, "solvable": False},
        key_facts=tuple(fact for cover in covers for fact in _printed(cover)),
    )


class _Plans:
    """The requests and the plans of a task."""

    def __init__(self, draw: TaskDraw, covers: Sequence[ScenePicture]) -> None:
        self.covers = covers
        self.goes_on = _LIMITS.get(draw.number % 8, True)
        self.choice = _choice(draw, covers)
        kind = "one" if len(covers) == 1 else "several"
        words = {
            "files": join([cover.name for cover in covers]),
            "trait": self.choice.trait.request_text,
            "writers": self.choice.other.of_writer,
            "limit": self.choice.limit,
            "it": "it" if kind == "one" else "that one",
        }
        limited = self.choice.limit is not None
        limits: Sequence[str] = book_records.LIMITS if limited else ("",)
        fuzzy_limits: Sequence[str] = book_records.FUZZY_LIMITS if limited else ("",)
        tail = draw.pick(limits, "limit") + draw.pick(book_records.ONWARD, "tail")
        self.request = draw.phrased(*book_records.REQUESTS[kind], **words) + tail.format(**words)
        fuzzy_tail = draw.pick(fuzzy_limits, "limit") + draw.pick(book_records.FUZZY_ONWARD, "fuzzy tail")
        self.fuzzy_request = draw.phrased(*book_records.FUZZY[kind], **words) + fuzzy_tail.format(**words)

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
            call(LOOK_UP, scan, isbn=_isbn(scan, place, cover)) for place, cover in enumerate(self.covers)
        ]
        return (yield from self._look_up(wanted))

    def read(self) -> Plan:
        """Without a tool: the number is also printed."""
        wanted = [call(LOOK_UP, isbn=str(cover.scene.facts["isbn13"])) for cover in self.covers]
        return (yield from self._look_up(wanted))

    def _look_up(self, wanted: Sequence[PlannedCall]) -> Plan:
        found = yield wanted
        records = [book_records.record(each.data) for each in found]
        chosen = book_records.extreme(records, self.choice.trait)
        if self.choice.limit is not None and (chosen.pages <= self.choice.limit) != self.goes_on:
            raise PlanError("the library returned another number of pages.")
        if not self.goes_on:
            return book_records.solution(records, chosen, None, self.choice)
        (shelf,) = yield [call(LOOK_UP, *found, author=chosen.authors[0])]
        others = [book_records.record(each) for each in _books(shelf)]
        others = [book for book in others if book.isbn != chosen.isbn and chosen.authors[0] in book.authors]
        if not others:
            raise PlanError(f"{chosen.authors[0]} has no other books.")
        return book_records.solution(records, chosen, others, self.choice)


def _choice(draw: TaskDraw, covers: Sequence[ScenePicture]) -> Choice:
    """Choose traits that single out one pictured book, and one other book by its author."""
    library = draw.world.library
    books = [book for cover in covers if (book := library.book(str(cover.scene.facts["isbn13"])))]
    for trait in draw.sample(book_records.TRAITS, len(book_records.TRAITS), "trait"):
        chosen = book_records.single_out(books, trait)
        if chosen is None:
            continue
        others = [book for book in library.search(author=chosen.authors[0]) if book != chosen]
        for other in draw.sample(book_records.TRAITS, len(book_records.TRAITS), "other trait"):
            if book_records.single_out(others, other):
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
    if numbers != {cover.scene.facts["isbn13"]}:
        raise PlanError(f"The codes of {cover.name} were read as {codes}.")
    return numbers.pop()


def _books(shelf: CallResult) -> list[dict[str, Any]]:
    books: list[dict[str, Any]] = shelf.data.get("books", []) if isinstance(shelf.data, dict) else []
    return books


FAMILY = Family(
    number=10,
    name="barcode_lookup",
    title="Barcode Lookup",
    goal="Identify a book by the barcode on its back, and look it up in the library.",
    make=make,
)
