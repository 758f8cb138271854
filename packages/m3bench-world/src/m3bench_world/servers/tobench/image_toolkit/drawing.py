"""Draw texts, boxes, arrows and shapes on pictures."""

from __future__ import annotations

import math
from typing import Annotated, Literal

import msgspec
from PIL import Image, ImageDraw

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

MOST_ITEMS = 100
TIP = math.radians(28)


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text, a box or an arrow."""

    kind: Literal["text", "box", "arrow"]
    start: Annotated[list[float], about("[x, y]: upper left corner of a text or box, or start of an arrow.")]
    end: Annotated[list[float] | None, about("[x, y]: lower right corner of a box, or tip of an arrow.")] = (
        None
    )
    text: Annotated[str, about("The text; of a box or an arrow, its label (optional).")] = ""
    color: Annotated[str, about("#rrggbb or a name.")] = "red"
    size: Annotated[float, about("Height of letters in pixels, 6 to 500.")] = 24
    width: Annotated[float, about("Width of lines in pixels, 1 to 100.")] = 3


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line, rectangle, ellipse or polygon."""

    kind: Literal["line", "rectangle", "ellipse", "polygon"]
    points: Annotated[
        list[list[float]], about("[[x, y], …]: two opposite corners; of a line or polygon, all its points.")
    ]
    color: Annotated[str, about("Colour of the line: #rrggbb or a name.")] = "black"
    fill: Annotated[str | None, about("Colour inside; none by default.")] = None
    width: Annotated[float, about("Width of the line in pixels, 0 to 100.")] = 2


def _require_few(count: int, name: str, least: int = 1) -> None:
    if not least <= count <= MOST_ITEMS:
        raise BadArgument(name, f"it has {count} entries; pass {least} to {MOST_ITEMS}")


@server.tool(read_only=False)
def annotate(
    context: ToolContext,
    path: Path,
    notes: Annotated[list[Note], about("What to draw, 1 to 100 notes; later ones are above earlier ones.")],
    output_path: Output,
) -> Answer:
    """Draw texts, boxes and arrows on a picture, for example to point at things in it. Returns the bounding
    box of each text. The font has Latin letters only; others are drawn without accents or as a question
    mark."""
    _require_few(len(notes), "notes")
    image = opened(context, path)
    texts = [box for at, note in enumerate(notes) if (box := _draw_note(image, note, f"notes[{at}]"))]
    return saved(context, image, output_path, notes=len(notes), text_boxes=texts)


def _draw_note(image: Image.Image, note: Note, name: str) -> tuple[int, int, int, int] | None:
    colour, start = colour_of(note.color, f"{name}.color"), point_of(note.start, f"{name}.start")
    width = round(number(note.width, f"{name}.width", 1, 100))
    if note.kind == "text":
        return draw_text(image, require_text(note.text, f"{name}.text"), start, note.size, colour)
    if note.end is None:
        raise BadArgument(f"{name}.end", f"it is missing; a note of kind {note.kind} needs it")
    end = point_of(note.end, f"{name}.end")
    draw = ImageDraw.Draw(image)
    if note.kind == "box":
        sides = sorted((start[0], end[0])), sorted((start[1], end[1]))
        draw.rectangle((sides[0][0], sides[1][0], sides[0][1], sides[1][1]), outline=colour, width=width)
        at = sides[0][0], sides[1][0] - note.size * 1.25
    else:
        _draw_arrow(draw, start, end, colour, width)
        at = start[0], start[1] - note.size * 1.25
    if not note.text.strip():
        return None
    return draw_text(image, require_text(note.text, f"{name}.text"), at, note.size, colour)


def _draw_arrow(
    draw: ImageDraw.ImageDraw,
    start: tuple[float, float],
    end: tuple[float, float],
    colour: tuple[int, int, int],
    width: int,
) -> None:
    length = max(width * 4.0, min(40.0, math.dist(start, end) * 0.25))
    back = math.atan2(start[1] - end[1], start[0] - end[0])
    sides = [
        (end[0] + length * math.cos(back + turn), end[1] + length * math.sin(back + turn))
        for turn in (TIP, -TIP)
    ]
    draw.line([start, end], fill=colour, width=width)
    draw.polygon([end, *sides], fill=colour)


@server.tool(read_only=False)
def draw_shapes(
    context: ToolContext,
    shapes: Annotated[
        list[Shape], about("What to draw, up to 100 shapes; later ones are above earlier ones.")
    ],
    output_path: Output,
    path: Annotated[str | None, about("The picture to draw on; by default a new one.")] = None,
    canvas: Annotated[
        list[int] | None, about("[width, height] of a new picture. Default: [800, 600].")
    ] = None,
    background: Annotated[str, about("Colour of a new picture: #rrggbb or a name.")] = "white",
) -> Answer:
    """Draw lines, rectangles, ellipses and polygons on a picture, or on a new one of a single colour."""
    _require_few(len(shapes), "shapes", 0)
    image = opened(context, path) if path is not None else _blank(canvas or [800, 600], background)
    draw = ImageDraw.Draw(image)
    for at, shape in enumerate(shapes):
        _draw_shape(draw, shape, f"shapes[{at}]")
    return saved(context, image, output_path, shapes=len(shapes))


def _blank(canvas: list[int], background: str) -> Image.Image:
    if len(canvas) != 2:
        raise BadArgument("canvas", "write it as [width, height] in pixels")
    return Image.new(
        "RGB", require_size((canvas[0], canvas[1]), "canvas"), colour_of(background, "background")
    )


def _draw_shape(draw: ImageDraw.ImageDraw, shape: Shape, name: str) -> None:
    colour = colour_of(shape.color, f"{name}.color")
    fill = None if shape.fill is None else colour_of(shape.fill, f"{name}.fill")
    width = round(number(shape.width, f"{name}.width", 0, 100))
    most = {"rectangle": 2, "ellipse": 2}.get(shape.kind, 1_000)
    least = 3 if shape.kind == "polygon" else 2
    if not least <= len(shape.points) <= most:
        raise BadArgument(f"{name}.points", f"a {shape.kind} has {least} to {most:,} points [x, y]")
    points = [point_of(point, f"{name}.points") for point in shape.points]
    if shape.kind == "line":
        draw.line(points, fill=colour, width=width)
    elif shape.kind == "polygon":
        draw.polygon(points, fill=fill, outline=colour if width else None, width=max(1, width))
    else:
        (left, right), (top, bottom) = (sorted(side) for side in zip(*points, strict=True))
        paint = draw.rectangle if shape.kind == "rectangle" else draw.ellipse
        paint((left, top, right, bottom), fill=fill, outline=colour if width else None, width=width)


@server.tool(read_only=False)
def watermark(
    context: ToolContext,
    path: Path,
    text: Annotated[str, about("What the watermark says, such as 'DRAFT'.")],
    output_path: Output,
    position: Annotated[
        Literal["center", "top-left", "top-right", "bottom-left", "bottom-right", "tiled"],
        about("Where it is; tiled repeats it over the whole picture."),
    ] = "bottom-right",
    opacity: Annotated[float, about("From 0.05 to 1.")] = 0.5,
    size: Annotated[
        float | None, about("Height of letters in pixels; by default a twentieth of the height.")
    ] = None,
    color: Annotated[str, about("#rrggbb or a name.")] = "white",
    angle: Annotated[float, about("Degrees clockwise, from -90 to 90.")] = 0,
) -> Answer:
    """Write a half-transparent text over a picture. Returns how often it was written."""
    image = opened(context, path)
    high = size if size is not None else max(10.0, min(image.height / 20, 500))
    share = number(opacity, "opacity", 0.05, 1)
    stamp = _stamp(require_text(text, "text"), high, (*colour_of(color), round(255 * share)))
    stamp = stamp.rotate(-number(angle, "angle", -90, 90), Image.Resampling.BICUBIC, expand=True)
    places = _places(image.size, stamp.size, position)
    layer = Image.new("RGBA", image.size, (0, 0, 0, 0))
    for place in places:
        layer.paste(stamp, place)
    marked = Image.alpha_composite(image.convert("RGBA"), layer)
    return saved(
        context, marked if image.mode == "RGBA" else marked.convert("RGB"), output_path, stamps=len(places)
    )


def _stamp(text: str, size: float, paint: tuple[int, int, int, int]) -> Image.Image:
    """Return the text on a transparent ground."""
    probe = Image.new("L", (1, 1))
    left, top, right, bottom = draw_text(probe, text, (0, 0), size, 255)
    require_size((right - left, bottom - top), "size")
    mask = Image.new("L", (right - left + 2, bottom - top + 2), 0)
    draw_text(mask, text, (1 - left, 1 - top), size, 255)
    stamp = Image.new("RGBA", mask.size, (*paint[:3], 0))
    stamp.putalpha(mask.point(lambda level: level * paint[3] / 255))
    return stamp


def _places(size: tuple[int, int], stamp: tuple[int, int], position: str) -> list[tuple[int, int]]:
    gap = max(4, size[1] // 50)
    if position == "tiled":
        across, down = stamp[0] + 4 * gap, stamp[1] + 4 * gap
        return [(x, y) for y in range(gap, size[1], down) for x in range(gap, size[0], across)][:2_000]
    if position == "center":
        return [((size[0] - stamp[0]) // 2, (size[1] - stamp[1]) // 2)]
    x = gap if position.endswith("left") else size[0] - stamp[0] - gap
    y = gap if position.startswith("top") else size[1] - stamp[1] - gap
    return [(x, y)]
