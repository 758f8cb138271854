"""Everyday objects in a room, on a desk, in a kitchen or out of doors."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec
from PIL import Image

from m3bench_world.scenes import clutter
from m3bench_world.scenes.painting import Dice, Shadow
from m3bench_world.scenes.resting import rest
from m3bench_world.scenes.stage import Area, Stage, scatter
from m3bench_world.scenes.views import backdrops

Backdrop = Callable[[tuple[int, int], Dice, int], Image.Image]


class Setting(msgspec.Struct, frozen=True):
    """A setting. Heights are in pixels in the foreground; farther things are smaller."""

    backdrop: Backdrop
    horizon: tuple[int, int]
    near: dict[str, int]
    back: dict[str, int] = {}
    """Stands at the far end of the ground, at most one of each."""
    above: dict[str, int] = {}
    """Hangs on the wall or is in the sky."""
    clutter: tuple[clutter.Maker, ...] = clutter.TABLE
    farthest: float = 0.55
    """Scale of far things relative to near ones."""


SETTINGS = {
    "room": Setting(
        backdrop=backdrops.room,
        horizon=(310, 360),
        near={
            "backpack": 150, "ball": 85, "basket": 130, "chair": 240, "umbrella": 190, "potted plant": 190,
            "vase": 140, "bicycle": 210, "book": 85, "lamp": 200,
        },
        back={"bed": 250, "table": 210, "desk": 220, "chair": 250, "potted plant": 210, "bicycle": 230},
        above={"clock": 100, "towel": 150},
        clutter=clutter.FLOOR,
        farthest=0.72,
    ),
    "desk": Setting(
        backdrop=backdrops.tabletop,
        horizon=(200, 270),
        near={
            "cup": 110, "book": 115, "phone": 120, "scissors": 120, "mouse": 80, "keyboard": 95,
            "bottle": 190, "laptop": 190, "apple": 85, "clock": 110, "backpack": 190,
        },
        back={"laptop": 230, "lamp": 270, "potted plant": 210, "vase": 190, "bottle": 220},
        above={"clock": 95},
        farthest=0.75,
    ),
    "kitchen": Setting(
        backdrop=backdrops.tabletop,
        horizon=(200, 270),
        near={
            "cup": 110, "plate": 75, "bowl": 100, "fork": 150, "knife": 150, "spoon": 150, "bottle": 200,
            "basket": 150, "lemon": 60, "tomato": 75,
        },
        back={"kettle": 200, "vase": 200, "potted plant": 210, "basket": 190, "bottle": 230},
        above={"clock": 95, "towel": 140},
        farthest=0.75,
    ),
    "outdoors": Setting(
        backdrop=backdrops.meadow,
        horizon=(250, 310),
        near={
            "bicycle": 200, "ball": 85, "umbrella": 210, "basket": 120, "backpack": 145, "chair": 220,
            "table": 150, "tree": 330, "potted plant": 150,
        },
        back={"house": 320, "castle": 380, "bridge": 210, "tree": 340},
        above={"cloud": 75},
        clutter=clutter.MEADOW,
    ),
}  # fmt: skip


class _Ground(NamedTuple):
    """Range in which things stand, and the end of the ground."""

    horizon: int
    top: float
    bottom: float

    def nearness(self, foot: float, height: int) -> float:
        return (foot - self.horizon) / (height - self.horizon)


def compose(stage: Stage) -> None:
    dice = stage.dice
    name = dice.pick(tuple(SETTINGS))
    setting = SETTINGS[name]
    horizon = dice.whole(*setting.horizon)
    stage.backdrop = setting.backdrop(stage.size, dice, horizon)
    if name != "outdoors" and dice.happens(0.35):
        glazed = backdrops.window(dice, dice.whole(140, 240), dice.whole(130, 190))
        stage.put(glazed, dice.between(120, 680), horizon - 40, depth=-5, anchor="foot")
    _clutter(stage, setting, horizon)
    _above(stage, setting, horizon)
    far = [(label, setting.back[label]) for label in dice.some(setting.back, dice.whole(1, 3))]
    _standing(stage, setting, far, _Ground(horizon, horizon + 8, horizon + 40))
    near = [dice.pick(tuple(setting.near.items())) for _ in range(dice.whole(3, 8))]
    _standing(stage, setting, near, _Ground(horizon, horizon + 70, stage.size[1] - 10))
    stage.facts["setting"] = name


def _clutter(stage: Stage, setting: Setting, horizon: int) -> None:
    wide, high = stage.size
    ground = Area(40, horizon + 50, wide - 40, high)
    largest = 420 if setting.clutter is clutter.FLOOR else 200
    clutter.scatter_clutter(stage, setting.clutter, stage.dice.whole(0, 3), ground, (100, largest))
    if setting.clutter is not clutter.MEADOW:
        wall = Area(70, 60, wide - 70, horizon * 0.5)
        clutter.scatter_clutter(stage, clutter.WALL, stage.dice.whole(0, 2), wall, (90, 150))


def _above(stage: Stage, setting: Setting, horizon: int) -> None:
    for _ in range(stage.dice.whole(0, 2)):
        label = stage.dice.pick(tuple(setting.above))
        if label != "cloud" and stage.count(label):
            continue
        cutout = stage.cut(label, height=setting.above[label] * stage.dice.between(0.8, 1.15))
        half, middle = cutout.size[0] / 2 + 6, cutout.size[1] / 2 + 6
        area = Area(half, middle, stage.size[0] - half, max(horizon * 0.45, middle + 1))
        shadow: Shadow | None = None if label == "cloud" else "flat"
        scatter(stage, cutout, area, anchor="centre", shadow=shadow, least=0.75, depth=-4)


def _standing(stage: Stage, setting: Setting, heights: list[tuple[str, int]], ground: _Ground) -> None:
    """Place things on the ground, smaller with distance."""
    dice = stage.dice
    for label, height in heights:
        foot = dice.between(ground.top, ground.bottom)
        growth = (1 - setting.farthest) * ground.nearness(foot, stage.size[1])
        turn, shadow = rest(dice, label)
        size = height * (setting.farthest + growth) * dice.between(0.88, 1.12)
        cutout = stage.cut(label, height=size, turn=turn)
        half = cutout.size[0] / 2
        if half < stage.size[0] * 0.38:
            area = Area(half * 0.9, foot, stage.size[0] - half * 0.9, foot)
            scatter(stage, cutout, area, shadow=shadow, least=0.62)
