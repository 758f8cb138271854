"""Animals in a landscape, in their true sizes: small ones are near, large ones far away."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from m3bench_world.scenes.painting import Dice
from m3bench_world.scenes.photographs import grounds
from m3bench_world.scenes.photographs.standing import Camera, fits, stand
from m3bench_world.scenes.stage import Stage

Landscape = Callable[[tuple[int, int], Dice], grounds.Ground]


class Setting(NamedTuple):
    landscapes: tuple[Landscape, ...]
    animals: tuple[str, ...]


SETTINGS = {
    "savanna": Setting((grounds.savanna,), ("elephant", "giraffe", "zebra", "lion", "antelope")),
    "farm": Setting(
        (grounds.meadow, grounds.mountains), ("cow", "horse", "sheep", "pig", "chicken", "duck", "dog")
    ),
    "forest": Setting((grounds.forest, grounds.meadow), ("bear", "fox", "deer", "rabbit", "owl", "bird")),
    "jungle": Setting((grounds.forest,), ("tiger", "elephant", "bird")),
    "antarctic": Setting((grounds.beach,), ("penguin",)),
    "pond": Setting((grounds.lakeside,), ("duck", "frog", "bird", "dog")),
}
"""Landscapes and animals. The animals are among those of the drawn kind, so that the same tasks fit."""

_OFTEN = tuple(name for name, setting in SETTINGS.items() for _ in range(0, len(setting.animals), 2))
_EYES = (0.4, 0.9, 1.6)
"""Height of the camera above the ground in metres."""
_PEOPLE = 0.2


def compose(stage: Stage) -> None:
    dice = stage.dice
    name = dice.pick(_OFTEN)
    camera = choose_camera(stage, SETTINGS[name])
    able = [label for label in SETTINGS[name].animals if fits(label, camera)]
    chosen = dice.some(able, dice.whole(1, 3))
    for _ in range(dice.whole(3, 7)):
        stand(stage, camera, dice.pick(chosen), least=0.8)
    if dice.happens(_PEOPLE) and fits("person", camera):
        stand(stage, camera, "person", least=0.7)
    record_facts(stage, name)


def choose_camera(stage: Stage, setting: Setting) -> Camera:
    """Choose a landscape of a setting and a camera, and set the backdrop and the light of the stage."""
    ground = stage.dice.pick(setting.landscapes)(stage.size, stage.dice)
    stage.backdrop, stage.light = ground.image, ground.light
    cameras = [Camera(ground, eye, stage.size[1]) for eye in stage.dice.shuffled(_EYES)]
    return max(cameras, key=lambda each: min(3, sum(fits(label, each) for label in setting.animals)))


def record_facts(stage: Stage, setting: str) -> None:
    labels = sorted({label for each in SETTINGS.values() for label in each.animals})
    counts = {label: stage.count(label) for label in labels if stage.count(label)}
    stage.facts = {
        "setting": setting,
        "animals": counts,
        "total": sum(counts.values()),
        "people": stage.count("person"),
    }
