"""Goods on one to three shelves, each with its label and a price tag on the rail below."""

from __future__ import annotations

from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from m3bench_world.scenes.painting import Cutout, Dice, Look, darker, lighter, rgb, textures
from m3bench_world.scenes.prints import (
    Article,
    PackageStyle,
    find_package,
    label_area,
    page,
    paper,
    set_label,
    themed_articles,
    wrap,
)
from m3bench_world.scenes.stage import Stage

_WIDE = 1000
_HIGH = {1: 560, 2: 740, 3: 960}
_RAIL, _BOARD, _GAP = 40, 14, 5
_WIDTHS = {1: (200, 250), 2: (160, 200), 3: (140, 172)}


class Row(NamedTuple):
    """A shelf: its number from the top, its base line, and the maximum size of goods."""

    number: int
    foot: int
    room: float
    widths: tuple[float, float]


def compose(stage: Stage) -> None:
    count = stage.dice.pick((1, 2, 2, 3, 3))
    stage.size = (_WIDE, _HIGH[count])
    rows = _shelves(stage, count)
    theme, articles = themed_articles(stage.world, stage.dice)
    listed: list[dict[str, Any]] = []
    for row in rows:
        listed += _fill(stage, row, articles)
    stage.facts = {"theme": theme, "shelves": count, "products": listed}


def _shelves(stage: Stage, count: int) -> list[Row]:
    """Paint the wall and the boards."""
    dice, high = stage.dice, stage.size[1]
    wall = textures.plaster(
        stage.size, dice, dice.pick(("#e9e4d8", "#d5dde0", "#cfc4b2", "#f2efe9", "#b9c3bb"))
    )
    board = _board(dice)
    rows, widths = [], _WIDTHS[count]
    for index in range(count):
        top, foot = round(high / count * index), round(high / count * (index + 1)) - _RAIL
        _under_board(wall, top)
        wall.paste(board, (0, foot - _BOARD))
        tallest = foot - top - _BOARD - 22
        rows.append(Row(index + 1, foot, min(tallest, widths[1] * 2.3), widths))
    stage.backdrop = wall
    return rows


def _board(dice: Dice) -> Image.Image:
    """Draw a board from above and its front edge with the prices."""
    tone, wooden = dice.pick((("#8a5a34", True), ("#c49a6c", True), ("#dadad6", False), ("#68727c", False)))
    size = _WIDE, _BOARD + _RAIL
    board = textures.wood(size, dice, tone, 1) if wooden else Image.new("RGB", size, rgb(tone))
    draw = ImageDraw.Draw(board, "RGBA")
    draw.rectangle((0, _BOARD + 4, size[0], size[1]), fill=(*darker(tone, 0.35), 150))
    draw.line((0, _BOARD + 4, size[0], _BOARD + 4), fill=(*lighter(tone, 0.4), 255), width=2)
    return board


def _under_board(wall: Image.Image, top: int) -> None:
    draw = ImageDraw.Draw(wall, "RGBA")
    for step in range(30):
        draw.line((0, top + step, wall.width, top + step), fill=(0, 0, 0, 75 - step * 5 // 2))


def _fill(stage: Stage, row: Row, articles: list[Article]) -> list[dict[str, Any]]:
    """Move articles from the list to the shelf until it is full; those with unreadable labels stay."""
    left, listed = stage.dice.between(16, 40), []
    for article in list(articles):
        if left + row.widths[0] > _WIDE:
            break
        cutout = _packed(stage, row, article)
        step = cutout.size[0] + _GAP if cutout else _WIDE
        count = min(stage.dice.pick((1, 1, 1, 2, 2, 3)), int((_WIDE - 10 - left) // step))
        if cutout is None or count < 1:
            continue
        for index in range(count):
            middle = left + (index + 0.5) * step
            stage.put(cutout, middle, row.foot, anchor="foot", depth=row.number, shadow="ground")
        _price_tag(stage, article, left + count * step / 2, row.foot)
        listed.append(article.facts(shelf=row.number, count=count))
        articles.remove(article)
        left += count * step + stage.dice.between(8, 30)
    return listed


def _packed(stage: Stage, row: Row, article: Article) -> Cutout | None:
    """Draw an article, or return None if its label would be unreadable."""
    kind, (slim, stout) = article.package, row.widths
    low, high = find_package(kind).tall
    tall = stage.dice.between(low, high)
    look = Look(stage.dice.branch())
    for width in (slim, (slim + stout) / 2, stout):
        size = width, min(row.room, width * tall)
        label = set_label(article.design, article.wording, label_area(kind, size), largest=width * 0.24)
        if label:
            cutout = wrap(kind, look, size, PackageStyle(article.design.ground, label.paint))
            cutout.attributes.update(article.facts() | {"dollars": f"{article.product.dollars:.2f}"})
            return cutout
    return None


def _price_tag(stage: Stage, article: Article, x: float, foot: float) -> None:
    wide, high = 92, 30
    canvas = page(wide, high)
    paper(canvas, wide, high, stage.dice.pick(("#fdfdf8", "#fff3a8", "#fdfdf8")), radius=3)
    canvas.text(article.price, wide / 2, high / 2, 22, "#151515", weight=0.03)
    stage.put(canvas.cutout().trimmed(), x, foot + _RAIL / 2 + 4, depth=10)
