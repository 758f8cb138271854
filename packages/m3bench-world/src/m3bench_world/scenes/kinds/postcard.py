"""A postcard of one of the world's famous sights, by day, at dusk or at night, in any weather."""

from __future__ import annotations

from m3bench_world.scenes.sprites import find
from m3bench_world.scenes.stage import Stage
from m3bench_world.scenes.views import SIGHTS, mount, show, view_of

_PAPERS = ("#fbfaf6", "#f4efe2", "#ffffff")


def compose(stage: Stage) -> None:
    dice = stage.dice
    sight = dice.pick(SIGHTS)
    sprite = find(sight.name)
    tall = sprite.height > sprite.width * 1.2
    stage.size = (600, 800) if tall and dice.happens(0.6) else (840, 600)
    margin = dice.pick((0, 0, 18, 26))
    box = (margin, margin, stage.size[0] - margin, stage.size[1] - margin)
    stage.surface = "print"
    stage.facts |= show(stage, view_of(stage, box, sight), sight)
    if margin:
        mount(stage, [box], dice.pick(_PAPERS))
