"""Drawing of detections on pictures: labelled boxes and people's joints."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from m3bench_world.servers.dinox.detector import Box
from m3bench_world.servers.dinox.pose import BONES, Joint

_COLOURS = (
    (230, 25, 75), (60, 180, 75), (0, 130, 200), (245, 130, 48), (145, 30, 180), (0, 150, 150),
    (240, 50, 230), (128, 110, 0), (170, 60, 40), (40, 90, 60), (70, 70, 220), (200, 120, 0),
)  # fmt: skip


def draw_boxes(
    image: Image.Image, named: list[tuple[str, Box]], *, font_size: int, thickness: int, labels: bool
) -> Image.Image:
    """Return a copy with a box for each detection, one colour per name."""
    copy = image.convert("RGB").copy()
    pen = ImageDraw.Draw(copy)
    names = list(dict.fromkeys(name for name, _ in named))
    for name, box in named:
        colour = _COLOURS[names.index(name) % len(_COLOURS)]
        pen.rectangle(_whole(box), outline=colour, width=thickness)
    if labels:
        for name, box in named:
            colour = _COLOURS[names.index(name) % len(_COLOURS)]
            _tag(pen, name, box, (copy.size, font_size, colour))
    return copy


def draw_joints(image: Image.Image, people: list[list[Joint]]) -> Image.Image:
    """Return a copy with the visible joints, connected by lines."""
    copy = image.convert("RGB").copy()
    pen = ImageDraw.Draw(copy)
    width = max(2, round(max(image.size) / 300))
    for index, joints in enumerate(people):
        colour = _COLOURS[index % len(_COLOURS)]
        places = {joint.name: (joint.x, joint.y) for joint in joints if joint.seen}
        for first, second in BONES:
            if first in places and second in places:
                pen.line([places[first], places[second]], fill=colour, width=width)
        for x, y in places.values():
            pen.ellipse((x - width, y - width, x + width, y + width), fill=(255, 255, 255), outline=colour)
    return copy


def _tag(
    pen: ImageDraw.ImageDraw, name: str, box: Box, style: tuple[tuple[int, int], int, tuple[int, int, int]]
) -> None:
    size, font_size, colour = style
    face = _font(font_size)
    text = _to_label(name)
    wide, high = round(face.getlength(text)) + 6, font_size + 6
    left = max(0, min(round(box.xmin), size[0] - wide))
    top = round(box.ymin) - high if box.ymin >= high else round(box.ymin)
    pen.rectangle((left, top, left + wide, top + high), fill=colour)
    pen.text((left + 3, top + high / 2), text, fill=(255, 255, 255), font=face, anchor="lm")


@lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _to_label(name: str) -> str:
    """Reduce a name to one line of letters that the font has."""
    return "".join(letter if letter.isprintable() and ord(letter) < 0x250 else "?" for letter in name)[:60]


def _whole(box: Box) -> tuple[int, int, int, int]:
    left, top = round(box.xmin), round(box.ymin)
    return left, top, max(left, round(box.xmax)), max(top, round(box.ymax))
