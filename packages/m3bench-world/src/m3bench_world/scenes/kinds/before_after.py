"""A shelf of goods at one of two times: packages were taken away, one kind changed its place, one is new.

Scenes `2 n` and `2 n + 1` show the same shelf before and after. The facts of both list the differences.
"""

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

_WIDE, _HIGH, _BOARD, _RAIL = 1340, 760, 14, 42
_WIDTHS = (130, 150, 172)
_PER_SHELF = 3
"""Kinds of goods on a shelf."""
_ROOM, _GAP = 414, 4
"""Width of a kind's place, and between packages."""
_MOST = 3


class _Kind(NamedTuple):
    """An article with its picture, and how many packages fit into a place."""

    article: Article
    cutout: Cutout
    fits: int


class _Place(NamedTuple):
    """Goods at one place: the kind and which of its positions are taken."""

    kind: _Kind
    taken: tuple[bool, ...]


def compose(stage: Stage) -> None:
    # Both pictures of a shelf use the same stream.
    dice = Dice(stage.world.chance.stream("before and after", stage.number // 2))
    theme, kinds = _kinds(stage, dice)
    before = [_Place(kind, (True,) * dice.whole(2, kind.fits)) for kind in kinds[: 2 * _PER_SHELF]]
    after, changes = _changed(dice, before, kinds[2 * _PER_SHELF])
    later = stage.number % 2
    stage.size = (_WIDE, _HIGH)
    stage.backdrop = _shelves(dice)
    shown = after if later else before
    listed = []
    for index, place in enumerate(shown):
        listed += _fill(stage, place, index)
    stage.facts = {
        "theme": theme,
        "time": ("before", "after")[later],
        "products": listed,
        **{name: [bought.article.product.asin for bought in change] for name, change in changes.items()},
        "sold": [
            {"asin": old.kind.article.product.asin, "count": gone}
            for old, new in zip(before, _by_kind(before, after), strict=True)
            if (gone := sum(old.taken) - sum(new.taken))
        ],
    }


def _by_kind(before: list[_Place], after: list[_Place]) -> list[_Place]:
    """Return the places after in the order of the kinds before."""
    found = {place.kind.article.product.asin: place for place in after}
    return [found.get(place.kind.article.product.asin, _Place(place.kind, ())) for place in before]


def _kinds(stage: Stage, dice: Dice) -> tuple[str, list[_Kind]]:
    """Draw the goods: those on the shelf, and one that comes later. Their labels can all be read."""
    found: list[_Kind] = []
    theme = ""
    while len(found) <= 2 * _PER_SHELF:
        theme, articles = themed_articles(stage.world, dice, 60)
        found = []
        for article in articles:
            cutout = _packed(article, dice)
            names = {(kind.article.product.brand, kind.article.product.variant) for kind in found}
            if cutout and (article.product.brand, article.product.variant) not in names:
                found.append(_Kind(article, cutout, min(_MOST, _ROOM // (cutout.size[0] + _GAP))))
            if len(found) > 2 * _PER_SHELF:
                break
    return theme, found


def _packed(article: Article, dice: Dice) -> Cutout | None:
    """Draw an article that fits twice into a place, or return None if its label would be unreadable."""
    low, high = find_package(article.package).tall
    tall, look = dice.between(low, high), Look(dice.branch())
    for width in _WIDTHS:
        size = width, min(_HIGH / 2 - _BOARD - _RAIL - 28, width * tall)
        label = set_label(
            article.design, article.wording, label_area(article.package, size), largest=width * 0.24
        )
        if label:
            cutout = wrap(article.package, look, size, PackageStyle(article.design.ground, label.paint))
            if 2 * (cutout.size[0] + _GAP) > _ROOM:
                return None
            cutout.attributes.update(article.facts() | {"dollars": f"{article.product.dollars:.2f}"})
            return cutout
    return None


def _changed(dice: Dice, before: list[_Place], new: _Kind) -> tuple[list[_Place], dict[str, list[_Kind]]]:
    """Return the places afterwards, and the kinds that were moved, sold out or added.

    Two kinds change places, another is sold out and its place goes to the new one, and of two or three
    packages are missing.
    """
    order = dice.shuffled(range(len(before)))
    first, second, out, *others = order
    after = list(before)
    after[first], after[second] = before[second], before[first]
    after[out] = _Place(new, (True,) * dice.whole(1, new.fits))
    for index in others[: dice.whole(2, 3)]:
        kind, taken = after[index]
        gone = dice.some(range(len(taken)), dice.whole(1, len(taken) - 1))
        after[index] = _Place(kind, tuple(place not in gone for place in range(len(taken))))
    moved = [before[first].kind, before[second].kind]
    return after, {"moved": moved, "sold_out": [before[out].kind], "added": [new]}


def _fill(stage: Stage, place: _Place, index: int) -> list[dict[str, Any]]:
    """Put the packages of a place on the shelf, with the price below."""
    row, column = divmod(index, _PER_SHELF)
    foot = _HIGH // 2 * (row + 1) - _RAIL
    step = place.kind.cutout.size[0] + _GAP
    middle = 32 + _ROOM / 2 + column * (_ROOM + 9)
    left = middle - len(place.taken) * step / 2
    for position, taken in enumerate(place.taken):
        if taken:
            x = left + (position + 0.5) * step
            stage.put(place.kind.cutout, x, foot, anchor="foot", depth=row, shadow="ground")
    _price_tag(stage, place.kind.article, middle, foot)
    return [place.kind.article.facts(shelf=row + 1, count=sum(place.taken))]


def _price_tag(stage: Stage, article: Article, x: float, foot: float) -> None:
    canvas = page(98, 32)
    paper(canvas, 98, 32, "#fdfdf8", radius=3)
    canvas.text(article.price, 49, 16, 23, "#151515", weight=0.03)
    stage.put(canvas.cutout().trimmed(), x, foot + _RAIL / 2 + 5, depth=10)


def _shelves(dice: Dice) -> Image.Image:
    wall = textures.plaster((_WIDE, _HIGH), dice, dice.pick(("#e9e4d8", "#d5dde0", "#cfc4b2", "#b9c3bb")))
    tone = dice.pick(("#8a5a34", "#c49a6c", "#dadad6", "#68727c"))
    draw = ImageDraw.Draw(wall, "RGBA")
    for row in range(2):
        top, foot = _HIGH // 2 * row, _HIGH // 2 * (row + 1) - _RAIL
        for step in range(30):
            draw.line((0, top + step, _WIDE, top + step), fill=(0, 0, 0, 75 - step * 5 // 2))
        draw.rectangle((0, foot - _BOARD, _WIDE, foot + 4), fill=rgb(lighter(tone, 0.15)))
        draw.rectangle((0, foot + 4, _WIDE, foot + _RAIL), fill=rgb(darker(tone, 0.2)))
    return wall
