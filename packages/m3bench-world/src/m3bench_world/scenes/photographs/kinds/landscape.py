"""A landscape with trees, and with something in the sky."""

from __future__ import annotations

from m3bench_world.scenes.photographs import grounds
from m3bench_world.scenes.photographs.catalogue import things
from m3bench_world.scenes.photographs.cutting import cut_photograph
from m3bench_world.scenes.photographs.standing import Camera, fits, stand
from m3bench_world.scenes.stage import Stage

VIEWS = {
    "meadow": grounds.meadow,
    "dry plain": grounds.savanna,
    "beach": grounds.beach,
    "lake": grounds.lakeside,
}
_TREES = {"meadow": ("oak", "broadleaf"), "dry plain": ("oak", "broadleaf"), "beach": ("palm",)}
_FLYING = {"balloon": (90, 150), "airplane": (110, 170), "seagull": (70, 110), "pelican": (80, 130)}
_EYE = 1.7


def compose(stage: Stage) -> None:
    dice = stage.dice
    name = dice.pick(tuple(VIEWS))
    ground = VIEWS[name](stage.size, dice)
    stage.backdrop, stage.light = ground.image, ground.light
    camera = Camera(ground, _EYE, stage.size[1])
    for _ in range(dice.whole(0, 4) if name in _TREES and fits("tree", camera) else 0):
        stand(stage, camera, "tree", least=0.7, wishes={"form": dice.pick(_TREES[name])})
    for label in dice.some(_FLYING, dice.whole(1, 2)):
        for _ in range(dice.whole(1, 3)):
            _fly(stage, label, ground.horizon)
    counts = {label: stage.count(label) for label in ("tree", *_FLYING) if stage.count(label)}
    stage.facts = {"view": name, "counts": counts, "total": sum(counts.values())}


def _fly(stage: Stage, label: str, horizon: float) -> None:
    dice = stage.dice
    one = dice.pick(things()[label])
    cutout = cut_photograph(
        one,
        stage.light,
        size=dice.between(*_FLYING[label]),
        turn=0 if label == "balloon" else dice.between(-8, 8),
        flip=dice.happens(0.5),
    )
    half, tall = (side / 2 + 6 for side in cutout.size)
    lowest = max(tall + 1, horizon - tall)
    for _ in range(12):
        x, y = dice.between(half, stage.size[0] - half), dice.between(tall, lowest)
        if stage.put(cutout, x, y, depth=-1, least=0.85):
            return
