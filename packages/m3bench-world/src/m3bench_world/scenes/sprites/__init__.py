"""Sprites: recognizable things, one function each, in several styles.

A new sprite is a function in a module of this folder (one module per family; it is found by itself):

    @sprite("apple", width=100, height=100)
    def apple(canvas: Canvas, look: Look) -> None:
        red = look.named("colour", {"red": "#c62828", "green": "#7cb342"})
        canvas.fill(ellipse(50, 58, 40), ball(50, 58, 40, lighter(red, 0.4), red, darker(red, 0.4)))

It draws within its box of `width` by `height` units, with y down, and its foot near the lower edge where it
stands on something. Details that matter must survive at 64 pixels. `look` gives every random choice; choices
with a name become attributes of the thing. Sprites with letters on them are `mirrored=False`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from m3bench_world.scenes.painting import Canvas, Cutout, Look, moved, scaled, turned

__all__ = ["Sprite", "cut", "find", "labels", "sprite"]

Painter = Callable[[Canvas, Look], None]
_MARGIN = 0.06
"""Margin around the box, as a fraction of its longer side."""


@dataclass(frozen=True)
class Sprite:
    label: str
    paint: Painter
    width: float
    height: float
    mirrored: bool
    family: str


_REGISTER: dict[str, Sprite] = {}


def sprite(
    label: str, *, width: float = 100, height: float = 100, mirrored: bool = True
) -> Callable[[Painter], Painter]:
    """Register a function that draws the thing called `label`."""

    def register(paint: Painter) -> Painter:
        family = paint.__module__.rpartition(".")[2]
        known = _REGISTER.get(label)
        if known and known.family != family:
            raise ValueError(f"there are two sprites {label!r}: in {known.family} and in {family}")
        _REGISTER[label] = Sprite(label, paint, width, height, mirrored, family)
        return paint

    return register


@cache
def _modules() -> tuple[str, ...]:
    return tuple(sorted(f"{__name__}.{module.name}" for module in iter_modules(__path__)))


def _all() -> dict[str, Sprite]:
    for module in _modules():
        import_module(module)
    return _REGISTER


def labels(family: str | None = None) -> list[str]:
    """Return all labels, or those of one family (the name of its module)."""
    return sorted(label for label, known in _all().items() if family in (None, known.family))


def find(label: str) -> Sprite:
    """Return the sprite with this label; families are imported until one has it."""
    for module in _modules():
        if label in _REGISTER:
            break
        import_module(module)
    if label not in _REGISTER:
        raise ValueError(f"no sprite {label!r}: there are {', '.join(sorted(_REGISTER))}")
    return _REGISTER[label]


def cut(
    label: str,
    look: Look,
    *,
    size: float | None = None,
    width: float | None = None,
    height: float | None = None,
    turn: float = 0,
    flip: bool = False,
    fine: int | None = None,
) -> Cutout:
    """Draw a thing. `size` is its longer side in pixels; or pass `width` or `height` before rotation."""
    known = find(label)
    longer = max(known.width, known.height)
    scale = (size or 100) / longer
    if width:
        scale = width / known.width
    elif height:
        scale = height / known.height
    margin = longer * _MARGIN
    wide, high = (known.width + 2 * margin) * scale, (known.height + 2 * margin) * scale
    angle = math.radians(turn)
    sine, cosine = abs(math.sin(angle)), abs(math.cos(angle))
    pixels = math.ceil(wide * cosine + high * sine), math.ceil(wide * sine + high * cosine)
    units = moved(pixels[0] / 2, pixels[1] / 2).after(turned(turn))
    units = units.after(scaled(-scale if flip and known.mirrored else scale, scale))
    units = units.after(moved(-known.width / 2, -known.height / 2))
    canvas = Canvas(pixels, units, fine=fine)
    known.paint(canvas, look)
    return canvas.cutout(label, look.attributes).trimmed()
