"""Cars and other vehicles in a street or a showroom."""

from __future__ import annotations

from m3bench_world.scenes.stage import Area, Stage, scatter
from m3bench_world.scenes.views import landscapes

LENGTHS = {"car": 240, "pickup truck": 265, "van": 255, "bus": 420, "truck": 380, "motorcycle": 145}
"""Length in pixels on the nearer lane."""

_STREET = ("car", "car", "car", "car", "pickup truck", "van", "bus", "truck", "motorcycle")
_SHOWN = ("car", "car", "car", "pickup truck", "van", "motorcycle")


def compose(stage: Stage) -> None:
    setting = stage.dice.pick(("street", "street", "showroom"))
    (_street if setting == "street" else _showroom)(stage)
    counts = {label: stage.count(label) for label in LENGTHS if stage.count(label)}
    stage.facts |= {
        "setting": setting,
        "vehicles": counts,
        "total": sum(counts.values()),
        "people": stage.count("person"),
    }


def _street(stage: Stage) -> None:
    """Compose a street with two lanes: the farther one to the left, the nearer one to the right."""
    dice = stage.dice
    wide, high = stage.size
    horizon = dice.whole(210, 260)
    stage.backdrop = landscapes.street(stage.size, dice, horizon)
    kerb = horizon + (high - horizon) * 0.3
    lanes = ((kerb + (high - kerb) * 0.34, 0.8, True), (high - 26, 1.05, False))
    driven = [(*lane, dice.pick(_STREET)) for lane in lanes for _ in range(dice.whole(0, 3))]
    for foot, scale, left, label in driven or [(*lanes[1], "car")]:
        _drive(stage, label, foot, scale, left)
    for _ in range(dice.whole(0, 3)):
        walker = stage.cut(
            "person", height=128, pose=dice.pick(("walking", "standing")), helmet="no", vest="no"
        )
        scatter(stage, walker, Area(40, kerb - 24, wide - 40, kerb - 6), least=0.6)
    if dice.happens(0.4):
        tree = stage.cut("tree", height=190, form="broadleaf")
        scatter(stage, tree, Area(60, horizon + 16, wide - 60, horizon + 26), least=0.55)
    if dice.happens(0.3):
        bicycle = stage.cut("bicycle", width=130)
        scatter(stage, bicycle, Area(80, kerb - 14, wide - 80, kerb - 4), least=0.6)


def _drive(stage: Stage, label: str, foot: float, scale: float, left: bool) -> None:
    cutout = stage.cut(label, width=LENGTHS[label] * scale, flip=left)
    half = cutout.size[0] / 2
    scatter(stage, cutout, Area(half * 0.8, foot, stage.size[0] - half * 0.8, foot), least=0.94, tries=16)


def _showroom(stage: Stage) -> None:
    dice = stage.dice
    wide, high = stage.size
    horizon = dice.whole(250, 310)
    stage.backdrop = landscapes.showroom(stage.size, dice, horizon)
    count = dice.whole(1, 3)
    for index in range(count):
        label = dice.pick(_SHOWN)
        scale = {1: dice.between(1.6, 2.2), 2: 1.35, 3: 1.0}[count]
        cutout = stage.cut(label, width=min(LENGTHS[label] * scale, wide * 0.8))
        foot = high - 40 - (count - 1 - index) * dice.between(70, 90)
        half = cutout.size[0] / 2
        scatter(stage, cutout, Area(half + 6, foot, wide - half - 6, foot), least=0.6, tries=20)
    if not any(stage.count(label) for label in LENGTHS):
        stage.put(
            stage.cut("car", width=400), wide / 2, high - 50, depth=high, anchor="foot", shadow="ground"
        )
    for _ in range(dice.whole(0, 2)):
        visitor = stage.cut("person", height=210, pose="standing", helmet="no", vest="no")
        scatter(stage, visitor, Area(60, horizon + 40, wide - 60, high - 30), least=0.65)
    if dice.happens(0.35):
        plant = stage.cut("potted plant", height=130)
        scatter(stage, plant, Area(60, horizon + 16, wide - 60, horizon + 40), least=0.6)
