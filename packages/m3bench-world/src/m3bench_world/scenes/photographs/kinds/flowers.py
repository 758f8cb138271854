"""Cut flowers on wood, to be named and counted."""

from __future__ import annotations

from m3bench_world.scenes.photographs.catalogue import things
from m3bench_world.scenes.photographs.cutting import cut_photograph
from m3bench_world.scenes.photographs.tables import surface
from m3bench_world.scenes.stage import Area, Stage, scatter

LABELS = (
    *("anemone", "anthurium", "daffodil", "desert rose", "gazania", "hibiscus", "iris", "marigold"),
    *("petunia", "rose"),
)
_PER_CENTIMETRE = (12.5, 15.0)


def compose(stage: Stage) -> None:
    dice = stage.dice
    shown = surface(stage.size, dice)
    stage.backdrop, stage.light = shown.image, shown.light
    sorts = dice.some(LABELS, dice.whole(2, 4))
    scale = dice.between(*_PER_CENTIMETRE)
    for number in range(dice.whole(5, 10)):
        one = dice.pick(things()[dice.pick(sorts)])
        size = one.centimetres * scale * dice.between(0.9, 1.1)
        cutout = cut_photograph(
            one, stage.light, size=size, turn=dice.between(-180, 180), flip=dice.happens(0.5)
        )
        half, tall = cutout.size[0] / 2 + 6, cutout.size[1] / 2 + 6
        area = Area(half, tall, stage.size[0] - half, stage.size[1] - tall)
        scatter(stage, cutout, area, anchor="centre", shadow="flat", least=0.75, depth=number)
    counts = {label: stage.count(label) for label in LABELS if stage.count(label)}
    stage.facts = {"counts": counts, "total": sum(counts.values())}
