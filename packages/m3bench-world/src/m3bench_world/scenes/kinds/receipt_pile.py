"""Two or three bills that overlap a little, in different currencies, with a tip and a total by hand.

One of the totals by hand can be wrong: the facts say which, and what the right one is.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from m3bench_world.scenes.handwriting import Hand, Pen
from m3bench_world.scenes.painting import Canvas, Cutout, Dice, textures
from m3bench_world.scenes.prints import money, page, paper
from m3bench_world.scenes.stage import Stage

_WIDE, _TYPE, _INK = 412, 24, "#1c1c1c"
_MARGIN, _STEP = 38, 36
_OVERLAP = 22
"""Pixels by which a bill lies over its neighbour's margin."""
CURRENCIES = {"USD": "$", "EUR": "€", "GBP": "£", "CHF": "CHF", "CAD": "CA$", "SEK": "kr"}
_HOUSES = (
    "CAFE MERIDIAN", "THE COPPER KETTLE", "LITTLE HARBOUR", "OLD STATION BAR", "GREEN LANTERN", "PIER 9",
    "MILL HOUSE", "SUNDAY KITCHEN",
)  # fmt: skip
_DISHES = (
    "Soup of the day", "Grilled fish", "Pasta", "Green salad", "Mushroom pie", "Flatbread", "Lemon cake",
    "Fruit bowl", "Coffee", "Mint tea", "Sparkling water", "House lemonade", "Cheese plate", "Rice bowl",
)  # fmt: skip


class HouseBill(NamedTuple):
    """A bill in minor units of its currency, with what was written on it."""

    house: str
    currency: str
    day: str
    lines: tuple[tuple[str, int], ...]
    discount: int
    tip: int
    written: int
    """The total as written by hand, which may be wrong."""

    @property
    def printed(self) -> int:
        return sum(cents for _, cents in self.lines) - self.discount

    @property
    def total(self) -> int:
        return self.printed + self.tip

    def facts(self) -> dict[str, Any]:
        sums = {"discount": self.discount, "printed": self.printed, "tip": self.tip}
        sums |= {"written": self.written, "total": self.total}
        lines = [{"dish": dish, "price": cents / 100} for dish, cents in self.lines]
        amounts: dict[str, Any] = {name: cents / 100 for name, cents in sums.items()}
        return {"house": self.house, "currency": self.currency, "date": self.day, "lines": lines, **amounts}


def compose(stage: Stage) -> None:
    dice = stage.dice
    count = dice.pick((2, 3, 3))
    bills = _bills(stage, count)
    hand = Hand.drawn(dice, pencil=False)
    pages = [_drawn(bill, hand, dice) for bill in bills]
    wide = count * _WIDE - (count - 1) * _OVERLAP + 110
    high = max(page.size[1] for page in pages) + 110
    stage.size, stage.surface = (wide, high), "paper"
    stage.backdrop = dice.pick((textures.wood, textures.concrete, textures.fabric))(stage.size, dice)
    order = dice.shuffled(range(count))
    for index, bill_page in enumerate(pages):
        x = 55 + _WIDE / 2 + index * (_WIDE - _OVERLAP)
        room = (high - 40 - bill_page.size[1]) / 2
        y = high / 2 + dice.between(-room, room)
        stage.put(bill_page, x, y, depth=order[index], shadow="flat")
    stage.facts = {"bills": [bill.facts() for bill in bills]}


def _bills(stage: Stage, count: int) -> list[HouseBill]:
    dice = stage.dice
    houses, codes = dice.some(_HOUSES, count), dice.some(tuple(CURRENCIES), count)
    slip = dice.whole(0, count - 1)
    return [
        _bill(stage, house, code, slips=index == slip)
        for index, (house, code) in enumerate(zip(houses, codes, strict=True))
    ]


def _bill(stage: Stage, house: str, code: str, *, slips: bool) -> HouseBill:
    dice = stage.dice
    scale = 10 if code == "SEK" else 1
    dishes = dice.some(_DISHES, dice.whole(3, 5))
    lines = tuple((dish, scale * 5 * dice.whole(70, 480)) for dish in dishes)
    discount = scale * 5 * dice.whole(30, 120) if dice.happens(0.6) else 0
    day = stage.world.now.date() - timedelta(days=dice.whole(3, 60))
    made = HouseBill(house, code, day.isoformat(), lines, discount, scale * 5 * dice.whole(40, 180), 0)
    # A slip of the pen is large enough that no rounding explains it.
    slip = dice.pick((-1, 1)) * dice.pick((100, 200, 900)) * scale if slips else 0
    return made._replace(written=made.total + slip)


def _drawn(bill: HouseBill, hand: Hand, dice: Dice) -> Cutout:
    rows = len(bill.lines) + 2 + 2 * bool(bill.discount)
    high = 150 + rows * _STEP + 190
    canvas = page(_WIDE, high, dice.between(-1.6, 1.6))
    paper(canvas, _WIDE, high, dice.pick(("#fbfbf7", "#f7f4ea", "#fdfdfd")))
    canvas.text(bill.house, _WIDE / 2, 42, 32, _INK, weight=0.02, widest=_WIDE - 2 * _MARGIN)
    canvas.text(bill.day, _WIDE / 2, 82, _TYPE, _INK)
    _rule(canvas, 108)
    y = 140.0
    for dish, cents in bill.lines:
        y = _pair(canvas, dish, money(cents), y)
    if bill.discount:
        y = _pair(canvas, "Discount", f"-{money(bill.discount)}", y)
    _rule(canvas, y - 6)
    y = _pair(canvas, f"TO PAY {bill.currency}", money(bill.printed), y + 22, weight=0.018)
    _by_hand(Pen(canvas, hand, dice), bill, y)
    return canvas.cutout("bill", {"house": bill.house}).trimmed()


def _by_hand(pen: Pen, bill: HouseBill, y: float) -> None:
    """Write the tip and the total below the printed sum."""
    for label, cents, down in (("Tip", bill.tip, 44), ("Total", bill.written, 108)):
        pen.canvas.text(label, _MARGIN, y + down, _TYPE, _INK, anchor="start")
        pen.canvas.line((130, y + down + 20), (_WIDE - _MARGIN, y + down + 20), colour="#777777", width=1.4)
        pen.write(money(cents), (160, y + down - 4), 46, widest=_WIDE - _MARGIN - 170)


def _pair(canvas: Canvas, left: str, right: str, y: float, *, weight: float = 0.0) -> float:
    canvas.text(left, _MARGIN, y, _TYPE, _INK, anchor="start", weight=weight, widest=_WIDE - 160)
    canvas.text(right, _WIDE - _MARGIN, y, _TYPE, _INK, anchor="end", weight=weight)
    return y + _STEP


def _rule(canvas: Canvas, y: float) -> None:
    canvas.line((_MARGIN, y), (_WIDE - _MARGIN, y), colour="#555555", width=1.5)
