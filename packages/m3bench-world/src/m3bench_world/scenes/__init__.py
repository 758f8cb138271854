"""Scenes: pictures drawn from the seed, each with its exact ground truth.

    drawn = draw(world, "fruit_bowl", 3)
    drawn.png, drawn.scene.things, drawn.scene.counts()

A new thing is a function in `sprites/`, a new kind of scene a module in `kinds/`; see their docstrings.
"""

from m3bench_world.scenes import pages
from m3bench_world.scenes.drawing import (
    DRAWING_LOCK,
    compose,
    compose_picture,
    draw,
    draw_picture,
    kind_names,
)
from m3bench_world.scenes.scene import Code, DrawnScene, Scene, Spot, TextLine, Thing
from m3bench_world.scenes.stage import Composition, Stage

__all__ = [
    "DRAWING_LOCK",
    "Code",
    "Composition",
    "DrawnScene",
    "Scene",
    "Spot",
    "Stage",
    "TextLine",
    "Thing",
    "compose",
    "compose_picture",
    "draw",
    "draw_picture",
    "kind_names",
    "pages",
]
