"""Stamps on pages, and redaction."""

from __future__ import annotations

import io
from typing import Annotated

import msgspec

from m3bench.servers.kit import Answer, BadArgument, about, check_range, load_picture
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_colour, check_words
from m3bench_world.servers.tobench.pdf.jobs import run_job
from m3bench_world.servers.tobench.pdf.server import (
    Left,
    Output,
    Pages,
    Pdf,
    Top,
    parse_pages,
    server,
    target,
    write,
)

MOST_AREAS = 100
_FARTHEST = 15_000

Opacity = Annotated[float, about("From 0.05 (faint, as a watermark) to 1.")]


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An area of a page, in points from the upper left corner of the page as it is shown."""

    page: Annotated[int, about("Number of the page, from 1.")]
    left: Left
    top: Top
    width: Annotated[float, about("Width in points.")]
    height: Annotated[float, about("Height in points.")]


@server.tool(read_only=False)
def stamp_text(
    context: ToolContext,
    path: Pdf,
    text: Annotated[str, about("The text, in one line, in Western European letters.")],
    left: Left,
    top: Top,
    size: Annotated[float, about("Font size in points, from 4 to 300.")] = 12.0,
    pages: Pages = "all",
    color: Annotated[str, about("As '#cc0000'.")] = "#000000",
    bold: Annotated[bool, about("Whether it is bold.")] = False,
    angle: Annotated[float, about("Degrees counterclockwise about its middle, such as 45.")] = 0.0,
    opacity: Opacity = 1.0,
    output: Output = None,
) -> Answer:
    """Write a text on pages, over what is there: a mark, a watermark, or an entry of a form without fields.
    Returns its areas."""
    words = " ".join(check_words(text, "text", most=500).split())
    options = {
        "text": words, "numbered": False, "start": 1, "position": None, "bold": bold,
        "pages": parse_pages(pages),
        "size": check_range(size, "size", 4, 300), "angle": check_range(angle, "angle", -360, 360),
        "opacity": check_range(opacity, "opacity", 0.05, 1), "color": _rgb(color), **_corner(left, top),
    }  # fmt: skip
    made = run_job("overlay", options, [context.files.read(path)])
    return Answer({"written": write(context, target(path, output), made.files[0]), **made.data})


@server.tool(read_only=False)
def stamp_picture(
    context: ToolContext,
    path: Pdf,
    picture: Annotated[
        str, about("The picture in the workspace, such as 'signature.png'; transparency is kept.")
    ],
    left: Left,
    top: Top,
    width: Annotated[float, about("Width on the page in points.")],
    height: Annotated[float | None, about("Height in points; by default it keeps its proportions.")] = None,
    pages: Pages = "all",
    opacity: Opacity = 1.0,
    output: Output = None,
) -> Answer:
    """Put a picture on pages, over what is there: a signature, a stamp or a logo. Returns its areas."""
    image = load_picture(context.files, picture, "picture")
    encoded = io.BytesIO()
    image.save(encoded, "PNG")
    options = {
        "pages": parse_pages(pages), "width": check_range(width, "width", 1, _FARTHEST),
        "height": None if height is None else check_range(height, "height", 1, _FARTHEST),
        "opacity": check_range(opacity, "opacity", 0.05, 1), **_corner(left, top),
    }  # fmt: skip
    made = run_job("overlay", options, [context.files.read(path), encoded.getvalue()])
    return Answer({"written": write(context, target(path, output), made.files[0]), **made.data})


@server.tool(read_only=False)
def redact_areas(
    context: ToolContext,
    path: Pdf,
    areas: Annotated[tuple[Area, ...], about(f"What to remove; at most {MOST_AREAS} areas.")],
    color: Annotated[str, about("The colour of the painted areas.")] = "#000000",
    output: Output = None,
) -> Answer:
    """Remove what is in areas for good and paint over them. Each page with an area becomes a picture of
    itself (200 dots per inch), so its text can no longer be selected. Links between pages and bookmarks are
    removed. Returns the pages."""
    if not 1 <= len(areas) <= MOST_AREAS:
        raise BadArgument("areas", f"pass 1 to {MOST_AREAS} areas")
    boxes = []
    for area in areas:
        for name in ("left", "top"):
            check_range(getattr(area, name), "areas", -_FARTHEST, _FARTHEST)
        for name in ("width", "height"):
            check_range(getattr(area, name), "areas", 0.1, 2 * _FARTHEST)
        boxes.append((area.page, area.left, area.top, area.width, area.height))
    options = {"areas": boxes, "color": _rgb(color)}
    made = run_job("redact", options, [context.files.read(path)])
    return Answer(
        {"written": write(context, target(path, output), made.files[0]), "areas": len(boxes), **made.data}
    )


def _rgb(color: str) -> tuple[int, int, int]:
    digits = check_colour(color, "color")
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def _corner(left: float, top: float) -> dict[str, float]:
    return {
        name: check_range(value, name, -_FARTHEST, _FARTHEST)
        for name, value in (("left", left), ("top", top))
    }
