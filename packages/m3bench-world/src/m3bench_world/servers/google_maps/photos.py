"""Photos of places: simple drawings that depend on the place alone."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Annotated

from m3bench.servers.kit import Answer, BadArgument, NotFound, Picture, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.google_maps.server import server
from m3bench_world.servers.google_maps.shapes import PHOTOS

if TYPE_CHECKING:
    from random import Random

    from PIL.ImageDraw import ImageDraw

LARGEST = 1600
USUAL = (800, 600)
_NAME = re.compile(r"(?:/?v1/)?(?:places/)?([^/]{1,60})/photos/(\d{1,3})(?:/media)?")

Side = Annotated[
    int | None, about("Largest size in pixels, 1 to 4800; the picture keeps its shape of 4 by 3.")
]


@server.tool
def place_photo_media(
    context: ToolContext,
    photo_resource: Annotated[str, about("Name of a photo from place_details: 'places/ChIJ…/photos/1'.")],
    maxWidthPx: Side = None,
    maxHeightPx: Side = None,
) -> Answer:
    """A photo of a place, as a PNG picture, with its name, size and what it shows."""
    match = _NAME.fullmatch(photo_resource.strip())
    if not match:
        raise BadArgument("photo_resource", "pass a photo's name from place_details: 'places/ChIJ…/photos/1'")
    spot = context.world.atlas.spot(match[1])
    if spot is None or not 1 <= int(match[2]) <= PHOTOS:
        raise NotFound(f"no photo '{photo_resource[:80]}'; take names from the photos of place_details")
    width, height = _size(maxWidthPx, maxHeightPx)
    draws = context.world.chance.stream("photo", spot.id, match[2])
    picture = Picture(_draw(spot.name, spot.types[0], draws, width, height))
    data = {
        "name": f"places/{spot.id}/photos/{match[2]}",
        "description": f"Drawing of {spot.name}, {spot.address}",
        "widthPx": width,
        "heightPx": height,
        "mimeType": "image/png",
    }
    return Answer(data, pictures=(picture,))


def _size(most_width: int | None, most_height: int | None) -> tuple[int, int]:
    for name, value in (("maxWidthPx", most_width), ("maxHeightPx", most_height)):
        if value is not None and not 1 <= value <= 4800:
            raise BadArgument(name, f"{value} is not between 1 and 4800")
    if most_width is None and most_height is None:
        return USUAL
    scale = min((most_width or 4800) / 4, (most_height or 4800) / 3, LARGEST / 4)
    return max(1, int(4 * scale)), max(1, int(3 * scale))


def _draw(name: str, kind: str, draws: Random, width: int, height: int) -> bytes:
    from PIL import Image, ImageDraw  # noqa: PLC0415 - 50 ms that other tools need not pay

    picture = Image.new("RGB", (800, 600), (draws.randint(140, 200), draws.randint(190, 220), 240))
    pen = ImageDraw.Draw(picture)
    _ground(pen, draws)
    if kind in ("park", "campground", "zoo", "plus_code", "route"):
        for _ in range(9):
            _tree(pen, draws)
    else:
        for left in range(-20, 800, 180):
            _house(pen, draws, left, storeys=draws.randint(2, 5))
        _house(pen, draws, 300, storeys=6)
    pen.rectangle((0, 550, 800, 600), fill=(40, 44, 52))
    pen.text((20, 562), name[:60], fill=(255, 255, 255), font_size=24)
    buffer = BytesIO()
    picture.resize((width, height), Image.Resampling.BILINEAR).save(buffer, "PNG", optimize=False)
    return buffer.getvalue()


def _ground(pen: ImageDraw, draws: Random) -> None:
    sun = draws.randint(80, 700)
    pen.ellipse((sun, 50, sun + 70, 120), fill=(255, 236, 150))
    heights = [draws.randint(250, 380) for _ in range(6)]
    ridge = [(index * 160, height) for index, height in enumerate(heights)]
    pen.polygon([(0, 600), *ridge, (800, 600)], fill=(120, 150, 130))
    pen.rectangle((0, 480, 800, 600), fill=(150, 150, 150))


def _house(pen: ImageDraw, draws: Random, left: int, *, storeys: int) -> None:
    top, right = 480 - 55 * storeys, left + 170
    pen.rectangle((left, top, right, 480), fill=tuple(draws.randint(120, 230) for _ in range(3)))
    for row in range(storeys):
        for column in range(4):
            x, y = left + 14 + column * 38, top + 12 + row * 55
            pen.rectangle(
                (x, y, x + 22, y + 30), fill=(70, 90, 120) if draws.random() < 0.7 else (250, 230, 150)
            )


def _tree(pen: ImageDraw, draws: Random) -> None:
    x, y = draws.randint(20, 760), draws.randint(380, 500)
    pen.rectangle((x, y, x + 12, y + 70), fill=(110, 80, 50))
    pen.ellipse((x - 40, y - 70, x + 52, y + 20), fill=(40, draws.randint(110, 160), 60))
