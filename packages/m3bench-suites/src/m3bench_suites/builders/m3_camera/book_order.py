"""Book Order: turn a form filled in by hand into an order list, and find the number that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Check, Expected, SheetCells
from m3bench.suites import CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.office import Workbook
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.pictures import find_scene, shows_texts
from m3bench_suites.builders.tasks import TaskSpec

_BOOK = "openlibrary_mcp/get_book_info"
_COLUMNS = ("ISBN", "Title", "Copies")


class Row(NamedTuple):
    isbn: str
    copies: int


class Case(NamedTuple):
    rows: list[Row]
    rejected: str
    deliver: str
    urgent: bool
    book: Workbook


def book_order(draw: TaskDraw) -> TaskSpec:
    photo = find_scene(draw, "form", _is_readable)
    case = _case(draw, photo.scene.facts)
    return TaskSpec(
        words={"photo": photo.name, "file": case.book.file},
        plans=(partial(_plan, case, early=False), partial(_plan, case, early=True)),
        pictures=(photo.picture,),
        extra={"writes": [case.book.file]},
        shown=(case.deliver,),
        key_facts=(case.rejected, *(row.isbn for row in case.rows)),
    )


def _is_readable(scene: Any) -> bool:
    orders = [order for order in scene.facts["orders"] if not order["crossed"]]
    texts = [order["isbn"] for order in orders] + [str(order["copies"]) for order in orders]
    boxes = [spot for thing in scene.things for spot in thing.points]
    return shows_texts(scene, texts) and bool(boxes) and all(spot.visible for spot in boxes)


def _case(draw: TaskDraw, facts: dict[str, Any]) -> Case:
    orders = [order for order in facts["orders"] if not order["crossed"]]
    rows = [Row(order["isbn"], order["copies"]) for order in orders if order["valid"]]
    rejected = next(order["isbn"] for order in orders if not order["valid"])
    file = draw.pick(("order.xlsx", "books.xlsx", "acquisitions.xlsx"), "file")
    return Case(rows, rejected, facts["deliver"], facts["urgent"], Workbook(file, "Sheet1"))


def _plan(case: Case, *, early: bool) -> Plan:
    """Look up the books, compute the sums, and write the table; the workbook is created early or late."""
    lookups = [call(_BOOK, isbn=row.isbn) for row in case.rows]
    first = yield [*lookups, *([case.book.create()] if early else [])]
    results = first[: len(lookups)]
    pages = [_pages(row, result) for row, result in zip(case.rows, results, strict=True)]
    products = yield [
        call("math/multiply", result, firstNumber=count, SecondNumber=row.copies)
        for row, result, count in zip(case.rows, results, pages, strict=True)
    ]
    total, *made = yield [
        call("math/sum", *products, numbers=[float(product.data) for product in products]),
        *([] if early else [case.book.create(*results)]),
    ]
    book = first[-1] if early else made[0]
    table = [list(_COLUMNS)] + [
        [row.isbn, result.data["title"], row.copies] for row, result in zip(case.rows, results, strict=True)
    ]
    yield [case.book.write(table, book, *results)]
    return _solution(case, results, pages, int(float(total.data)))


def _pages(row: Row, result: CallResult) -> int:
    data = result.data
    if not isinstance(data, dict) or data.get("isbn_13") != row.isbn:
        raise PlanError(f"the library does not know {row.isbn}.")
    return int(data["number_of_pages"])


def _solution(case: Case, results: Sequence[CallResult], pages: Sequence[int], total: int) -> Solution:
    copies = sum(row.copies for row in case.rows)
    titles = [result.data["title"] for result in results]
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


FAMILY = m3_family(
    number=152,
    name="book_order",
    title="Book Order",
    goal="Turn a handwritten order form into a workbook, and find the ISBN with a wrong check digit.",
    servers=("openlibrary_mcp", "math", "excel"),
    level="L3",
    modalities=("text", "image", "spreadsheet"),
    tasks=(book_order,),
)
