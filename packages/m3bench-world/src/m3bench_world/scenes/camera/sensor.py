"""What lens, sensor and file do to a photograph: blur, noise, tone, compression."""

from __future__ import annotations

import io
from functools import lru_cache
from statistics import NormalDist

from PIL import Image, ImageChops, ImageFilter, ImageStat

from m3bench_world.scenes.painting import Dice

_WAYS = ((1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2))
_SHOT = 0.6
"""Share of the noise in white that black lacks."""


def expose(picture: Image.Image, gain: float, warmth: float, green: float) -> Image.Image:
    """Return the picture with another exposure and white balance; highlights are rolled off."""
    gains = gain * (1 + warmth), gain * (1 + green), gain * (1 - warmth)
    return picture.point([_tone(level * each) for each in gains for level in range(256)])


def least_gain(picture: Image.Image, darkest: float) -> float:
    """Return the gain that a dark picture needs; the meter of a camera would give it more light too."""
    mean = ImageStat.Stat(picture.convert("L").reduce(8)).mean[0]
    return min(1.6, darkest / max(mean, 1.0))


def _tone(level: float) -> int:
    """Compress what is brighter than the sensor can hold."""
    knee = 205.0
    if level <= knee:
        return round(level)
    return min(255, round(knee + (255 - knee) * (1 - 1 / (1 + (level - knee) / (255 - knee) * 1.6)) * 1.6))


def defocus(picture: Image.Image, radius: float) -> Image.Image:
    return picture.filter(ImageFilter.BoxBlur(radius)) if radius >= 0.15 else picture


def shake(picture: Image.Image, length: float, dice: Dice) -> Image.Image:
    """Blur along a line that is as long as `length`, around the place of every pixel."""
    way = dice.pick(_WAYS)
    size = max(abs(way[0]), abs(way[1]))
    if length < size:
        return picture
    picture = Image.blend(picture, _shifted(picture, way, 1), 0.5)
    doubled = round(length / size / 2)
    if doubled < 1:
        return picture
    return Image.blend(_shifted(picture, way, -doubled), _shifted(picture, way, doubled - 1), 0.5)


def _shifted(picture: Image.Image, way: tuple[int, int], steps: int) -> Image.Image:
    if steps == 0:
        return picture
    moved = picture.copy()
    moved.paste(picture, (way[0] * steps, way[1] * steps))
    return moved


def add_noise(picture: Image.Image, strength: float, dice: Dice) -> Image.Image:
    """Add noise that grows with the light: fine grain, and coarser specks of colour."""
    width, height = picture.size
    grain = Image.frombytes("L", picture.size, dice.noise(width * height))
    small = width // 2 + 1, height // 2 + 1
    colour = Image.frombytes("RGB", small, dice.noise(small[0] * small[1] * 3)).point(_normal(strength) * 3)
    colour = colour.resize(picture.size, Image.Resampling.NEAREST)
    read = grain.point(_normal(strength * (1 - _SHOT)))
    shot = grain.point(_normal(strength * (1 + _SHOT)))
    noise = Image.composite(shot, read, picture.convert("L"))
    picture = ImageChops.add(picture, Image.merge("RGB", [noise] * 3), 1, -128)
    return ImageChops.add(picture, colour, 1, -128)


@lru_cache(maxsize=64)
def _normal(deviation: float) -> list[int]:
    """Return a table from even to normally distributed levels around 128."""
    curve = NormalDist(128, max(deviation, 0.01))
    return [max(0, min(255, round(curve.inv_cdf((level + 0.5) / 256)))) for level in range(256)]


def compress(picture: Image.Image, quality: int) -> Image.Image:
    """Return the picture as a JPEG file shows it."""
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=quality)
    return Image.open(file).convert("RGB")
