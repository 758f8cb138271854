"""Cut-outs of photographs: chosen, scaled, turned, mirrored and lit."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from m3bench_world.scenes.painting import Cutout, Dice, Look
from m3bench_world.scenes.photographs.catalogue import ThingPhotograph, things
from m3bench_world.scenes.photographs.light import Light
from m3bench_world.scenes.photographs.store import thing_image

MOST_ENLARGED = 1.7
"""More shows the pixels of the photograph."""
_WITH_LETTERS = frozenset(("airplane", "bus", "coin", "truck"))
"""Things that are never mirrored."""

Haze = tuple[tuple[int, int, int], float]


def photographed(label: str, wishes: Mapping[str, str] | None = None) -> list[ThingPhotograph]:
    """Return the photographs with a label and with the wished attributes."""
    if label not in things():
        raise ValueError(f"no photograph of {label!r}: there are {', '.join(sorted(things()))}")
    wanted = (wishes or {}).items()
    return [one for one in things()[label] if all(one.attributes.get(name) == word for name, word in wanted)]


def largest_size(one: ThingPhotograph) -> float:
    """Return the longest side in pixels that a photograph can have in a scene."""
    return max(thing_image(one).size) * MOST_ENLARGED


def cut_photograph(
    one: ThingPhotograph,
    light: Light,
    *,
    size: float | None = None,
    width: float | None = None,
    height: float | None = None,
    turn: float = 0,
    flip: bool = False,
    haze: Haze | None = None,
) -> Cutout:
    """Return a cut-out with this longer side, width or height in pixels."""
    image = thing_image(one)
    scale = (size or 100) / max(image.size)
    if width:
        scale = width / image.width
    elif height:
        scale = height / image.height
    if flip and one.label not in _WITH_LETTERS:
        image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    pixels = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    resized = image.resize(pixels, Image.Resampling.BICUBIC if scale > 1 else Image.Resampling.LANCZOS)
    if turn:
        resized = resized.rotate(turn, Image.Resampling.BICUBIC, expand=True)
    return Cutout(light.on(resized, haze), one.label, dict(one.attributes)).trimmed()


def cut(
    label: str,
    look: Look,
    light: Light,
    *,
    size: float | None = None,
    width: float | None = None,
    height: float | None = None,
    turn: float = 0,
    flip: bool = False,
) -> Cutout:
    """Return a cut-out of a label. Photographs with enough pixels are preferred."""
    found = photographed(label, look.wishes)
    if not found:
        raise ValueError(f"no photograph of {label!r} with {look.wishes}")
    wanted = max(size or 0, width or 0, height or 0) or 100
    large = [thing_photograph for thing_photograph in found if largest_size(thing_photograph) >= wanted] or [
        max(found, key=largest_size)
    ]
    one = look.pick(large)
    return cut_photograph(one, light, size=size, width=width, height=height, turn=turn, flip=flip)


def sunk(cutout: Cutout, dice: Dice, deep: float) -> Cutout:
    """Return a cut-out whose feet stand in grass: blades hide up to `deep` pixels of its lower edge."""
    wide, high = cutout.size
    blades = Image.new("L", (wide, high), 255)
    x = 0
    while x < wide:
        thick = dice.whole(1, 3)
        blades.paste(0, (x, high - round(deep * dice.between(0.1, 1.0)), x + thick, high))
        x += thick
    alpha = Image.composite(cutout.alpha, Image.new("L", (wide, high)), blades)
    image = cutout.image.copy()
    image.putalpha(alpha)
    return Cutout(image, cutout.label, cutout.attributes)
