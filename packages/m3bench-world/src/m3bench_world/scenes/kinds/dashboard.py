"""A screen with tiles: a table of shares, their value, a small chart and the state of the feeds.

One close in the table is wrong. The value adds up with what the table shows.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Dice, Lens, ellipse, mix, rect, textures
from m3bench_world.scenes.prints import known_shares
from m3bench_world.scenes.stage import Stage
from m3bench_world.stock_market import Company
from m3bench_world.world import World

_WIDE, _HIGH, _MARGIN = 980, 700, 30
_ROW = 56
_DAYS_BACK = (8, 240)
_FEEDS = ("Prices", "News", "Orders", "Cash")
_LAMPS = {"OK": "#2fa45a", "Late": "#f2b01e", "Down": "#d02f2f"}
_DAYS_SHOWN = 10


class Theme(NamedTuple):
    ground: str
    tile: str
    ink: str
    soft: str
    accent: str


_THEMES = (
    Theme("#e8ecf1", "#ffffff", "#1c2430", "#55606e", "#1f5aa6"),
    Theme("#10161d", "#1c2530", "#f1f4f8", "#aab5c2", "#f0a83c"),
    Theme("#eee8dc", "#fffdf8", "#2c241b", "#6d6051", "#8a3b2a"),
)


class Holding(NamedTuple):
    ticker: str
    units: int
    close: float
    shown: float


def compose(stage: Stage) -> None:
    dice, world = stage.dice, stage.world
    theme, day = dice.pick(_THEMES), _trading_day(world, dice)
    picked = dice.some(known_shares(world), dice.whole(4, 6))
    wrong = dice.whole(0, len(picked) - 1)
    held = [_holding(stage, company, day, wrong=index == wrong) for index, company in enumerate(picked)]
    state = {feed: dice.pick(("OK", "OK", "OK", "Late", "Down")) for feed in _FEEDS}
    total, cash = round(sum(holding.units * holding.shown for holding in held), 2), dice.whole(200, 9800)
    stage.size, stage.lens = (_WIDE + 2 * _MARGIN, _HIGH + 2 * _MARGIN), Lens.clean()
    stage.backdrop = textures.vertical_gradient(stage.size, "#2b2f36", "#14171b")
    canvas = Canvas((_WIDE, _HIGH), fine=2)
    canvas.fill(rect(0, 0, _WIDE, _HIGH, 10), theme.ground)
    title = dice.pick(("Depot overview", "Club dashboard", "Morning report", "Portfolio monitor"))
    canvas.text(title, 30, 42, 36, theme.ink, anchor="start", weight=0.015)
    canvas.text(f"Closing prices of {day.isoformat()}", _WIDE - 30, 42, 26, theme.soft, anchor="end")
    _table(canvas, theme, held)
    _figure(canvas, theme, (620, 84), "Value of the shares", f"${total:,.2f}")
    _figure(canvas, theme, (620, 214), "Cash", f"${cash:,}")
    charted = held[dice.whole(0, len(held) - 1)]
    closes = _closes(world, charted.ticker, day)
    _curve(canvas, theme, f"{charted.ticker}, last {_DAYS_SHOWN} days", closes)
    _states(canvas, theme, state)
    stage.put(canvas.cutout(), stage.size[0] / 2, stage.size[1] / 2)
    stage.facts = {
        "title": title,
        "date": day.isoformat(),
        "rows": [{"ticker": h.ticker, "units": h.units, "close": h.close, "shown": h.shown} for h in held],
        "wrong": held[wrong].ticker,
        "total": total,
        "cash": cash,
        "feeds": state,
        "curve": {"ticker": charted.ticker, "closes": closes},
    }


def _trading_day(world: World, dice: Dice) -> date:
    from m3bench_world.stock_market import is_trading_day  # noqa: PLC0415 - only when one is drawn

    day = world.now.date() - timedelta(days=dice.whole(*_DAYS_BACK))
    while not is_trading_day(day):
        day -= timedelta(days=1)
    return day


def _closes(world: World, ticker: str, day: date, most: int = _DAYS_SHOWN) -> list[float]:
    first = day - timedelta(days=2 * most + 6)
    rows, _ = world.stock_market.history(
        world.stock_market.find(ticker), "1d", first, day + timedelta(days=1), 60
    )
    return [row.quote.close for row in rows][-most:]


def _holding(stage: Stage, company: Company, day: date, *, wrong: bool) -> Holding:
    """Draw the units of a share, and a close that is off by some percent if it is wrong."""
    dice = stage.dice
    close = _closes(stage.world, company.ticker, day, 1)[-1]
    share = dice.between(0.04, 0.15) * dice.pick((-1, 1))
    shown = round(close * (1 + share), 2) if wrong else close
    return Holding(company.ticker, dice.whole(4, 80), close, shown)


def _tile(canvas: Canvas, theme: Theme, box: tuple[float, float, float, float]) -> None:
    canvas.fill(rect(*box, 10), theme.tile, outline=mix(theme.ground, theme.ink, 0.16), width=1.5)


def _table(canvas: Canvas, theme: Theme, held: list[Holding]) -> None:
    _tile(canvas, theme, (30, 84, 560, 76 + _ROW * len(held)))
    ends = (60, 330, 560)
    for text, x, anchor in zip(("Share", "Units", "Close"), ends, ("start", "end", "end"), strict=True):
        canvas.text(text, x, 116, 26, theme.soft, anchor=anchor)
    canvas.line((50, 144), (570, 144), colour=theme.accent, width=3)
    for index, holding in enumerate(held):
        y = 176 + index * _ROW
        canvas.text(holding.ticker, ends[0], y, 30, theme.accent, anchor="start", weight=0.015)
        canvas.text(str(holding.units), ends[1], y, 30, theme.ink, anchor="end")
        canvas.text(f"{holding.shown:.2f}", ends[2], y, 30, theme.ink, anchor="end")


def _figure(canvas: Canvas, theme: Theme, at: tuple[float, float], name: str, value: str) -> None:
    x, y = at
    _tile(canvas, theme, (x, y, 330, 112))
    canvas.text(name, x + 20, y + 30, 26, theme.soft, anchor="start")
    canvas.text(value, x + 20, y + 76, 42, theme.ink, anchor="start", weight=0.012, widest=290)


def _curve(canvas: Canvas, theme: Theme, name: str, closes: list[float]) -> None:
    """Draw the course of one share without an axis."""
    _tile(canvas, theme, (620, 344, 330, 326))
    canvas.text(name, 640, 372, 26, theme.soft, anchor="start")
    low, high = min(closes), max(closes)
    points = [
        (640 + 290 * index / (len(closes) - 1), 640 - 220 * (close - low) / (high - low or 1))
        for index, close in enumerate(closes)
    ]
    canvas.line(*points, colour=theme.accent, width=4)


def _states(canvas: Canvas, theme: Theme, state: dict[str, str]) -> None:
    """Draw the feeds with lamps: green, yellow or red."""
    _tile(canvas, theme, (30, 532, 560, 138))
    for index, (feed, word) in enumerate(state.items()):
        x, y = 70 + index % 2 * 270, 572 + index // 2 * 60
        canvas.fill(ellipse(x, y, 16), _LAMPS[word], outline=theme.soft, width=2)
        canvas.text(feed, x + 34, y, 28, theme.ink, anchor="start")
