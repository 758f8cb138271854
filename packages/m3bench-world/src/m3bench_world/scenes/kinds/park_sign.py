"""The entrance board of a national park, with a signpost to another one."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image

from m3bench_world.parks import Park
from m3bench_world.scenes.painting import Canvas, Dice, lighter, panel, polygon, rect
from m3bench_world.scenes.prints import Block, fit_block, is_writable, page, set_lines
from m3bench_world.scenes.stage import Stage
from m3bench_world.scenes.views import landscapes

_SIZE = (860, 600)
_WOODS = ("#5b3a22", "#6a4526", "#4c3524", "#3f4a34")
_INK = "#f6efd8"
_NEXT = 4
"""Number of nearest parks that the signpost may point to."""
_LANDS: tuple[tuple[frozenset[str], Callable[[tuple[int, int], Dice, int], Image.Image]], ...] = (
    (frozenset(("arctic", "glacier", "ice")), landscapes.ice),
    (frozenset(("island", "coast", "beach", "boat", "lake", "river")), landscapes.shore),
    (frozenset(("desert", "canyon", "cave", "prairie", "volcano")), landscapes.savanna),
    (frozenset(("forest", "mountain", "snow")), landscapes.forest),
)


def compose(stage: Stage) -> None:
    dice = stage.dice
    parks = [
        park for park in stage.world.parks.all() if park.campground_count and is_writable(park.full_name)
    ]
    park = dice.pick(parks)
    other = dice.pick(_nearest(park, parks))
    horizon = dice.whole(300, 350)
    stage.size = _SIZE
    stage.backdrop = _land(park)(_SIZE, dice, horizon)
    wood, left = dice.pick(_WOODS), dice.happens(0.5)
    stage.put(_board(dice, park, wood).cutout().trimmed(), 300 if left else 560, 560, anchor="foot")
    miles = round(_miles(park, other))
    post = _signpost(f"{other.name} {miles} mi", wood, rightwards=left)
    stage.put(post.cutout().trimmed(), 722 if left else 138, 575, anchor="foot")
    stage.facts = {"park": park.code, "name": park.full_name, "other": other.code, "miles": miles}


def _land(park: Park) -> Callable[[tuple[int, int], Dice, int], Image.Image]:
    return next((land for traits, land in _LANDS if traits & park.traits), landscapes.farmland)


def _miles(one: Park, other: Park) -> float:
    """Return the approximate straight-line distance."""
    across = (one.lng - other.lng) * math.cos(math.radians((one.lat + other.lat) / 2))
    return math.hypot(one.lat - other.lat, across) * 69


def _nearest(park: Park, parks: list[Park]) -> list[Park]:
    others = [one for one in parks if one.code != park.code and len(one.name) <= 20]
    return sorted(others, key=lambda one: (_miles(park, one), one.code))[:_NEXT]


def _board(dice: Dice, park: Park, wood: str) -> Canvas:
    """Draw a wide board on two posts: a greeting, the name and the kind of park."""
    wide, high, foot = 500, 270, 110
    canvas = page(wide, high + foot)
    for x in (54, wide - 90):
        panel(canvas, rect(x, 20, 36, high + foot - 20), lighter(wood, 0.12))
    panel(canvas, rect(0, 0, wide, high, 12), wood)
    canvas.stroke(rect(12, 12, wide - 24, high - 24, 8), lighter(wood, 0.55), 3, closed=True)
    kind = park.full_name.removeprefix(park.name).strip()
    greeting = dice.pick(("WELCOME TO", "ENTERING", "YOU ARE ENTERING"))
    canvas.text(greeting, wide / 2, 48, 26, lighter(wood, 0.75))
    name = Block(park.name if kind else park.full_name, 60, 2, 0.02, _INK)
    below = set_lines(canvas, fit_block(name, wide - 70, 60) or [], wide / 2, 72)
    if kind:
        set_lines(canvas, fit_block(Block(kind, 38, 2, 0.0, _INK), wide - 80, 38) or [], wide / 2, below + 6)
    return canvas


def _signpost(text: str, wood: str, *, rightwards: bool) -> Canvas:
    """Draw a pointed plank on a post."""
    wide, high, tall = 210, 76, 250
    canvas = page(wide, tall)
    panel(canvas, rect(wide / 2 - 9, 10, 18, tall - 10), lighter(wood, 0.2))
    points = [(0, 0), (wide - 30, 0), (wide, high / 2), (wide - 30, high), (0, high)]
    shape = points if rightwards else [(wide - x, y) for x, y in points]
    panel(canvas, polygon(*shape), lighter(wood, 0.06))
    middle = wide / 2 + (-11 if rightwards else 11)
    lines = fit_block(Block(text, 26, 2, 0.0, _INK), wide - 46, 26) or []
    set_lines(canvas, lines, middle, high / 2 - sum(line.size for line in lines) * 0.61)
    return canvas
