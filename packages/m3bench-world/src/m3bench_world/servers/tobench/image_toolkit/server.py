"""The server, and what its tools share: arguments, regions, colours and results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any

from PIL import Image, ImageColor

from m3bench.servers.kit import Answer, BadArgument, Proof, Server, about, load_picture, save_picture
from m3bench_world.servers.context import ToolContext

server = Server(
    "image-toolkit",
    "Edit, compose, annotate, compare and measure pictures of the workspace.",
    sources=("pixels",),
    strict=True,
    proof=Proof("draw_shapes", {"output_path": "proof.png", "canvas": [64, 48], "shapes": []}),
    uses_world=False,
)

MOST_SIDE = 10_000
MOST_PIXELS = 4_000_000
FARTHEST = 100_000

Path = Annotated[str, about("The picture, relative to the workspace: PNG, JPEG, WebP, BMP, GIF or TIFF.")]
Output = Annotated[str, about("Where to write the result; the ending decides the format. May be the input.")]
Region = Annotated[
    list[float] | None, about("[left, top, right, bottom] in pixels; the whole picture by default.")
]
Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]


def opened(context: ToolContext, path: str, name: str = "path") -> Image.Image:
    """Load a picture that is small enough to be edited within the time limit."""
    image = load_picture(context.files, path, name)
    require_size(image.size, name)
    return image


def saved(context: ToolContext, image: Image.Image, path: str, **details: Any) -> Answer:
    """Write a picture and say where it is."""
    written = save_picture(context.files, image, path, "output_path")
    return Answer({"output_path": written, "width": image.width, "height": image.height, **details})


def require_size(size: tuple[int, int], name: str) -> tuple[int, int]:
    """Return the size, which must be one that tools can write."""
    width, height = size
    if min(size) < 1 or max(size) > MOST_SIDE or width * height > MOST_PIXELS:
        limits = f"{MOST_SIDE:,} pixels a side and {MOST_PIXELS // 1_000_000} megapixels"
        raise BadArgument(name, f"{shown(width)} × {shown(height)} pixels is not between 1 × 1 and {limits}")
    return size


def shown(value: float) -> str:
    """Write a number of any size."""
    return str(value)[:20]


def number(value: float, name: str, low: float, high: float) -> float:
    """Return a finite number of a range."""
    if not math.isfinite(value) or not low <= value <= high:
        raise BadArgument(name, f"{shown(value)} is not between {low:g} and {high:g}")
    return value


def region_of(image: Image.Image, region: Sequence[float] | None, name: str = "region") -> Box:
    """Return a region clipped to the picture, in whole pixels. It must have at least one pixel inside."""
    if region is None:
        return 0, 0, image.width, image.height
    if len(region) != 4:
        raise BadArgument(name, "write it as [left, top, right, bottom] in pixels")
    left, top, right, bottom = (number(side, name, -FARTHEST, FARTHEST) for side in region)
    box = (
        max(0, math.floor(left)),
        max(0, math.floor(top)),
        min(image.width, math.ceil(right)),
        min(image.height, math.ceil(bottom)),
    )
    if box[0] >= box[2] or box[1] >= box[3]:
        size = f"{image.width} × {image.height}"
        raise BadArgument(name, f"nothing of it is inside the picture, which is {size} pixels")
    return box


def colour_of(text: str, name: str = "color") -> Colour:
    """Return a colour that is written as `#rrggbb` or as a name of CSS."""
    try:
        red, green, blue = ImageColor.getrgb(text.strip()[:40])[:3]
    except ValueError:
        raise BadArgument(
            name, f"'{text[:40]}' is not a colour; write #rrggbb or a name such as red"
        ) from None
    return red, green, blue


def point_of(point: Sequence[float], name: str) -> tuple[float, float]:
    """Return a point [x, y]."""
    if len(point) != 2:
        raise BadArgument(name, "write it as [x, y] in pixels")
    x, y = (number(part, name, -FARTHEST, FARTHEST) for part in point)
    return x, y
