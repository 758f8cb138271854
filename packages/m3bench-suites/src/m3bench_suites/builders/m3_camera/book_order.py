"""Book Order: turn a form filled in by hand into an order list, and find the number that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Check, Expected, SheetCells
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.office import Workbook
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._pictures import facts_of, find_scene, shows_texts

_BOOK = "openlibrary_mcp/get_book_info"
_PLACES = ("Front desk", "Mail room", "Branch library", "Home address")
_COLUMNS = ("ISBN", "Title", "Copies")
_REQUESTS = (
    (
        "The order form in {photo} was filled in by hand. Check the last digit of every ISBN: one number "
        "cannot be right, tell me which, as it is written. A row that is crossed out does not count. Look "
        "up the other books and save them as {file}, with the columns ISBN, Title and Copies. How many "
        "copies are that together, how many pages have all these copies together, where do the books go, "
        "and is it urgent?"
    ),
    (
        "Please enter the form {photo} into a new workbook {file}: a row for each book with ISBN, Title "
        "and Copies. Leave out the crossed-out row and the one ISBN whose check digit is wrong, and tell "
        "me that ISBN as written. I also need the number of copies in the table, the pages of all those "
        "copies added up, the place of delivery that is ticked, and whether the order is urgent."
    ),
)
_FUZZY = (
    (
        "Somebody handed me {photo}. Make a table {file} of it (ISBN, Title, Copies), but watch out, one "
        "of the numbers is miscopied: which? And how many copies and pages in all are we ordering, where "
        "to, in a hurry or not? What they scratched out is off the list."
    ),
    (
        "I have to process {photo} and do not trust the handwriting: one ISBN there does not check out. "
        "Name it, put the good ones into {file} with ISBN, Title and Copies, and tell me copies, pages "
        "altogether, destination and whether it is pressing."
    ),
)


class Row(NamedTuple):
    isbn: str
    copies: int


class Case(NamedTuple):
    rows: list[Row]
    rejected: str
    deliver: str
    urgent: bool
    book: Workbook


def make(draw: TaskDraw) -> Blueprint:
    photo = find_scene(draw, "form", _is_readable)
    case = _case(draw, facts_of(photo))
    words = {"photo": photo.name, "file": case.book.file}
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("openlibrary_mcp", "math", "excel"),
        form=_form(),
        plans=(partial(_plan, case, early=False), partial(_plan, case, early=True)),
        pictures=(photo.picture,),
        level="L3",
        extra={"modalities": ["text", "image", "spreadsheet"], "writes": [case.book.file]},
        shown=(case.deliver,),
        key_facts=(case.rejected, *(row.isbn for row in case.rows)),
    )


def _is_readable(scene: Any) -> bool:
    orders = [each for each in scene.facts["orders"] if not each["crossed"]]
    texts = [each["isbn"] for each in orders] + [str(each["copies"]) for each in orders]
    boxes = [spot for thing in scene.things for spot in thing.points]
    return shows_texts(scene, texts) and bool(boxes) and all(spot.visible for spot in boxes)


def _case(draw: TaskDraw, facts: dict[str, Any]) -> Case:
    orders = [each for each in facts["orders"] if not each["crossed"]]
    rows = [Row(each["isbn"], each["copies"]) for each in orders if each["valid"]]
    rejected = next(each["isbn"] for each in orders if not each["valid"])
    file = draw.pick(("order.xlsx", "books.xlsx", "acquisitions.xlsx"), "file")
    return Case(rows, rejected, facts["deliver"], facts["urgent"], Workbook(file, "Sheet1"))


def _form() -> AnswerForm:
    return AnswerForm(
        (
            AnswerField("wrong_isbn", FieldType.CODE, "the ISBN that cannot be right, as it is written"),
            AnswerField("copies", FieldType.NUMBER, "copies in the table, all books together"),
            AnswerField("pages", FieldType.NUMBER, "pages of all these copies together"),
            AnswerField("deliver_to", FieldType.CHOICE, "where the books go", choices=_PLACES),
            AnswerField("urgent", FieldType.YES_NO, "whether the order is urgent"),
        )
    )


def _plan(case: Case, *, early: bool) -> Plan:
    """Look up the books, compute the sums, and write the table; the workbook is created early or late."""
    lookups = [call(_BOOK, isbn=row.isbn) for row in case.rows]
    first = yield [*lookups, *([case.book.create()] if early else [])]
    found = first[: len(lookups)]
    pages = [_pages(row, each) for row, each in zip(case.rows, found, strict=True)]
    products = yield [
        call("math/multiply", each, firstNumber=count, SecondNumber=row.copies)
        for row, each, count in zip(case.rows, found, pages, strict=True)
    ]
    total, *made = yield [
        call("math/sum", *products, numbers=[float(each.data) for each in products]),
        *([] if early else [case.book.create(*found)]),
    ]
    book = first[-1] if early else made[0]
    table = [list(_COLUMNS)] + [
        [row.isbn, each.data["title"], row.copies] for row, each in zip(case.rows, found, strict=True)
    ]
    yield [case.book.write(table, book, *found)]
    return _solution(case, found, pages, int(float(total.data)))


def _pages(row: Row, found: CallResult) -> int:
    data = found.data
    if not isinstance(data, dict) or data.get("isbn_13") != row.isbn:
        raise PlanError(f"the library does not know {row.isbn}.")
    return int(data["number_of_pages"])


def _solution(case: Case, found: Sequence[CallResult], pages: Sequence[int], total: int) -> Solution:
    copies = sum(row.copies for row in case.rows)
    titles = [each.data["title"] for each in found]
    listed = "; ".join(
        f"{row.isbn} {title} x {row.copies}" for row, title in zip(case.rows, titles, strict=True)
    )
    hurry = "urgent" if case.urgent else "not urgent"
    return Solution(
        answer=f"{case.rejected} has a wrong check digit. In {case.book.file}: {listed}. These are {copies} "
        f"copies with {total} pages, for {case.deliver}, {hurry}.",
        fields={
            "wrong_isbn": Expected(case.rejected),
            "copies": Expected(copies, grounds=tuple(row.copies for row in case.rows)),
            "pages": Expected(total, grounds=tuple(pages)),
            "deliver_to": Expected(case.deliver),
            "urgent": Expected(case.urgent),
        },
        checks=_checks(case, titles),
    )


def _checks(case: Case, titles: Sequence[str]) -> tuple[Check, ...]:
    rows = tuple((row.isbn, title, row.copies) for row, title in zip(case.rows, titles, strict=True))
    return (SheetCells(case.book.file, columns=_COLUMNS, rows=rows),)


FAMILY = Family(
    number=152,
    name="book_order",
    title="Book Order",
    goal="Turn a handwritten order form into a workbook, and find the ISBN with a wrong check digit.",
    make=make,
)
