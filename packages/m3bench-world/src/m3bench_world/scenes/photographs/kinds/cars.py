"""Cars and other vehicles on a road, in their true lengths."""

from __future__ import annotations

from m3bench_world.scenes.photographs.catalogue import things
from m3bench_world.scenes.photographs.cutting import cut_photograph, largest_size
from m3bench_world.scenes.photographs.streets import street
from m3bench_world.scenes.stage import Stage

LABELS = ("car", "pickup truck", "bus", "truck")
_DRIVEN = ("car", "car", "car", "pickup truck", "bus", "truck")
_FAR, _NEAR = 36.0, 50.0
"""Pixels per metre on the farther and on the nearer lane."""
_TRIES = 20


def compose(stage: Stage) -> None:
    dice = stage.dice
    shown = street(stage.size, dice)
    stage.backdrop, stage.light = shown.image, shown.light
    room = stage.size[1] - shown.kerb
    lanes = ((shown.kerb + room * 0.3, _FAR, True), (stage.size[1] - 26.0, _NEAR, False))
    driven = [(*lane, dice.pick(_DRIVEN)) for lane in lanes for _ in range(dice.whole(0, 3))]
    for foot, per_metre, left, label in driven or [(*lanes[1], "car")]:
        _drive(stage, label, (foot, per_metre, left))
    counts = {label: stage.count(label) for label in LABELS if stage.count(label)}
    stage.facts = {"setting": "street", "vehicles": counts, "total": sum(counts.values()), "people": 0}


def _drive(stage: Stage, label: str, lane: tuple[float, float, bool]) -> None:
    """Put a vehicle on a lane, if there is room."""
    foot, per_metre, left = lane
    able = [one for one in things()[label] if one.centimetres / 100 * per_metre <= largest_size(one)]
    if not able:
        return
    one = stage.dice.pick(able)
    cutout = cut_photograph(one, stage.light, size=one.centimetres / 100 * per_metre, flip=left)
    half = cutout.size[0] / 2
    for _ in range(_TRIES):
        x = stage.dice.between(half * 0.8, stage.size[0] - half * 0.8)
        if stage.put(cutout, x, foot, depth=foot, anchor="foot", shadow="ground", least=0.94):
            return
