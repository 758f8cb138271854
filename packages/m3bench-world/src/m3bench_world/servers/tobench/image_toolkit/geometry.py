"""Crop, resize, rotate, flip."""

from __future__ import annotations

from typing import Annotated, Literal

from PIL import Image

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.image_toolkit.server import (
    Output,
    Path,
    colour_of,
    number,
    opened,
    region_of,
    require_size,
    saved,
    server,
)


@server.tool(read_only=False)
def crop(
    context: ToolContext,
    path: Path,
    region: Annotated[
        list[float], about("[left, top, right, bottom] in pixels; right and bottom are just outside.")
    ],
    output_path: Output,
) -> Answer:
    """Cut a rectangle out of a picture and write it as a new one. A region that reaches beyond the picture is
    clipped to it. Returns the region that was cut."""
    image = opened(context, path)
    box = region_of(image, region)
    return saved(context, image.crop(box), output_path, region=box)


@server.tool(read_only=False)
def resize(
    context: ToolContext,
    path: Path,
    output_path: Output,
    width: Annotated[int | None, about("New width in pixels; by default it follows from the height.")] = None,
    height: Annotated[
        int | None, about("New height in pixels; by default it follows from the width.")
    ] = None,
    mode: Annotated[
        Literal["stretch", "fit", "fill"],
        about("With both sides: stretch to them, fit inside them, or fill them and cut what is over."),
    ] = "stretch",
) -> Answer:
    """Change the size of a picture. With one side, proportions are kept; with both, `mode` decides. At most
    10,000 pixels a side and 4 megapixels."""
    image = opened(context, path)
    target = _target(image.size, width, height)
    if mode == "fit":
        scale = min(target[0] / image.width, target[1] / image.height)
        target = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    if mode == "fill":
        return saved(context, _filled(image, target), output_path, was=image.size)
    changed = image.resize(require_size(target, "width"), Image.Resampling.LANCZOS)
    return saved(context, changed, output_path, was=image.size)


def _target(size: tuple[int, int], width: int | None, height: int | None) -> tuple[int, int]:
    if width is None and height is None:
        raise BadArgument("width", "pass width, height or both")
    for side, name in ((width, "width"), (height, "height")):
        if side is not None:
            number(side, name, 1, 10_000)
    wide = width if width is not None else round(size[0] * (height or 0) / size[1])
    high = height if height is not None else round(size[1] * (width or 0) / size[0])
    return require_size((max(1, wide), max(1, high)), "width")


def _filled(image: Image.Image, target: tuple[int, int]) -> Image.Image:
    """Return the middle of the picture in the shape of the target."""
    scale = min(image.width / target[0], image.height / target[1])
    wide, high = target[0] * scale, target[1] * scale
    left, top = (image.width - wide) / 2, (image.height - high) / 2
    box = (left, top, left + wide, top + high)
    return image.resize(target, Image.Resampling.LANCZOS, box=box)


@server.tool(read_only=False)
def rotate(
    context: ToolContext,
    path: Path,
    degrees: Annotated[float, about("Clockwise, from -360 to 360.")],
    output_path: Output,
    background: Annotated[str, about("Colour of the corners that become free: #rrggbb or a name.")] = "white",
    expand: Annotated[bool, about("Whether the picture grows so that nothing is cut off.")] = True,
) -> Answer:
    """Rotate a picture clockwise. Multiples of 90 degrees keep every pixel; other angles fill the corners
    with a colour."""
    image = opened(context, path)
    turn = number(degrees, "degrees", -360, 360)
    quarters = {
        90: Image.Transpose.ROTATE_270,
        180: Image.Transpose.ROTATE_180,
        270: Image.Transpose.ROTATE_90,
    }
    if expand and turn % 360 in quarters:
        return saved(context, image.transpose(quarters[int(turn % 360)]), output_path)
    fill = (*colour_of(background, "background"), 255)[: len(image.getbands())]
    turned = image.rotate(-turn, Image.Resampling.BICUBIC, expand=expand, fillcolor=fill)
    require_size(turned.size, "degrees")
    return saved(context, turned, output_path)


@server.tool(read_only=False)
def flip(
    context: ToolContext,
    path: Path,
    direction: Annotated[
        Literal["horizontal", "vertical"], about("horizontal swaps left and right, vertical top and bottom.")
    ],
    output_path: Output,
) -> Answer:
    """Mirror a picture."""
    how = Image.Transpose.FLIP_LEFT_RIGHT if direction == "horizontal" else Image.Transpose.FLIP_TOP_BOTTOM
    return saved(context, opened(context, path).transpose(how), output_path)
