"""Fruit and vegetables on a table, in a bowl or on plates, to be named and counted."""

from __future__ import annotations

from m3bench_world.scenes import clutter
from m3bench_world.scenes.painting import Canvas, Cutout, scaled
from m3bench_world.scenes.resting import rest
from m3bench_world.scenes.sprites.tableware import GLAZES, bowl_back, bowl_front
from m3bench_world.scenes.stage import Area, Stage, scatter
from m3bench_world.scenes.views import backdrops

SIZES = {
    "apple": 88, "pear": 105, "orange": 88, "lemon": 84, "banana": 150, "grapes": 125, "strawberry": 60,
    "pineapple": 200, "watermelon": 180, "kiwi": 68, "peach": 88, "tomato": 84, "carrot": 150,
    "broccoli": 120, "eggplant": 160, "cucumber": 170, "onion": 86, "bell pepper": 105, "pumpkin": 165,
    "radish": 84, "corn": 160, "lettuce": 135,
}  # fmt: skip
"""Longer side in pixels at the usual distance, in true proportions."""

_SMALL = tuple(label for label, size in SIZES.items() if size <= 125)
_HEAPED = tuple(label for label in _SMALL if label not in {"radish", "grapes", "broccoli"})
_WARE = (("cup", 105), ("knife", 160), ("bottle", 210), ("fork", 150), ("kettle", 165), ("vase", 180))


def compose(stage: Stage) -> None:
    dice = stage.dice
    horizon = dice.whole(150, 230)
    stage.backdrop = backdrops.tabletop(stage.size, dice, horizon)
    if dice.happens(0.3):
        glazed = backdrops.window(dice, dice.whole(150, 260), horizon + 20)
        stage.put(glazed, dice.between(100, 700), horizon - 50, depth=-2, anchor="foot")
    scale = dice.between(0.85, 1.2)
    wide, high = stage.size
    clutter.scatter_clutter(
        stage, clutter.TABLE, dice.whole(0, 3), Area(60, horizon + 40, wide - 60, high), (110, 240)
    )
    arrangement = dice.pick(("table", "bowl", "plates"))
    if arrangement == "bowl":
        _bowl(stage, scale)
    elif arrangement == "plates":
        _plates(stage, scale)
    _ware(stage, horizon, scale)
    count = dice.whole(6, 13) if arrangement == "table" else dice.whole(0, 4)
    nearest = 385 if arrangement == "plates" else stage.size[1] - 12
    _loose(stage, count, scale, (horizon + 70, nearest))
    counts = {label: stage.count(label) for label in SIZES if stage.count(label)}
    stage.facts |= {"arrangement": arrangement, "counts": counts, "total": sum(counts.values())}


def _fruit(stage: Stage, label: str, scale: float, tilt: float) -> Cutout:
    size = SIZES[label] * scale * stage.dice.between(0.9, 1.1)
    return stage.cut(label, size=size, turn=stage.dice.between(-tilt, tilt))


def _loose(stage: Stage, count: int, scale: float, rows: tuple[float, float]) -> None:
    """Scatter a few kinds on the table, several of each. Plates are nearer than the last row."""
    sorts = stage.dice.some(SIZES, stage.dice.whole(2, 5))
    for _ in range(count):
        cutout = _fruit(stage, stage.dice.pick(sorts), scale, 28)
        half = cutout.size[0] / 2
        top = min(rows[1], max(rows[0], cutout.size[1] + 6))
        area = Area(half + 4, top, stage.size[0] - half - 4, rows[1])
        scatter(stage, cutout, area, least=0.7)


def _ware(stage: Stage, horizon: int, scale: float) -> None:
    for label, height in stage.dice.some(_WARE, stage.dice.whole(0, 2)):
        turn, shadow = rest(stage.dice, label)
        cutout = stage.cut(label, height=height * scale, turn=turn)
        area = Area(80, horizon + 60, stage.size[0] - 80, horizon + 150)
        scatter(stage, cutout, area, shadow=shadow, least=0.7)


def _bowl(stage: Stage, scale: float) -> None:
    """Compose a bowl of fruit: its inside behind them, its wall in front."""
    dice = stage.dice
    colour = dice.pick(tuple(GLAZES))
    wide = dice.between(330, 430) * scale
    left, top = dice.between(30, 770 - wide), dice.between(300, 360)
    size = round(wide), round(wide * 0.58)
    inside, wall = (Canvas(size, scaled(wide / 100)) for _ in range(2))
    bowl_back(inside, GLAZES[colour])
    bowl_front(wall, GLAZES[colour], striped=dice.happens(0.5))
    depth = top + wide * 0.5
    back = stage.put(inside.cutout("bowl", {"colour": colour}), left, top, depth=depth, anchor="corner")
    if back is None:
        return
    bowl, front = stage.thing_of(back), depth + 3
    stage.put(wall.cutout(), left, top, depth=front, anchor="corner", shadow="ground", piece_of=bowl)
    _heap(stage, scale, (left, top, wide), depth)


def _heap(stage: Stage, scale: float, bowl: tuple[float, float, float], depth: float) -> None:
    left, top, wide = bowl
    sorts = stage.dice.some(_HEAPED, stage.dice.whole(1, 4))
    usual = scale * sum(SIZES[label] for label in sorts) / len(sorts)
    for row, (lift, spread) in enumerate(((0.13, 0.30), (0.03, 0.33), (-0.06, 0.26))):
        count = max(3, min(7, round(2 * spread * wide / (usual * 0.72))))
        for step in range(count):
            cutout = _fruit(stage, stage.dice.pick(sorts), scale, 30)
            x = left + wide * (0.5 + spread * (2 * step / (count - 1) - 1)) + stage.dice.between(-8, 8)
            foot = top + wide * (0.2 - lift) + stage.dice.between(-4, 4)
            stage.put(cutout, x, foot, depth=depth + 1 + row / 10, anchor="foot", least=0.52)


def _plates(stage: Stage, scale: float) -> None:
    """Compose two or three plates in a row with fruit on each."""
    dice = stage.dice
    count = dice.whole(2, 3)
    room = stage.size[0] / count
    colour = dice.pick(tuple(GLAZES))
    served = []
    for index in range(count):
        plate = stage.cut("plate", width=min(room - 26, 270 * scale), colour=colour)
        x, y = room * (index + 0.5), dice.between(450, 520)
        if stage.put(plate, x, y, depth=y - 40, shadow="ground", least=0.4):
            sorts = dice.some(_SMALL, dice.whole(1, 2))
            served.append(_serve(stage, sorts, scale * 0.8, (x, y), plate.size))
    stage.facts["on_plates"] = served


def _serve(
    stage: Stage, sorts: list[str], scale: float, centre: tuple[float, float], size: tuple[int, int]
) -> dict[str, int]:
    """Put fruit on one plate and return the counts by label."""
    counts: dict[str, int] = {}
    for _ in range(stage.dice.whole(1, 4)):
        label = stage.dice.pick(sorts)
        cutout = _fruit(stage, label, scale, 25)
        x, y = centre[0], centre[1] + size[1] * 0.2
        area = Area(x - size[0] * 0.27, y - size[1] * 0.22, x + size[0] * 0.27, y + size[1] * 0.08)
        if scatter(stage, cutout, area, least=0.7):
            counts[label] = counts.get(label, 0) + 1
    return counts
