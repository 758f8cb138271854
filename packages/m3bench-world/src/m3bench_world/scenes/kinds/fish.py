"""One fish beside a ruler from which its length can be read."""

from __future__ import annotations

import math

from PIL import Image

from m3bench_world.scenes.painting import Dice, textures
from m3bench_world.scenes.rulers import HIGH, MARGIN, Divisions, ruler
from m3bench_world.scenes.stage import Area, Stage, scatter

LENGTHS = {
    "Striped bass": (50, 100),
    "Summer flounder": (40, 60),
    "Weakfish": (30, 70),
    "Black sea bass": (30, 45),
    "Tautog": (30, 60),
    "Northern red snapper": (40, 60),
    "American eel": (40, 80),
    "Atlantic bluefin tuna": (200, 250),
    "Common carp": (40, 80),
    "Atlantic herring": (20, 35),
}
"""Usual lengths in centimetres."""

CM_PER_INCH = 2.54


def compose(stage: Stage) -> None:
    """Compose the scene. The ruler's scale follows from the drawn fish, so that the reading is exact."""
    dice = stage.dice
    stage.size = (900, 560)
    stage.backdrop = _table(stage.size, dice)
    species = dice.pick(tuple(LENGTHS))
    low, high = LENGTHS[species]
    length = dice.whole(2 * low, 2 * high) / 2
    cutout = stage.cut("fish", width=dice.between(470, 720), species=species)
    wide, tall = cutout.size
    per_cm = wide / length
    unit = dice.pick(("cm", "cm", "in"))
    per_unit = per_cm * (CM_PER_INCH if unit == "in" else 1)
    start = dice.pick((0, 0, 0, 1)) * Divisions.of(per_unit).number
    end = start + length / (CM_PER_INCH if unit == "in" else 1)
    marked = _marked_length(end, per_unit, stage.size[0])
    zero = round(dice.between(MARGIN + 4, max(MARGIN + 5, stage.size[0] - marked * per_unit - MARGIN)))
    left = round(zero + start * per_unit)
    middle = dice.between(tall / 2 + 30, stage.size[1] - tall / 2 - HIGH - 60)
    put = stage.put(cutout, left, round(middle - tall / 2), depth=2, anchor="corner", shadow="flat")
    if put:
        stage.thing_of(put).kept = 1.0
    measure = ruler(unit, per_unit, marked, Dice(dice.branch()))
    top = round(middle + tall / 2 + dice.between(10, 26))
    stage.put(measure, left - start * per_unit - MARGIN, top, depth=1, anchor="corner", shadow="flat")
    _beside(stage, top + HIGH)
    living = stage.world.nature.find(species)
    stage.facts = {
        "species": species,
        "scientific": living.scientific if living else "",
        "length_cm": length,
        "length_in": round(length / CM_PER_INCH, 1),
        "ruler_unit": unit,
        "read_from": round(start, 2),
        "read_to": round(end, 2),
        "pixels_per_unit": round(per_unit, 4),
    }


def _marked_length(end: float, per_unit: float, wide: int) -> float:
    """Return the length of the ruler: a number beyond the fish, and the next one if there is room."""
    step = Divisions.of(per_unit).number
    needed = math.ceil((end + 0.01) / step) * step
    fits = (needed + step) * per_unit + 2 * MARGIN < wide
    return needed + step if fits else needed


def _table(size: tuple[int, int], dice: Dice) -> Image.Image:
    ground = dice.pick(("wood", "wood", "steel", "cloth", "ice", "deck"))
    if ground == "wood":
        return textures.wood(size, dice)
    if ground == "cloth":
        return textures.fabric(size, dice)
    if ground == "ice":
        return textures.plaster(size, dice, "#dbe8ee")
    return (
        textures.concrete(size, dice, "#aeb4b8")
        if ground == "steel"
        else textures.wood(size, dice, "#c9c2b4", 8)
    )


def _beside(stage: Stage, below: float) -> None:
    """Sometimes place another object in front."""
    room = stage.size[1] - below
    for label, size in stage.dice.some(
        (("lemon", 66), ("knife", 150), ("scissors", 110), ("bucket", 90)), stage.dice.whole(0, 2)
    ):
        if room > size * 0.5:
            cutout = stage.cut(label, size=size, turn=90 if label == "knife" else 0)
            area = Area(
                90, below + cutout.size[1] / 2 + 4, stage.size[0] - 90, stage.size[1] - cutout.size[1] / 2
            )
            if area.bottom > area.top:
                scatter(stage, cutout, area, anchor="centre", shadow="flat", least=0.9, depth=3)
