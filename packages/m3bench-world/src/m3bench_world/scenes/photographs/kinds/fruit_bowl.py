"""Fruit and vegetables on a wooden table, to be named and counted, in their true sizes."""

from __future__ import annotations

from m3bench_world.scenes.kinds.fruit_bowl import SIZES
from m3bench_world.scenes.painting import Cutout, Shadow
from m3bench_world.scenes.photographs.catalogue import ThingPhotograph, things
from m3bench_world.scenes.photographs.cutting import cut_photograph, largest_size
from m3bench_world.scenes.photographs.tables import Table, table
from m3bench_world.scenes.stage import Stage

LABELS = tuple(label for label in SIZES if label in things())
"""The labels of the drawn kind, so that the same tasks fit."""

_PER_CENTIMETRE = (9.6, 11.2)
"""Pixels at the lower edge of the picture."""
_FARTHEST = 0.78
_TILT = 14
_LYING = {"grapes": (62, 118)}
"""Turns in degrees of what cannot stand."""
_TRIES = 14


def compose(stage: Stage) -> None:
    compose_table(stage, LABELS)
    counts = {label: stage.count(label) for label in LABELS if stage.count(label)}
    stage.facts |= {"arrangement": "table", "counts": counts, "total": sum(counts.values())}


def compose_table(stage: Stage, labels: tuple[str, ...]) -> None:
    """Put several of a few kinds on a table."""
    dice = stage.dice
    shown = table(stage.size, dice, dice.whole(120, 210))
    stage.backdrop, stage.light = shown.image, shown.light
    scale = dice.between(*_PER_CENTIMETRE)
    sorts = dice.some(labels, dice.whole(2, 5))
    middle = dice.between(0.35, 0.65) * stage.size[0]
    for _ in range(dice.whole(7, 13)):
        _lay(stage, shown, dice.pick(sorts), scale, middle)


def _lay(stage: Stage, shown: Table, label: str, scale: float, middle: float) -> None:
    """Put a thing on the table, rather near the middle: people put fruit together."""
    dice = stage.dice
    wide, high = stage.size
    one = dice.pick(things()[label])
    for _ in range(_TRIES):
        row = dice.between(shown.edge + 60, high - 14)
        nearness = (row - shown.edge) / (high - shown.edge)
        per_cm = scale * (_FARTHEST + (1 - _FARTHEST) * nearness) * dice.between(0.94, 1.06)
        cutout = _cut(stage, one, per_cm)
        half = cutout.size[0] / 2
        spread = (dice.share() + dice.share() - 1) * wide * 0.55
        x = min(max(middle + spread, half + 4), wide - half - 4)
        shadow: Shadow = "flat" if label in _LYING else "ground"
        if stage.put(cutout, x, row, depth=row, anchor="foot", shadow=shadow, least=0.78):
            return


def _cut(stage: Stage, one: ThingPhotograph, per_cm: float) -> Cutout:
    size = min(one.centimetres * per_cm, largest_size(one))
    turn = stage.dice.between(*_LYING.get(one.label, (-_TILT, _TILT)))
    return cut_photograph(one, stage.light, size=size, turn=turn, flip=stage.dice.happens(0.5))
