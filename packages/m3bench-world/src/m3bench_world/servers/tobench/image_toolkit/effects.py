"""Pixelate, blur, adjust, and remove a uniform background."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageEnhance, ImageFilter

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.image_toolkit.server import (
    Box,
    Output,
    Path,
    Region,
    colour_of,
    number,
    opened,
    region_of,
    saved,
    server,
)

MOST_REGIONS = 50

Regions = Annotated[
    list[list[float]], about("Regions [left, top, right, bottom] in pixels, 1 to 50 of them.")
]


def _boxes(image: Image.Image, regions: list[list[float]]) -> list[Box]:
    if not 1 <= len(regions) <= MOST_REGIONS:
        raise BadArgument("regions", f"it has {len(regions)} entries; pass 1 to {MOST_REGIONS}")
    boxes = [region_of(image, region, f"regions[{at}]") for at, region in enumerate(regions)]
    if sum((box[2] - box[0]) * (box[3] - box[1]) for box in boxes) > 4 * image.width * image.height:
        raise BadArgument("regions", "they overlap too much; pass each region once")
    return boxes


@server.tool(read_only=False)
def pixelate(
    context: ToolContext,
    path: Path,
    regions: Regions,
    output_path: Output,
    block: Annotated[int, about("Side of the squares in pixels, 2 to 500. Larger hides more.")] = 16,
) -> Answer:
    """Make regions unrecognizable by coarse squares of their mean colours, such as faces or number plates.
    All else stays as it is, pixel for pixel in PNG. Returns the regions as they were clipped."""
    image = opened(context, path)
    side = int(number(block, "block", 2, 500))
    boxes = _boxes(image, regions)
    for box in boxes:
        part = image.crop(box)
        small = max(1, round(part.width / side)), max(1, round(part.height / side))
        coarse = part.resize(small, Image.Resampling.BOX).resize(part.size, Image.Resampling.NEAREST)
        image.paste(coarse, box[:2])
    return saved(context, image, output_path, regions=boxes)


@server.tool(read_only=False)
def blur(
    context: ToolContext,
    path: Path,
    regions: Regions,
    output_path: Output,
    radius: Annotated[float, about("Radius of the blur in pixels, 0.5 to 100.")] = 12,
) -> Answer:
    """Blur regions of a picture; all else stays as it is. Text may stay legible with a small radius;
    `pixelate` hides it better. Returns the regions as they were clipped."""
    image = opened(context, path)
    reach = number(radius, "radius", 0.5, 100)
    boxes = _boxes(image, regions)
    for box in boxes:
        image.paste(image.crop(box).filter(ImageFilter.GaussianBlur(reach)), box[:2])
    return saved(context, image, output_path, regions=boxes)


@server.tool(read_only=False)
def adjust(
    context: ToolContext,
    path: Path,
    output_path: Output,
    brightness: Annotated[float, about("Factor from 0 (black) over 1 (unchanged) to 4.")] = 1.0,
    contrast: Annotated[float, about("Factor from 0 (grey) over 1 (unchanged) to 4.")] = 1.0,
    saturation: Annotated[float, about("Factor from 0 (without colour) over 1 (unchanged) to 4.")] = 1.0,
    sharpness: Annotated[float, about("Factor from 0 (soft) over 1 (unchanged) to 4.")] = 1.0,
    region: Region = None,
) -> Answer:
    """Change brightness, contrast, saturation and sharpness, in this order, of a picture or a region of
    it."""
    image = opened(context, path)
    box = region_of(image, region)
    part = image.crop(box)
    alpha = part.getchannel("A") if part.mode == "RGBA" else None
    changed = part.convert("RGB")
    steps = (
        ("brightness", brightness, ImageEnhance.Brightness),
        ("contrast", contrast, ImageEnhance.Contrast),
        ("saturation", saturation, ImageEnhance.Color),
        ("sharpness", sharpness, ImageEnhance.Sharpness),
    )
    for name, factor, enhance in steps:
        if number(factor, name, 0, 4) != 1:
            changed = enhance(changed).enhance(factor)
    if alpha is not None:
        changed.putalpha(alpha)
    image.paste(changed, box[:2])
    return saved(context, image, output_path, region=box)


@server.tool(read_only=False)
def remove_background(
    context: ToolContext,
    path: Path,
    output_path: Output,
    color: Annotated[
        str | None, about("Colour of the background; by default the most frequent one along the edges.")
    ] = None,
    tolerance: Annotated[float, about("Largest difference from that colour, of 255, in any channel.")] = 24,
) -> Answer:
    """Make a background of one colour transparent, as far as it is connected with the edges of the picture.
    Write the result as PNG or WebP. Returns the colour and the share that became transparent. It does not
    find the subject of a photo."""
    if not output_path.lower().endswith((".png", ".webp")):
        raise BadArgument("output_path", "end it in .png or .webp, which can be transparent")
    image = opened(context, path).convert("RGBA")
    reach = number(tolerance, "tolerance", 0, 255)
    pixels = np.asarray(image)
    background = colour_of(color) if color else _edge_colour(pixels)
    far = np.abs(pixels[..., :3].astype(np.int16) - np.array(background, np.int16)).max(axis=2)
    outer = _connected_with_edges((far <= reach) | (pixels[..., 3] == 0))
    image.putalpha(Image.fromarray(np.where(outer, 0, pixels[..., 3]).astype(np.uint8)))
    share = round(float(outer.mean()), 4)
    return saved(context, image, output_path, background="#" + bytes(background).hex(), removed=share)


def _edge_colour(pixels: NDArray[np.uint8]) -> tuple[int, int, int]:
    edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])[:, :3]
    colours, counts = np.unique(edges, axis=0, return_counts=True)
    red, green, blue = (int(part) for part in colours[int(counts.argmax())])
    return red, green, blue


def _connected_with_edges(near: NDArray[np.bool_]) -> NDArray[np.bool_]:
    from scipy.ndimage import label  # noqa: PLC0415 - takes long to import

    names, _ = label(near)
    outer = np.unique(np.concatenate([names[0], names[-1], names[:, 0], names[:, -1]]))
    return np.isin(names, outer[outer > 0])
