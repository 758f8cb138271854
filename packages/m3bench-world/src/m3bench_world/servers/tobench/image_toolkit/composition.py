"""Pictures made of several pictures."""

from __future__ import annotations

from typing import Annotated, Literal

from PIL import Image, ImageOps

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.image_toolkit.lettering import draw_text, require_text
from m3bench_world.servers.tobench.image_toolkit.server import (
    Output,
    Path,
    colour_of,
    number,
    opened,
    point_of,
    require_size,
    saved,
    server,
)

MOST_PICTURES = 36


@server.tool(read_only=False)
def overlay(
    context: ToolContext,
    path: Path,
    overlay_path: Annotated[str, about("The picture to put on it; its transparent parts stay free.")],
    position: Annotated[
        list[float], about("[x, y] of its upper left corner, in pixels of the lower picture.")
    ],
    output_path: Output,
    width: Annotated[int | None, about("Width of the upper picture; by default its own.")] = None,
    height: Annotated[int | None, about("Height of the upper picture; by default in proportion.")] = None,
    opacity: Annotated[float, about("From 0.05 to 1.")] = 1.0,
) -> Answer:
    """Put a picture, such as a logo, on another one. What reaches beyond the lower picture is cut off.
    Returns the box that it covers."""
    base, upper = opened(context, path), opened(context, overlay_path, "overlay_path").convert("RGBA")
    if width is not None or height is not None:
        wide = width if width is not None else round(upper.width * (height or 1) / upper.height)
        high = height if height is not None else round(upper.height * wide / upper.width)
        upper = upper.resize(
            require_size((max(wide, min(wide, 1)), max(high, 1)), "width"), Image.Resampling.LANCZOS
        )
    share = number(opacity, "opacity", 0.05, 1)
    if share < 1:
        upper.putalpha(upper.getchannel("A").point(lambda level: level * share))
    x, y = (round(side) for side in point_of(position, "position"))
    box = (max(0, x), max(0, y), min(base.width, x + upper.width), min(base.height, y + upper.height))
    if box[0] >= box[2] or box[1] >= box[3]:
        raise BadArgument(
            "position", f"the picture would lie outside of the {base.width} × {base.height} pixels"
        )
    layer = Image.new("RGBA", base.size, (0, 0, 0, 0))
    layer.paste(upper, (x, y))
    done = Image.alpha_composite(base.convert("RGBA"), layer)
    return saved(context, done if base.mode == "RGBA" else done.convert("RGB"), output_path, box=box)


@server.tool(read_only=False)
def compose_grid(
    context: ToolContext,
    paths: Annotated[list[str], about("1 to 36 pictures, row by row.")],
    output_path: Output,
    columns: Annotated[int | None, about("Pictures in a row; by default as square as possible.")] = None,
    cell: Annotated[list[int] | None, about("[width, height] of each cell. Default: [320, 240].")] = None,
    gap: Annotated[int, about("Pixels between cells and around them, 0 to 200.")] = 8,
    background: Annotated[str, about("#rrggbb or a name.")] = "white",
    fit: Annotated[
        Literal["contain", "cover"],
        about("Show whole pictures with margins, or fill cells and cut the rest."),
    ] = "contain",
    captions: Annotated[list[str] | None, about("A caption below each picture, as many as pictures.")] = None,
) -> Answer:
    """Arrange pictures in a grid, as a collage or contact sheet, with optional captions. Returns the box of
    each cell."""
    count = _count(paths, captions)
    across = int(number(columns if columns is not None else _square(count), "columns", 1, MOST_PICTURES))
    wide, high = _cell(cell)
    space = int(number(gap, "gap", 0, 200))
    letters = max(10, high // 12) if captions else 0
    below = round(letters * 1.6)
    rows = -(-count // across)
    size = space + across * (wide + space), space + rows * (high + below + space)
    sheet = Image.new("RGB", require_size(size, "cell"), colour_of(background, "background"))
    boxes = []
    for at, path in enumerate(paths):
        left, top = space + at % across * (wide + space), space + at // across * (high + below + space)
        _place(sheet, opened(context, path, f"paths[{at}]"), (left, top, wide, high), cover=fit == "cover")
        if captions:
            middle = (left + wide / 2, top + high + below / 2)
            ink = (0, 0, 0) if sum(colour_of(background, "background")) > 380 else (255, 255, 255)
            draw_text(sheet, require_text(captions[at], f"captions[{at}]")[:60], middle, letters, ink, "mm")
        boxes.append((left, top, left + wide, top + high))
    return saved(context, sheet, output_path, columns=across, rows=rows, boxes=boxes)


def _count(paths: list[str], captions: list[str] | None) -> int:
    if not 1 <= len(paths) <= MOST_PICTURES:
        raise BadArgument("paths", f"it has {len(paths)} entries; pass 1 to {MOST_PICTURES}")
    if captions is not None and len(captions) != len(paths):
        raise BadArgument("captions", f"there are {len(captions)} captions for {len(paths)} pictures")
    return len(paths)


def _square(count: int) -> int:
    return next(side for side in range(1, 7) if side * side >= count)


def _cell(cell: list[int] | None) -> tuple[int, int]:
    if cell is None:
        return 320, 240
    if len(cell) != 2:
        raise BadArgument("cell", "write it as [width, height] in pixels")
    wide, high = (int(number(side, "cell", 8, 4_000)) for side in cell)
    return wide, high


def _place(sheet: Image.Image, image: Image.Image, at: tuple[int, int, int, int], *, cover: bool) -> None:
    left, top, wide, high = at
    shape = ImageOps.fit if cover else ImageOps.contain
    small = shape(image.convert("RGBA"), (wide, high), Image.Resampling.LANCZOS)
    sheet.paste(small, (left + (wide - small.width) // 2, top + (high - small.height) // 2), small)
