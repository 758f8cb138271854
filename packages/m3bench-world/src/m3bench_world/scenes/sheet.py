"""Contact sheets of scenes or sprites, for review."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from m3bench_world.scenes import sprites
from m3bench_world.scenes.drawing import compose
from m3bench_world.scenes.painting import Look, font
from m3bench_world.world import World

_PAPER = (242, 241, 237)


def scenes_sheet(
    world: World, kind: str, numbers: Sequence[int], *, columns: int = 4, width: int = 400
) -> Image.Image:
    """Return a sheet of scenes of one kind, scaled to a common width."""
    pictures = [compose(world, kind, number).image for number in numbers]
    small = [picture.resize((width, width * picture.height // picture.width)) for picture in pictures]
    high = max(picture.height for picture in small)
    rows = -(-len(small) // columns)
    sheet = Image.new("RGB", (columns * width, rows * high), _PAPER)
    for index, picture in enumerate(small):
        sheet.paste(picture, (index % columns * width, index // columns * high))
    return sheet


def sprites_sheet(world: World, labels: Sequence[str], *, styles: int = 4, size: int = 96) -> Image.Image:
    """Return a sheet with one row per label: its name and several styles."""
    step = size + 12
    sheet = Image.new("RGB", (130 + styles * step, len(labels) * step), _PAPER)
    draw = ImageDraw.Draw(sheet)
    for row, label in enumerate(labels):
        draw.text((8, row * step + step // 2), label, fill=(50, 50, 50), font=font(15), anchor="lm")
        for style in range(styles):
            look = Look(world.chance.stream("sprite", label, style))
            image = sprites.cut(label, look, size=size).image
            sheet.paste(image, (130 + style * step, row * step + 6), image)
    return sheet
