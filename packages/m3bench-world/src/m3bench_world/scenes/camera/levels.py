"""The effects of a camera at each level."""

from __future__ import annotations

from dataclasses import dataclass

from m3bench.core import CameraLevel
from m3bench_world.scenes.camera.geometry import Tilt
from m3bench_world.scenes.painting import Dice

Range = tuple[float, float]


@dataclass(frozen=True)
class Level:
    """Ranges of the effects; each photograph draws its own values."""

    yaw: float
    """Largest angle in degrees to the side and up; at least a third of it is used."""
    roll: float
    barrel: Range
    exposure: tuple[Range, ...]
    """Gains, of which one range is chosen."""
    balance: float
    """Largest change of red and blue."""
    vignette: Range
    uneven: Range
    """Loss of light from one side to the other."""
    shadow: float
    """Probability of a cast shadow."""
    shade: Range
    """How much light a shadow takes."""
    glare: float
    shine: Range
    """Opacity of glare in its middle."""
    focus: Range
    """Radius of the focus blur in pixels."""
    motion: Range
    """Length of the motion blur in pixels."""
    noise: Range
    """Standard deviation of the noise in a middle grey."""
    quality: tuple[int, int]
    """Quality of the JPEG compression."""
    occluders: tuple[int, ...]
    """How many things are in the way; one of these is chosen."""
    reach: Range
    """How far they reach into the picture, as a share of its shorter side."""
    creases: float
    """Probability of folds in paper."""
    blur_of_text: float
    """Largest blur, as a share of the height of the smallest text."""
    blur_of_module: float
    """Largest blur, as a share of the smallest module of a code."""


LEVELS = {
    CameraLevel.HANDHELD: Level(
        yaw=9, roll=3, barrel=(0.0, 0.03), exposure=((0.86, 1.12),), balance=0.06,
        vignette=(0.0, 0.25), uneven=(0.0, 0.2), shadow=0.45, shade=(0.18, 0.34),
        glare=0.4, shine=(0.25, 0.45), focus=(0.0, 0.55), motion=(0.0, 2.0), noise=(1.5, 3.5),
        quality=(80, 93), occluders=(0, 0, 1), reach=(0.08, 0.18), creases=0.5,
        blur_of_text=0.1, blur_of_module=0.6,
    ),
    CameraLevel.HARD: Level(
        yaw=21, roll=8, barrel=(0.02, 0.07), exposure=((0.62, 0.8), (1.12, 1.3)), balance=0.14,
        vignette=(0.15, 0.4), uneven=(0.15, 0.35), shadow=0.85, shade=(0.28, 0.45),
        glare=0.8, shine=(0.55, 0.85), focus=(0.6, 1.5), motion=(2.0, 6.0), noise=(5.0, 10.0),
        quality=(35, 60), occluders=(1, 2, 2, 3), reach=(0.16, 0.34), creases=0.9,
        blur_of_text=0.2, blur_of_module=0.75,
    ),
}  # fmt: skip


def draw_tilt(level: Level, dice: Dice) -> Tilt:
    """Draw how the camera is held."""
    return Tilt(
        yaw=_either_way(dice, level.yaw),
        pitch=_either_way(dice, level.yaw * 0.85),
        roll=_either_way(dice, level.roll),
        barrel=dice.between(*level.barrel),
    )


def _either_way(dice: Dice, most: float) -> float:
    side = -1 if dice.happens(0.5) else 1
    return side * dice.between(most / 3, most)
