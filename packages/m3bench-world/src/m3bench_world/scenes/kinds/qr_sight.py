"""A notice of a travel club with a QR code for the photograph of a sight that it does not name.

A second code, if there is one, refers to something else.
"""

from __future__ import annotations

from m3bench_world.scenes.drawing import compose as composed
from m3bench_world.scenes.pages import scene_address
from m3bench_world.scenes.painting import Canvas, Dice, Paint, rect, textures
from m3bench_world.scenes.prints import (
    Block,
    Link,
    fit_block,
    page,
    paper,
    qr_symbol,
    set_lines,
    some_links,
    stamp,
)
from m3bench_world.scenes.stage import Stage

_INKS = ("#1d3557", "#7a1f2b", "#23402f", "#3a2a5a", "#8a4b12", "#0f4c5c")
_HEADS = (
    ("WHERE IS THIS?", "Scan, look at the picture and name the place"),
    ("PHOTO OF THE MONTH", "Scan to see the view that won"),
    ("MYSTERY TRIP", "We travel to the place in the picture"),
    ("TRAVEL CLUB", "Tonight's talk is about the sight behind the code"),
)
_ELSEWHERE = {
    "book": "Book of the week", "product": "First prize of the raffle", "park": "Our trip last year",
    "package": "For programmers", "film": "Film night",
}  # fmt: skip
_FIRST, _LAST = 50_000, 99_999
"""Numbers of postcards that no task uses as a file."""
_WIDE, _HIGH = 520, 720


def compose(stage: Stage) -> None:
    dice = stage.dice
    number = dice.whole(_FIRST, _LAST)
    address = scene_address(stage.world, "postcard", number)
    decoy = some_links(stage.world, dice, 1)[0] if dice.happens(0.7) else None
    stage.size, stage.surface = (700, 860), "paper"
    stage.backdrop = dice.pick((textures.wood, textures.fabric, textures.concrete))(stage.size, dice)
    canvas = _notice(dice, address, decoy)
    stage.put(canvas.cutout().trimmed(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    shown = composed(stage.world, "postcard", number).scene.facts
    stage.facts = {"address": address, "decoy": decoy.text if decoy else "", "shown": shown}


def _notice(dice: Dice, address: str, decoy: Link | None) -> Canvas:
    canvas = page(_WIDE, _HIGH, dice.between(-5, 5))
    ink = dice.pick(_INKS)
    paper(canvas, _WIDE, _HIGH)
    canvas.fill(rect(0, 0, _WIDE, 92), ink)
    head, line = dice.pick(_HEADS)
    canvas.text(head, _WIDE / 2, 46, 42, "#ffffff", weight=0.02, widest=_WIDE - 50)
    set_lines(canvas, fit_block(Block(line, 26, 2), _WIDE - 60, 26) or [], _WIDE / 2, 106)
    _qr(canvas, address, (_WIDE / 2 - 150, 176), 300)
    if decoy:
        _second(canvas, decoy, ink)
    else:
        canvas.text("Every first Friday, 7 pm", _WIDE / 2, 560, 28, ink)
    return canvas


def _second(canvas: Canvas, decoy: Link, ink: Paint) -> None:
    canvas.line((30, 498), (_WIDE - 30, 498), colour=ink, width=2)
    _qr(canvas, decoy.text, (36, 514), 180)
    words = fit_block(Block(_ELSEWHERE[decoy.kind], 32, 3, 0.01, ink), 260, 32) or []
    set_lines(canvas, words, 236, 560, anchor="start")


def _qr(canvas: Canvas, text: str, at: tuple[float, float], wide: float) -> None:
    symbol = qr_symbol(text)
    stamp(canvas, symbol, at, wide / symbol.modules.width)
