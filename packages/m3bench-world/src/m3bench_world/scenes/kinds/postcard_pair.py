"""Two famous sights side by side on one card."""

from __future__ import annotations

from m3bench_world.scenes.stage import Stage
from m3bench_world.scenes.views import SIGHTS, mount, show, view_of

_PAPERS = ("#fbfaf6", "#f4efe2", "#ffffff", "#2e3440")
_MARGIN = 16


def compose(stage: Stage) -> None:
    dice = stage.dice
    stage.size, stage.surface = (1000, 560), "print"
    wide = (stage.size[0] - 3 * _MARGIN) // 2
    bottom = stage.size[1] - _MARGIN
    lefts = (_MARGIN, 2 * _MARGIN + wide)
    boxes = [(left, _MARGIN, left + wide, bottom) for left in lefts]
    for side, box, sight in zip(("left", "right"), boxes, dice.some(SIGHTS, 2), strict=True):
        stage.facts[side] = show(stage, view_of(stage, box, sight), sight)
    mount(stage, boxes, dice.pick(_PAPERS))
