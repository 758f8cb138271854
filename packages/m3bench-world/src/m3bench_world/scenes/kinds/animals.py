"""Animals in their usual landscape, with or without people."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from m3bench_world.scenes import clutter
from m3bench_world.scenes.painting import Cutout, Dice
from m3bench_world.scenes.stage import Area, Stage, scatter
from m3bench_world.scenes.views import landscapes


class Setting(NamedTuple):
    backdrop: Callable[[tuple[int, int], Dice, int], Image.Image]
    animals: tuple[str, ...]
    flying: tuple[str, ...] = ()
    trees: tuple[str, ...] = ()
    """Types of trees."""


SETTINGS: dict[str, Setting] = {
    "savanna": Setting(
        landscapes.savanna,
        ("elephant", "giraffe", "zebra", "lion", "antelope", "monkey", "snake"),
        ("eagle",),
        ("broadleaf",),
    ),
    "farm": Setting(
        landscapes.farmland,
        ("cow", "horse", "sheep", "pig", "chicken", "duck", "dog", "cat"),
        ("butterfly",),
        ("broadleaf",),
    ),
    "forest": Setting(
        landscapes.forest,
        ("bear", "wolf", "fox", "deer", "rabbit", "owl", "bird"),
        ("eagle", "butterfly", "bee"),
        ("broadleaf", "conifer"),
    ),
    "jungle": Setting(
        landscapes.forest,
        ("tiger", "monkey", "snake", "frog", "bird", "elephant"),
        ("butterfly",),
        ("broadleaf",),
    ),
    "arctic": Setting(landscapes.ice, ("bear", "wolf", "fox", "rabbit"), ("eagle",), ("conifer",)),
    "antarctic": Setting(landscapes.ice, ("penguin",)),
    "pond": Setting(
        landscapes.shore,
        ("duck", "frog", "turtle", "snake", "crocodile", "bird", "dog"),
        ("bee", "butterfly"),
        ("broadleaf",),
    ),
}

_OFTEN = tuple(name for name, setting in SETTINGS.items() for _ in range(0, len(setting.animals), 3))
"""Settings with more kinds of animals are more frequent."""

SIZES = {
    "elephant": 240, "giraffe": 290, "zebra": 170, "lion": 160, "antelope": 165, "monkey": 110, "snake": 90,
    "eagle": 120, "cow": 185, "horse": 200, "sheep": 130, "pig": 125, "chicken": 84, "duck": 88, "dog": 110,
    "cat": 92, "bear": 185, "wolf": 145, "fox": 125, "deer": 185, "rabbit": 84, "owl": 90, "bird": 78,
    "tiger": 170, "frog": 82, "penguin": 140, "turtle": 96, "crocodile": 200, "bee": 70, "butterfly": 72,
}  # fmt: skip
"""Longer side in pixels in the foreground."""

_COATS = {
    ("arctic", "bear"): ("white",),
    ("arctic", "wolf"): ("white",),
    ("arctic", "rabbit"): ("white",),
    ("forest", "bear"): ("brown", "black"),
}
"""Colours that are allowed in a setting."""

_PEOPLE = {
    "savanna": 0.25,
    "farm": 0.5,
    "forest": 0.3,
    "jungle": 0.2,
    "arctic": 0.3,
    "antarctic": 0.3,
    "pond": 0.4,
}


def compose(stage: Stage) -> None:
    dice = stage.dice
    name = dice.pick(_OFTEN)
    setting = SETTINGS[name]
    horizon = dice.whole(190, 260)
    stage.backdrop = setting.backdrop(stage.size, dice, horizon)
    near = horizon + round((stage.size[1] - horizon) * 0.36) if name == "pond" else horizon + 40
    if setting.backdrop is not landscapes.ice:
        clutter.scatter_clutter(
            stage,
            clutter.MEADOW,
            dice.whole(2, 6),
            Area(40, near + 20, stage.size[0] - 40, stage.size[1]),
            (60, 120),
        )
    _trees(stage, setting, horizon)
    chosen = dice.some(setting.animals, dice.whole(1, 3))
    for _ in range(dice.whole(3, 8)):
        _place(stage, name, dice.pick(chosen), near)
    if dice.happens(_PEOPLE[name]):
        for _ in range(dice.whole(1, 2)):
            place_person(stage, near)
    if setting.flying and dice.happens(0.45):
        place_flying(stage, dice.pick(setting.flying), horizon)
    record_facts(stage, name)


def record_facts(stage: Stage, setting: str) -> None:
    counts = {label: stage.count(label) for label in sorted(SIZES) if stage.count(label)}
    stage.facts = {
        "setting": setting,
        "animals": counts,
        "total": sum(counts.values()),
        "people": stage.count("person"),
    }


def _nearness(stage: Stage, y: float, near: float) -> float:
    """Return the scale of things at height `y` of the picture."""
    return 0.66 + 0.34 * (y - near) / (stage.size[1] - near)


def _place(stage: Stage, setting: str, label: str, near: float) -> None:
    y = stage.dice.between(near + 30, stage.size[1] - 12)
    cutout = cut_animal(stage, setting, label, y, near)
    half = cutout.size[0] / 2
    scatter(stage, cutout, Area(half + 4, y, stage.size[0] - half - 4, y), least=0.6, tries=8)


def cut_animal(stage: Stage, setting: str, label: str, y: float, near: float) -> Cutout:
    """Draw an animal at the scale of height `y`, in a colour of the setting."""
    dice = stage.dice
    size = max(64, SIZES[label] * _nearness(stage, y, near) * dice.between(0.85, 1.12))
    coats = _COATS.get((setting, label))
    return stage.cut(label, size=size, colour=dice.pick(coats)) if coats else stage.cut(label, size=size)


def place_person(stage: Stage, near: float) -> None:
    dice = stage.dice
    y = dice.between(near + 40, stage.size[1] - 12)
    pose = dice.pick(("standing", "walking", "standing", "walking", "sitting"))
    high = 190 * _nearness(stage, y, near)
    cutout = stage.cut("person", height=high, pose=pose, helmet="no", vest="no")
    scatter(stage, cutout, Area(60, y, stage.size[0] - 60, y), least=0.7, tries=8)


def place_flying(stage: Stage, label: str, horizon: int) -> None:
    for _ in range(stage.dice.whole(1, 3)):
        cutout = stage.cut(
            label, size=SIZES[label] * stage.dice.between(0.85, 1.05), turn=stage.dice.between(-14, 14)
        )
        area = Area(70, 60, stage.size[0] - 70, max(80, horizon - 70))
        scatter(stage, cutout, area, anchor="centre", shadow=None, least=0.8, depth=1000)


def _trees(stage: Stage, setting: Setting, horizon: int) -> None:
    if not setting.trees:
        return
    for _ in range(stage.dice.whole(0, 3)):
        high = stage.dice.between(150, 230)
        cutout = stage.cut("tree", height=high, form=stage.dice.pick(setting.trees))
        y = horizon + stage.dice.between(14, 46)
        scatter(stage, cutout, Area(50, y, stage.size[0] - 50, y), least=0.45, tries=6)
