"""QR codes on a sheet, a ticket, a sign or a card, with captions; they refer to things of the world."""

from __future__ import annotations

from PIL import Image

from m3bench_world.scenes.painting import Canvas, Dice, Paint, darker, ellipse, lighter, rect, textures
from m3bench_world.scenes.prints import (
    Block,
    Link,
    fit_block,
    page,
    paper,
    paragraph,
    qr_symbol,
    set_lines,
    some_links,
    stamp,
)
from m3bench_world.scenes.stage import Stage

_INKS = ("#1d3557", "#7a1f2b", "#23402f", "#3a2a5a", "#8a4b12", "#0f4c5c")
_CALLS = {
    "book": "Borrow this book", "product": "Order it here", "park": "Plan your visit",
    "package": "Install it", "film": "See the film",
}  # fmt: skip


def compose(stage: Stage) -> None:
    form = stage.dice.pick(("sheet", "sheet", "sign", "ticket", "card"))
    stage.surface = "paper" if form in ("sheet", "ticket") else "view"
    links = {"sheet": _sheet, "sign": _sign, "ticket": _ticket, "card": _card}[form](stage)
    stage.facts = {"form": form, "codes": [link.facts() for link in links]}


def _ground(stage: Stage, size: tuple[int, int]) -> None:
    stage.size = size
    stage.backdrop = _texture(stage.dice, size)


def _texture(dice: Dice, size: tuple[int, int]) -> Image.Image:
    paint = dice.pick((textures.wood, textures.fabric, textures.concrete))
    return paint(size, dice)


def _put(stage: Stage, canvas: Canvas) -> None:
    stage.put(canvas.cutout().trimmed(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")


def _qr(canvas: Canvas, link: Link, at: tuple[float, float], wide: float) -> None:
    """Draw the code with its quiet zone in a square."""
    symbol = qr_symbol(link.text)
    canvas.fill(rect(*at, wide, wide), "#ffffff")
    stamp(canvas, symbol, at, wide / symbol.modules.width)


def _caption(
    canvas: Canvas, text: str, box: tuple[float, float, float], ink: Paint, largest: float = 25
) -> None:
    """Write up to three centred lines into a box."""
    middle, top, wide = box
    set_lines(canvas, fit_block(Block(text, largest, 3, 0.0, ink), wide, largest) or [], middle, top)


def _sheet(stage: Stage) -> list[Link]:
    """Compose a sheet of two to six codes."""
    dice = stage.dice
    across, down = dice.pick(((2, 1), (2, 2), (2, 2), (3, 2), (3, 1)))
    links = some_links(stage.world, dice, across * down)
    cell, drop = 232, 290
    wide, high = across * cell + 40, down * drop + 96
    _ground(stage, (wide + 130, high + 120))
    canvas = page(wide, high, dice.between(-6, 6))
    ink = dice.pick(_INKS)
    paper(canvas, wide, high)
    canvas.text(
        dice.pick(("SCAN ME", "QR CODES", "FIND OUT MORE", "LINKS")), wide / 2, 44, 34, ink, weight=0.015
    )
    canvas.line((40, 76), (wide - 40, 76), colour=ink, width=2)
    for index, link in enumerate(links):
        x, y = 20 + index % across * cell, 90 + index // across * drop
        _qr(canvas, link, (x + 18, y), 196)
        _caption(canvas, link.caption, (x + cell / 2, y + 198, cell - 16), "#1c1c1c", 23)
    _put(stage, canvas)
    return links


def _sign(stage: Stage) -> list[Link]:
    """Compose a board on a post or on a wall, with one large code."""
    dice = stage.dice
    (link,) = some_links(stage.world, dice, 1, "book", "product", "park", "film")
    stage.size = (700, 780)
    stage.backdrop = textures.plaster(
        stage.size, dice, dice.pick(("#c9bfae", "#9fb4bf", "#b5876a", "#8a9a8c"))
    )
    wide, high, ink = 440, 620, dice.pick(_INKS)
    canvas = page(wide, high, dice.between(-3, 3))
    paper(canvas, wide, high, ink, radius=18)
    canvas.stroke(rect(10, 10, wide - 20, high - 20, 12), lighter(ink, 0.6), 3, closed=True)
    canvas.text(_CALLS[link.kind], wide / 2, 62, 38, "#ffffff", weight=0.012, widest=wide - 60)
    _caption(canvas, link.caption, (wide / 2, 96, wide - 60), lighter(ink, 0.8), 30)
    _qr(canvas, link, (70, 200), 300)
    canvas.text("Point your camera here", wide / 2, 546, 25, "#ffffff")
    for x, y in ((24, 24), (wide - 24, 24), (24, high - 24), (wide - 24, high - 24)):
        canvas.fill(ellipse(x, y, 6), "#d9dde0", outline="#6a7076", width=1)
    _put(stage, canvas)
    return [link]


def _ticket(stage: Stage) -> list[Link]:
    dice = stage.dice
    (link,) = some_links(stage.world, dice, 1, "park", "film")
    wide, high = 720, 280
    _ground(stage, (860, 480))
    ink, ground = dice.pick(_INKS), dice.pick(("#fdf6e3", "#eef4f7", "#f7eef0"))
    canvas = page(wide, high, dice.between(-7, 7))
    paper(canvas, wide, high, ground, radius=14)
    canvas.fill(rect(0, 0, 26, high, 8), ink)
    canvas.text("ADMIT ONE", 52, 46, 40, ink, anchor="start", weight=0.02)
    paragraph(canvas, link.caption, (52, 76), 28, "#1c1c1c", widest=370)
    row, seat = dice.pick("ABCDEFGHJK"), dice.whole(1, 40)
    canvas.text(f"Row {row}  Seat {seat}", 52, 190, 26, "#1c1c1c", anchor="start")
    canvas.text(f"Ticket {dice.whole(10000, 99999)}", 52, 234, 24, darker(ink, 0.1), anchor="start")
    for y in range(10, high, 18):
        canvas.line((452, y), (452, min(high - 4, y + 9)), colour=ink, width=2)
    _qr(canvas, link, (472, 26), 228)
    _put(stage, canvas)
    return [link]


def _card(stage: Stage) -> list[Link]:
    """Compose a small card with two codes, one of them rotated."""
    dice = stage.dice
    links = some_links(stage.world, dice, 2)
    _ground(stage, (880, 620))
    for index, link in enumerate(links):
        wide, high, ink = 340, 400, dice.pick(_INKS)
        canvas = page(wide, high, dice.pick((-90, 90, 180, 12, -12)) if index else dice.between(-8, 8))
        paper(canvas, wide, high, "#ffffff", radius=10)
        canvas.fill(rect(0, 0, wide, 60, 10), ink)
        canvas.text(_CALLS[link.kind], wide / 2, 30, 28, "#ffffff", widest=wide - 24)
        _qr(canvas, link, (58, 74), 224)
        _caption(canvas, link.caption, (wide / 2, 308, wide - 30), "#1c1c1c")
        stage.put(canvas.cutout().trimmed(), 225 + index * 430, 310, shadow="flat")
    return links
