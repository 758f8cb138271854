"""A car for sale in a yard, with an information board, and often a banner about another car."""

from __future__ import annotations

from PIL import Image

from m3bench_world.scenes.kinds import car_offer
from m3bench_world.scenes.painting import Cutout
from m3bench_world.scenes.photographs.streets import yard
from m3bench_world.scenes.stage import Stage

_SEGMENTS = ("sedan", "pickup")
"""Segments that there are photographs of."""

_POST, _METAL, _SHINE = 8, (92, 94, 98), (164, 166, 170)


def compose(stage: Stage) -> None:
    dice = stage.dice
    wide, high = stage.size
    shown = yard(stage.size, dice)
    stage.backdrop, stage.light = shown.image, shown.light
    families = car_offer.drawable_families(stage.world)
    family = dice.pick([each for each in families if each.segment in _SEGMENTS])
    other = dice.pick([each for each in families if each.name != family.name])
    offer = car_offer.draw_offer(stage.world, dice, family)
    left = dice.happens(0.5)
    x = wide * (0.34 if left else 0.66)
    stage.put(_cut(stage, offer.segment), x, high - 60, depth=10, anchor="foot", shadow="ground")
    board = car_offer.board_of(offer, dice.pick(car_offer.BOARDS))
    _hang(stage, board, (wide - 150 if left else 150, 250), high - 110)
    announced = dice.happens(0.6)
    if announced:
        banner = car_offer.banner_of(other, dice.pick(("#fff1b8", "#ffffff", "#d9f0e0")))
        _hang(stage, banner, (220 if left else wide - 220, 90), shown.kerb + 6)
    stage.facts = {
        "brand": offer.brand,
        "model": offer.model,
        "segment": offer.segment,
        "year": offer.year,
        "distance": offer.distance,
        "announced": f"{car_offer.shown_brand(other)} {other.name}" if announced else "",
    }


def _cut(stage: Stage, segment: str) -> Cutout:
    scale = stage.dice.between(0.94, 1.06)
    if segment == "sedan":
        return stage.cut("car", width=350 * scale, body="sedan")
    return stage.cut("pickup truck", width=400 * scale)


def _hang(stage: Stage, sign: Cutout, centre: tuple[float, float], foot: float) -> None:
    """Put a sign on two posts that stand on the ground."""
    x, y = centre
    for side in (-1, 1):
        post = Image.new("RGBA", (_POST, round(foot - y)), (*_METAL, 255))
        post.paste((*_SHINE, 255), (1, 0, 3, post.height))
        middle = x + side * (sign.size[0] / 2 - 26)
        stage.put(Cutout(post), middle, foot, depth=1, anchor="foot", shadow="ground")
    stage.put(sign, x, y, depth=2)
