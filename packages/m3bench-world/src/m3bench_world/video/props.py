"""Drawn parts of devices, screens and parcels."""

from __future__ import annotations

from PIL import Image

from m3bench_world.scenes.painting import Dice, Paint, darker, ellipse, lighter, polygon, rect, textures
from m3bench_world.scenes.views import backdrops
from m3bench_world.video.actors import SIZE
from m3bench_world.video.storyboard import canvas

LIGHTS = {"green": "#2fd45a", "red": "#ff2f25", "amber": "#ffae1a", "blue": "#2f8cff", "off": "#3c4046"}


def room(dice: Dice) -> Image.Image:
    return backdrops.room(SIZE, dice, dice.whole(150, 180))


def table(dice: Dice) -> Image.Image:
    return backdrops.tabletop(SIZE, dice, dice.whole(90, 120))


def street(dice: Dice) -> Image.Image:
    return backdrops.meadow(SIZE, dice, dice.whole(130, 150))


def plain(dice: Dice, colour: Paint) -> Image.Image:
    return textures.plaster(SIZE, dice, colour)


def light(colour: str, across: float = 22) -> Image.Image:
    """Draw a round signal light, on in a colour or off."""
    drawn = canvas(across + 4, across + 4)
    middle = across / 2 + 2
    drawn.fill(ellipse(middle, middle, across / 2), "#1b1d20")
    drawn.fill(ellipse(middle, middle, across / 2 - 2), LIGHTS[colour])
    if colour != "off":
        drawn.fill(
            ellipse(middle - across * 0.12, middle - across * 0.14, across * 0.14), "#ffffff", opacity=0.8
        )
    return drawn.cutout().image


def display(text: str, width: float = 170, height: float = 54, ink: str = "#7dffb0") -> Image.Image:
    """Draw a small screen with a line of text."""
    drawn = canvas(width, height)
    drawn.fill(rect(0, 0, width, height, 5), "#0c0f10")
    drawn.fill(rect(4, 4, width - 8, height - 8, 3), "#13201b")
    drawn.text(text, width / 2, height / 2, height * 0.5, ink, weight=0.02, widest=width - 20)
    return drawn.cutout().image


def button(label: str, *, pressed: bool = False, width: float = 96, colour: str = "#2f6fb5") -> Image.Image:
    """Draw a button of a screen or device."""
    drawn = canvas(width, 32)
    drawn.fill(rect(0, 0, width, 32, 6), darker(colour, 0.5))
    drawn.fill(rect(1, 1, width - 2, 30, 5), darker(colour, 0.65) if pressed else lighter(colour, 0.1))
    drawn.text(label, width / 2, 16, 16, "#ffe680" if pressed else "#ffffff", widest=width - 10)
    return drawn.cutout().image


def finger(skin: str = "#d8a47f") -> Image.Image:
    """Draw a finger that points up."""
    drawn = canvas(34, 120)
    drawn.fill(rect(3, 3, 28, 117, 14), darker(skin, 0.3))
    drawn.fill(rect(5, 5, 24, 115, 12), skin)
    drawn.fill(rect(10, 8, 14, 18, 6), lighter(skin, 0.45))
    return drawn.cutout().image


def pointer() -> Image.Image:
    """Draw the pointer of a mouse."""
    drawn = canvas(20, 28)
    arrow = polygon((2, 2), (2, 23), (7, 18), (11, 26), (14, 25), (11, 17), (18, 17))
    drawn.fill(arrow, "#111111", outline="#ffffff", width=1.5)
    return drawn.cutout().image


def parcel(text: str, *, width: float = 84, dented: bool = False, opened: bool = False) -> Image.Image:
    """Draw a parcel with a label: whole or dented, shut or open."""
    high = width * 0.78
    drawn = canvas(width, high + 22)
    if opened:
        drawn.fill(
            polygon((0, 20), (12, 2), (width * 0.46, 12), (width * 0.42, 24)), "#d8b07a", outline="#7a5526"
        )
        drawn.fill(
            polygon((width, 20), (width - 12, 2), (width * 0.54, 12), (width * 0.58, 24)),
            "#cfa46a",
            outline="#7a5526",
        )
    drawn.fill(rect(0, 20, width, high), "#c2955a", outline="#7a5526")
    drawn.fill(rect(width * 0.44, 20, width * 0.12, high), "#e6cf9f")
    if opened:
        drawn.fill(rect(2, 20, width - 4, 9), "#5a3d1c")
    if dented:
        drawn.fill(
            polygon((width, high * 0.55), (width * 0.72, high * 0.78), (width, high + 18)),
            "#6a4718",
            outline="#3f2a0e",
        )
    drawn.fill(rect(width * 0.08, high * 0.52, width * 0.6, high * 0.4), "#fbfaf4", outline="#999999")
    drawn.text(text, width * 0.38, high * 0.72, high * 0.24, "#151515", weight=0.02, widest=width * 0.54)
    return drawn.cutout().image


def coin() -> Image.Image:
    drawn = canvas(24, 24)
    drawn.fill(ellipse(12, 12, 11), "#a8740c")
    drawn.fill(ellipse(12, 12, 9), "#ffd23c")
    drawn.text("$", 12, 12, 14, "#8a5a00", weight=0.04, noted=False)
    return drawn.cutout().image


def plate(text: str, *, height: float = 26, ink: str = "#ffffff", ground: str = "#20242c") -> Image.Image:
    """Draw a line of text on a plate, such as a score or the clock of a camera."""
    width = max(60, len(text) * height * 0.5 + 20)
    drawn = canvas(width, height)
    drawn.fill(rect(0, 0, width, height, 4), ground)
    drawn.text(text, width / 2, height / 2, height * 0.66, ink, widest=width - 12)
    return drawn.cutout().image
