"""A printed book order, filled in by hand: boxes for digits, boxes to tick, a signature, a row crossed out.

One of the numbers that are not crossed out has a wrong check digit.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from m3bench_world.scenes.handwriting import Hand, Pen
from m3bench_world.scenes.painting import Canvas, Dice, Point, rect, textures
from m3bench_world.scenes.prints import page, paper
from m3bench_world.scenes.stage import Stage

PLACES = ("Front desk", "Mail room", "Branch library", "Home address")
_WIDE, _MARGIN, _INK = 900, 44, "#2b3440"
_CELL, _CELL_HIGH, _ROW = 46, 52, 78
_FIRST_ROW, _COPIES = 330, 728
_HEADS = ("BOOK ORDER FORM", "REQUEST FOR BOOKS", "LIBRARY ORDER")
_GIVEN = ("Mara", "Tobin", "Ines", "Callum", "Priya", "Henrik", "Odette", "Jonas", "Leila", "Marcus")
_SURNAMES = ("Holt", "Brenner", "Quayle", "Osei", "Lindqvist", "Farrow", "Moreau", "Tanaka", "Reyes", "Novak")
_ROOMS = ("History", "Children", "Music", "Science", "Maps", "Languages", "Archive")


class Order(NamedTuple):
    """One row of the form, as written."""

    isbn: str
    copies: int
    crossed: bool
    valid: bool


def compose(stage: Stage) -> None:
    dice = stage.dice
    orders = _orders(stage)
    high = _FIRST_ROW + len(orders) * _ROW + 330
    stage.size, stage.surface = (_WIDE + 120, high + 110), "paper"
    stage.backdrop = dice.pick((textures.wood, textures.concrete, textures.fabric))(stage.size, dice)
    canvas = page(_WIDE, high, dice.between(-3, 3))
    paper(canvas, _WIDE, high, dice.pick(("#fdfdfa", "#f6f8f4", "#fbf7ea")))
    pen = Pen(canvas, Hand.drawn(dice), dice)
    head = _head(pen, stage)
    for index, order in enumerate(orders):
        _row(pen, dice, order, _FIRST_ROW + index * _ROW)
    choice = _choices(pen, dice, _FIRST_ROW + len(orders) * _ROW + 30)
    _signature(pen, high - 70)
    stage.put(canvas.cutout("form").trimmed(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    stage.facts = {**head, **choice, "orders": [order._asdict() for order in orders]}


def _orders(stage: Stage) -> list[Order]:
    """Return the rows: one is crossed out, one has a number that cannot be right."""
    dice, count = stage.dice, stage.dice.whole(4, 5)
    books = stage.world.library.sample(count, "order form", stage.number)
    crossed, wrong = dice.some(range(count), 2)
    return [
        Order(
            _misspelt(book.isbn13, dice) if index == wrong else book.isbn13,
            dice.whole(2, 19),
            index == crossed,
            index != wrong,
        )
        for index, book in enumerate(books)
    ]


def _misspelt(isbn: str, dice: Dice) -> str:
    """Return the number with one digit changed after the prefix, which the check digit always shows."""
    place = dice.whole(4, 11)
    digit = str((int(isbn[place]) + dice.whole(1, 9)) % 10)
    return isbn[:place] + digit + isbn[place + 1 :]


def _head(pen: Pen, stage: Stage) -> dict[str, Any]:
    canvas, dice = pen.canvas, stage.dice
    day = stage.world.now.date() - timedelta(days=dice.whole(1, 40))
    name = f"{dice.pick(_GIVEN)} {dice.pick(_SURNAMES)}"
    room = dice.pick(_ROOMS)
    canvas.text(dice.pick(_HEADS), _MARGIN, 56, 40, _INK, anchor="start", weight=0.02)
    canvas.line((_MARGIN, 92), (_WIDE - _MARGIN, 92), colour=_INK, width=2.5)
    blanks = (
        ("Name", name, _MARGIN, 150),
        ("Date", f"{day:%d/%m/%Y}", 560, 150),
        ("Department", room, _MARGIN, 220),
    )
    for label, text, x, y in blanks:
        start = x + 24 + 11.5 * len(label)
        canvas.text(label, x, y, 23, _INK, anchor="start")
        canvas.line((start, y + 19), (530 if x < 500 else _WIDE - _MARGIN, y + 19), colour=_INK, width=1.4)
        pen.write(text, (start + 12, y - 3), 40, widest=_WIDE - _MARGIN - start - 12)
    canvas.text("ISBN", _MARGIN, 298, 26, _INK, anchor="start", weight=0.015)
    canvas.text("Copies", _COPIES, 298, 26, _INK, anchor="start", weight=0.015)
    return {"name": name, "department": room, "date": day.isoformat()}


def _row(pen: Pen, dice: Dice, order: Order, y: float) -> None:
    copies = str(order.copies)
    for digits, x, boxes in ((order.isbn, _MARGIN, 13), (copies, _COPIES, 2)):
        for index in range(boxes):
            _cell(pen.canvas, x + index * _CELL, y)
        _digits(pen, dice, digits, (x + (boxes - len(digits)) * _CELL, y), noted=not order.crossed)
    if order.crossed:
        pen.cross_out((_MARGIN - 10, y, _COPIES + 2 * _CELL + 20 - _MARGIN, _CELL_HIGH))


def _digits(pen: Pen, dice: Dice, digits: str, at: Point, *, noted: bool) -> None:
    """Write one digit into each box, and record the number."""
    areas = []
    for index, digit in enumerate(digits):
        # The narrow 1 is in the middle of its box too.
        x = at[0] + index * _CELL + (17 if digit == "1" else 12) + dice.between(-3, 3)
        middle = at[1] + _CELL_HIGH / 2 + dice.between(-3, 3)
        areas.append(pen.write(digit, (x, middle), 44, noted=False))
    if noted:
        left, right = areas[0][0], areas[-1][0] + areas[-1][2]
        top, bottom = min(area[1] for area in areas), max(area[1] + area[3] for area in areas)
        pen.canvas.note_text(digits, (left, top, right - left, bottom - top))


def _cell(canvas: Canvas, x: float, y: float) -> None:
    canvas.stroke(rect(x, y, _CELL, _CELL_HIGH), "#8a97a6", 1.6, closed=True)


def _choices(pen: Pen, dice: Dice, y: float) -> dict[str, Any]:
    """Draw the boxes to tick: where the books go, and whether they are urgent."""
    place, urgent = dice.pick(PLACES), dice.happens(0.5)
    pen.canvas.text("Deliver to", _MARGIN, y + 16, 24, _INK, anchor="start", weight=0.012)
    for index, option in enumerate(PLACES):
        x, down = _MARGIN + 160 + index % 2 * 300, y + index // 2 * 48
        _box(pen, option, (x, down), ticked=option == place)
    pen.canvas.text("Urgent", _MARGIN, y + 122, 24, _INK, anchor="start", weight=0.012)
    _box(pen, "Yes", (_MARGIN + 160, y + 106), ticked=urgent)
    _box(pen, "No", (_MARGIN + 460, y + 106), ticked=not urgent)
    return {"deliver": place, "urgent": urgent}


def _box(pen: Pen, option: str, at: Point, *, ticked: bool) -> None:
    x, y = at
    pen.canvas.stroke(rect(x, y, 30, 30), _INK, 2, closed=True)
    pen.canvas.text(option, x + 46, y + 16, 24, _INK, anchor="start")
    pen.canvas.point(option, x + 15, y + 15)
    if ticked:
        pen.tick((x, y, 30, 30))


def _signature(pen: Pen, y: float) -> None:
    pen.canvas.text("Signature", _MARGIN, y, 23, _INK, anchor="start")
    pen.canvas.line((_MARGIN + 130, y + 16), (_WIDE - 260, y + 16), colour=_INK, width=1.4)
    pen.sign((_MARGIN + 150, y + 2), 46)
