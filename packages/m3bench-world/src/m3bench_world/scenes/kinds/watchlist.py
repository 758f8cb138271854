"""A screen with a watchlist of shares, and free space below for a note."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Lens, ellipse, rect, textures
from m3bench_world.scenes.prints import is_writable
from m3bench_world.scenes.stage import Stage
from m3bench_world.stock_market import Company
from m3bench_world.world import World

_WIDE, _ROW, _HEAD, _FREE, _MARGIN = 820, 66, 96, 150, 40
_LONGEST = 30


class Theme(NamedTuple):
    ground: str
    ink: str
    soft: str
    accent: str


_THEMES = (
    Theme("#ffffff", "#1c2430", "#5b6675", "#1f5aa6"),
    Theme("#12181f", "#f1f4f8", "#a3afbd", "#f0a83c"),
    Theme("#f6f1e6", "#2c241b", "#6d6051", "#8a3b2a"),
    Theme("#0f2d2f", "#eff6f3", "#9fc0b8", "#7fd6b0"),
)
_TITLES = ("Watchlist", "My shares", "Ideas for the club", "Keep an eye on", "Shortlist")
_SHUNNED = 5_000
"""Price in dollars above which a share would win every comparison."""


def compose(stage: Stage) -> None:
    dice = stage.dice
    shown = dice.some(_companies(stage.world), dice.whole(3, 6))
    sold = shown.pop() if len(shown) > 3 and dice.happens(0.6) else None
    theme = dice.pick(_THEMES)
    rows = len(shown) + (2 if sold else 0)
    high = _HEAD + rows * _ROW + _FREE
    stage.size = (_WIDE + 2 * _MARGIN, high + 2 * _MARGIN)
    stage.backdrop = textures.vertical_gradient(
        stage.size, *dice.pick((("#3b6ea5", "#a8c8e0"), ("#6a5a4a", "#cbbfae")))
    )
    stage.lens, stage.surface = Lens.clean(), "screen"
    canvas = Canvas((_WIDE, high), fine=2)
    title = dice.pick(_TITLES)
    _frame(canvas, theme, title, high)
    for index, company in enumerate(shown):
        _row(canvas, theme, company, _HEAD + index * _ROW)
    if sold:
        top = _HEAD + len(shown) * _ROW
        canvas.text("Already sold, do not count", 34, top + _ROW / 2, 24, theme.accent, anchor="start")
        _row(canvas, theme, sold, top + _ROW)
    stage.put(canvas.cutout(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    stage.facts = {
        "title": title,
        "tickers": [company.ticker for company in shown],
        "names": [company.name for company in shown],
        "sold": sold.ticker if sold else "",
        "free": [_MARGIN + 20, _MARGIN + high - _FREE + 16, _MARGIN + _WIDE - 20, _MARGIN + high - 16],
    }


def _companies(world: World) -> list[Company]:
    from m3bench_world.stock_market import companies  # noqa: PLC0415 - only when one is drawn

    listed = [world.stock_market.find(ticker).company for ticker in companies()]
    return [
        company
        for company in listed
        if len(company.ticker) > 2
        and company.ticker.isalpha()
        and company.price < _SHUNNED
        and len(company.name) <= _LONGEST
        and is_writable(company.name)
    ]


def _frame(canvas: Canvas, theme: Theme, title: str, high: float) -> None:
    canvas.fill(rect(0, 0, _WIDE, high, 14), theme.ground)
    canvas.text(title, 34, 48, 38, theme.ink, anchor="start", weight=0.015)
    for index in range(3):
        canvas.fill(ellipse(_WIDE - 90 + index * 26, 48, 6), theme.soft)
    canvas.line((24, 84), (_WIDE - 24, 84), colour=theme.accent, width=3)


def _row(canvas: Canvas, theme: Theme, company: Company, top: float) -> None:
    middle = top + _ROW / 2
    canvas.text(company.ticker, 34, middle, 32, theme.accent, anchor="start", weight=0.02)
    canvas.text(company.name, 220, middle, 27, theme.ink, anchor="start", widest=_WIDE - 260)
    canvas.line((24, top + _ROW), (_WIDE - 24, top + _ROW), colour=theme.soft, width=1, opacity=0.5)
