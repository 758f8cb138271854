"""A table with many of one thing and fewer of others, so that the most frequent one is clear."""

from __future__ import annotations

from m3bench_world.scenes.resting import rest
from m3bench_world.scenes.stage import Area, Stage, scatter
from m3bench_world.scenes.views import backdrops

MAIN = {"scissors": 110, "clock": 105, "lamp": 180, "laptop": 130}
"""School supplies and their heights in pixels."""
_OTHERS = {"cup": 100, "book": 100, "apple": 75, "lemon": 60, "bowl": 90, "ball": 80}
_FEWEST, _MOST = 4, 6
_MOST_OTHERS = 2
_IN_VIEW = 0.9


def main_thing(number: int) -> str:
    """Return the most frequent thing in a picture."""
    return tuple(MAIN)[number % len(MAIN)]


def compose(stage: Stage) -> None:
    dice, main = stage.dice, main_thing(stage.number)
    horizon = dice.whole(150, 200)
    stage.backdrop = backdrops.tabletop(stage.size, dice, horizon)
    others = dice.some(tuple(_OTHERS), dice.whole(2, 3))
    placed = [main] * dice.whole(_FEWEST, _MOST)
    placed += [label for label in others for _ in range(dice.whole(1, _MOST_OTHERS))]
    for label in placed:
        _stand(stage, label, (MAIN | _OTHERS)[label], horizon)
    stage.facts = {"main": main, "count": stage.count(main)}


def _stand(stage: Stage, label: str, height: int, horizon: int) -> None:
    turn, shadow = rest(stage.dice, label)
    cutout = stage.cut(label, height=height * stage.dice.between(0.85, 1.1), turn=turn)
    half = cutout.size[0] / 2
    top = max(horizon + 60, cutout.size[1] + 6)
    area = Area(half + 4, top, stage.size[0] - half - 4, stage.size[1] - 10)
    scatter(stage, cutout, area, shadow=shadow, least=_IN_VIEW, tries=30)
