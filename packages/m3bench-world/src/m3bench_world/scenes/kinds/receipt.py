"""A shop receipt or price list; all sums are correct.

Settings: `form` (`receipt` or `price list`), `goods` (kinds of articles), `day` (of a receipt).
"""

from __future__ import annotations

from datetime import timedelta

from m3bench_world.scenes.painting import Canvas, Shape, darker, rect, textures
from m3bench_world.scenes.prints import Bill, Purchase, bill, money, page, paper
from m3bench_world.scenes.stage import Stage

_WIDE, _TYPE = 460, 21
_SHOPS = ("HARBOUR STREET GOODS", "OLD MILL MARKET", "MAPLE & MAIN", "LANTERN LANE STORE", "TIDEWATER STORES")
_TEETH = 46


def compose(stage: Stage) -> None:
    dice = stage.dice
    goods, form = stage.settings.get("goods", None), stage.settings.get("form", None)
    bought = bill(stage.world, dice, dice.whole(3, 8), widest=(_WIDE - 150) / _TYPE, goods=goods)
    shop = dice.pick(_SHOPS)
    stage.surface = "paper"
    if dice.happens(0.25) if form is None else form == "price list":
        _price_list(stage, bought, shop)
    else:
        _receipt(stage, bought, shop)


def _receipt(stage: Stage, bought: Bill, shop: str) -> None:
    dice = stage.dice
    moment = stage.world.now - timedelta(days=dice.whole(1, 300), minutes=dice.whole(0, 500))
    day = f"{stage.settings.get('day', f'{moment:%Y-%m-%d}')} {moment:%H:%M}"
    number = f"No. {dice.whole(1000, 99999)}"
    rows = sum(2 if purchase.amount > 1 else 1 for purchase in bought.purchases)
    high = round(230 + (rows + 3 + 2 * bool(bought.paid)) * _TYPE * 1.4)
    stage.size = (640, max(560, high + 90))
    stage.backdrop = dice.pick((textures.wood, textures.concrete, textures.fabric))(stage.size, dice)
    canvas = page(_WIDE, high, dice.between(-5, 5))
    _torn_paper(canvas, high)
    canvas.text(shop, _WIDE / 2, 36, 30, "#1c1c1c", weight=0.02, widest=_WIDE - 50)
    canvas.text(day, _WIDE / 2, 70, _TYPE, "#2a2a2a")
    canvas.text(number, _WIDE / 2, 98, _TYPE, "#2a2a2a")
    _rule(canvas, 122)
    top = _items(canvas, bought, 142)
    _rule(canvas, top)
    top = _sums(canvas, bought, top + 20)
    canvas.text("THANK YOU", _WIDE / 2, min(top + 14, high - 26), 22, "#2a2a2a", weight=0.01)
    cutout = canvas.cutout("receipt", {"shop": shop}).trimmed()
    stage.put(cutout, stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    stage.facts = {
        "form": "receipt",
        "shop": shop,
        "date": day[:10],
        "time": day[11:],
        "number": number,
        **bought.facts(),
    }


def _torn_paper(canvas: Canvas, high: float) -> None:
    teeth = [(_WIDE * step / _TEETH, high if step % 2 else high - 7) for step in range(_TEETH + 1)]
    shape = Shape((((0, 0), (_WIDE, 0), *reversed(teeth)),))
    canvas.fill(shape, "#fbfbf7", outline="#cfcdc4", width=1)
    canvas.fill(rect(0, high * 0.46, _WIDE, 8), "#000000", opacity=0.035)


def _rule(canvas: Canvas, y: float) -> None:
    for x in range(24, _WIDE - 24, 14):
        canvas.line((x, y), (x + 8, y), colour="#555555", width=1.6)


def _pair(
    canvas: Canvas, left: str, right: str, y: float, *, size: float = _TYPE, weight: float = 0.0
) -> None:
    canvas.text(left, 24, y, size, "#1c1c1c", anchor="start", weight=weight, widest=_WIDE - 150)
    canvas.text(right, _WIDE - 24, y, size, "#1c1c1c", anchor="end", weight=weight)


def _items(canvas: Canvas, bought: Bill, top: float) -> float:
    step = _TYPE * 1.4
    for purchase in bought.purchases:
        _pair(canvas, purchase.name, money(purchase.total), top)
        top += step
        if purchase.amount > 1:
            canvas.text(
                f"{purchase.amount} x {money(purchase.cents)}", 52, top, _TYPE, "#3a3a3a", anchor="start"
            )
            top += step
    return top


def _sums(canvas: Canvas, bought: Bill, top: float) -> float:
    step = _TYPE * 1.4
    _pair(canvas, "Subtotal", money(bought.subtotal), top)
    _pair(canvas, f"Tax {bought.tax / 100:.2f}%", money(bought.tax_cents), top + step)
    _pair(canvas, "TOTAL", f"${money(bought.total)}", top + 2.15 * step, size=27, weight=0.015)
    top += 3.3 * step
    if bought.paid:
        _pair(canvas, "Cash", money(bought.paid), top)
        _pair(canvas, "Change", money(bought.change), top + step)
        top += 2 * step
    return top


def _price_list(stage: Stage, bought: Bill, shop: str) -> None:
    """Compose a price list on the wall; the task states the quantities."""
    dice, wide = stage.dice, 560
    high = 150 + len(bought.purchases) * 44
    stage.size = (760, high + 130)
    stage.backdrop = textures.plaster(
        stage.size, dice, dice.pick(("#c9bfae", "#9fb4bf", "#d9d3c6", "#8a9a8c"))
    )
    ground, ink = dice.pick((("#23302b", "#f4f1e6"), ("#fbf6e6", "#2a1d14"), ("#ffffff", "#1d2b3a")))
    canvas = page(wide, high, dice.between(-2, 2))
    paper(canvas, wide, high, ground, radius=6)
    canvas.stroke(rect(9, 9, wide - 18, high - 18), darker(ink, 0.1), 2, closed=True)
    canvas.text(shop, wide / 2, 48, 32, ink, weight=0.015, widest=wide - 60)
    canvas.text("PRICE LIST", wide / 2, 88, 24, ink)
    for index, one in enumerate(bought.purchases):
        _priced(canvas, one, (wide, 130 + index * 44), ink)
    stage.put(canvas.cutout().trimmed(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    items = [
        {"name": purchase.name, "asin": purchase.asin, "price": purchase.cents / 100}
        for purchase in bought.purchases
    ]
    stage.facts = {"form": "price list", "shop": shop, "items": items}


def _priced(canvas: Canvas, one: Purchase, at: tuple[float, float], ink: str) -> None:
    wide, y = at
    canvas.text(one.name, 38, y, 25, ink, anchor="start", widest=wide - 190)
    canvas.text(f"${money(one.cents)}", wide - 38, y, 25, ink, anchor="end")
    canvas.line((38, y + 21), (wide - 38, y + 21), colour=ink, width=1, opacity=0.3)
