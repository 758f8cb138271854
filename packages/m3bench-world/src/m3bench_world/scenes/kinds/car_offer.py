"""A car for sale in a showroom, with an information board, and often a banner about another car."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.garage import Family
from m3bench_world.scenes.painting import Canvas, Cutout, Dice, darker, rect
from m3bench_world.scenes.prints import is_writable, page, paper
from m3bench_world.scenes.stage import Stage
from m3bench_world.scenes.views import landscapes
from m3bench_world.world import World

_BODIES = {"hatch": "hatchback", "sedan": "sedan", "suv": "SUV"}
_LABELS = {"pickup": "pickup truck", "van": "van"}
_WIDTHS = {"car": (430, 480), "pickup truck": (450, 490), "van": (420, 460)}
BOARDS = ("#1f4e8c", "#8a1f2b", "#1f6a4a", "#2b2f36")
_LONGEST = 16
_OLDEST = 2014


class Offer(NamedTuple):
    brand: str
    model: str
    segment: str
    year: int
    distance: int
    """Mileage in kilometres."""


def compose(stage: Stage) -> None:
    dice = stage.dice
    wide, high = stage.size
    families = drawable_families(stage.world)
    family, other = dice.some(families, 2)
    offer = draw_offer(stage.world, dice, family)
    horizon = dice.whole(300, 340)
    stage.backdrop = landscapes.showroom(stage.size, dice, horizon)
    left = dice.happens(0.5)
    _put_car(stage, offer, wide * (0.36 if left else 0.64), high - 46)
    board = board_of(offer, dice.pick(BOARDS))
    stage.put(board, wide - 150 if left else 150, 200, depth=2, shadow="flat")
    announced = dice.happens(0.6)
    if announced:
        banner = banner_of(other, dice.pick(("#fff1b8", "#ffffff", "#d9f0e0")))
        stage.put(banner, 240 if left else wide - 240, 92, depth=1, shadow="flat")
    stage.facts = {
        "brand": offer.brand,
        "model": offer.model,
        "segment": offer.segment,
        "year": offer.year,
        "distance": offer.distance,
        "announced": f"{shown_brand(other)} {other.name}" if announced else "",
    }


def drawable_families(world: World) -> list[Family]:
    """Return recent cars whose names fit on a board and that can be drawn."""
    from m3bench_world.garage import catalogue  # noqa: PLC0415 - only when one is drawn

    made = [family for families in catalogue().values() for family in families]
    drawn = {*_BODIES, *_LABELS}
    return [
        family
        for family in made
        if family.segment in drawn
        and family.last >= _OLDEST + 4
        and family.first <= world.now.year
        and max(len(family.brand.name), len(family.name)) <= _LONGEST
        and is_writable(family.brand.name, family.name)
    ]


def shown_brand(family: Family) -> str:
    """Return the brand as dealers write it; the price table has 'VW - VolksWagen'."""
    return family.brand.name.rpartition(" - ")[2]


def draw_offer(world: World, dice: Dice, family: Family) -> Offer:
    newest = min(family.last, world.now.year)
    year = dice.whole(max(family.first, newest - 8, _OLDEST), max(newest, family.first))
    distance = dice.whole(4, 160) * 500
    return Offer(shown_brand(family), family.name, family.segment, year, distance)


def _put_car(stage: Stage, offer: Offer, x: float, foot: float) -> None:
    label = _LABELS.get(offer.segment, "car")
    width = stage.dice.between(*_WIDTHS[label])
    if label == "car":
        cutout = stage.cut(label, width=width, body=_BODIES[offer.segment])
    else:
        cutout = stage.cut(label, width=width)
    stage.put(cutout, x, foot, depth=10, anchor="foot", shadow="ground")


def board_of(offer: Offer, colour: str) -> Cutout:
    """Draw the board beside a car: brand, model, year, kilometres, but no price."""
    wide, high = 250, 216
    canvas = page(wide, high)
    paper(canvas, wide, high)
    canvas.fill(rect(0, 0, wide, 54), colour)
    canvas.text(offer.brand, wide / 2, 28, 32, "#ffffff", weight=0.02, widest=wide - 30)
    canvas.text(offer.model, wide / 2, 88, 36, "#1a1a1a", weight=0.02, widest=wide - 30)
    canvas.text(f"Model year {offer.year}", wide / 2, 136, 25, "#1a1a1a")
    canvas.text(f"{offer.distance:,} km", wide / 2, 176, 24, "#1a1a1a")
    _edge(canvas, wide, high, colour)
    return canvas.cutout().trimmed()


def banner_of(other: Family, colour: str) -> Cutout:
    wide, high = 330, 92
    canvas = page(wide, high)
    paper(canvas, wide, high, colour)
    canvas.text("Coming next month", wide / 2, 26, 22, "#3a3a3a")
    canvas.text(
        f"{shown_brand(other)} {other.name}", wide / 2, 62, 29, "#1a1a1a", weight=0.012, widest=wide - 36
    )
    return canvas.cutout().trimmed()


def _edge(canvas: Canvas, wide: float, high: float, colour: str) -> None:
    canvas.stroke(rect(0, 0, wide, high), darker(colour, 0.3), 2, closed=True)
