"""Rendering what has no pages: HTML, charts and pictures."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated

from m3bench.core import Look, local_path
from m3bench.rendering import chart_svg, html_picture, svg_png
from m3bench.servers.kit import (
    Answer,
    BadArgument,
    ToolFailure,
    about,
    check_range,
    decode_picture,
    load_picture,
    to_picture,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.render.tools import Bottom, Left, Right, Top, check_area, server
from m3bench_world.servers.tobench.rendering_support import read_spec, rendering

_LARGEST_DRAWING = 2_000_000


@server.tool
def render_html(
    context: ToolContext,
    path: Annotated[str, about("HTML file in the workspace; it may use files of its own folder.")],
    width: Annotated[int, about("Width of the window in pixels, from 200 to 2000.")] = 1024,
    zoom: Annotated[float, about("Enlargement, from 0.5 to 3.")] = 1.0,
    full_page: Annotated[
        bool, about("The whole page; otherwise what the window shows without scrolling.")
    ] = True,
) -> Answer:
    """Render an HTML file in a real browser (Chromium) and return the page as a picture. Styles, scripts and
    pictures of the file's own folder are used; there is no network."""
    path = local_path(path)
    if not path.lower().endswith((".html", ".htm")):
        raise BadArgument("path", f"'{path[:80]}' is no HTML file; pass one that ends in .html")
    context.files.read(path)
    relative = PurePosixPath(context.files.relative(context.files.inside(path)))

    def read(name: str) -> bytes | None:
        if not name or ".." in PurePosixPath(name).parts or PurePosixPath(name).is_absolute():
            return None
        try:
            return context.files.read(str(relative.parent / name))
        except ToolFailure:
            return None

    with rendering():
        picture = html_picture(
            relative.name,
            read,
            width=int(check_range(width, "width", 200, 2_000)),
            zoom=check_range(zoom, "zoom", 0.5, 3),
            whole=full_page,
        )
    image = decode_picture(picture.data, str(relative), "path")
    return Answer(
        {"path": str(relative), "width": image.width, "height": image.height, "full_page": full_page},
        pictures=(to_picture(image),),
        looked=(Look(str(relative), "content", ((0.0, picture.shown),)),),
    )


@server.tool
def render_chart(
    context: ToolContext,
    path: Annotated[
        str, about("Chart in the workspace: a Vega-Lite specification (.json) or a drawing (.svg).")
    ],
    scale: Annotated[float, about("Pixels per unit of the chart, from 0.5 to 4.")] = 2.0,
) -> Answer:
    """Draw a chart from its Vega-Lite specification or SVG file and return it as a picture. The data must be
    in the specification itself; nothing is loaded from elsewhere."""
    path = local_path(path)
    check_range(scale, "scale", 0.5, 4)
    with rendering():
        if path.lower().endswith(".svg"):
            drawing = _drawing(context, path)
        elif path.lower().endswith(".json"):
            drawing = chart_svg(read_spec(context.files, path), path)
        else:
            raise BadArgument("path", f"'{path[:80]}' is no chart; pass a file that ends in .json or .svg")
        image = decode_picture(svg_png(drawing, path, scale=scale), path, "path")
    relative = context.files.relative(context.files.inside(path))
    return Answer(
        {"path": relative, "width": image.width, "height": image.height},
        pictures=(to_picture(image),),
        looked=(Look(relative),),
    )


@server.tool
def render_picture(
    context: ToolContext,
    path: Annotated[str, about("Picture in the workspace (PNG, JPEG, WebP, BMP, GIF or TIFF).")],
    left: Left = 0.0,
    top: Top = 0.0,
    right: Right = 1.0,
    bottom: Bottom = 1.0,
) -> Answer:
    """Show a picture, or an area of it at full resolution. Larger pictures are scaled down to 1568 pixels, so
    pass an area to see details."""
    area = check_area(left, top, right, bottom)
    image = load_picture(context.files, path)
    width, height = image.size
    box = (int(left * width), int(top * height), round(right * width), round(bottom * height))
    shown = image.crop((box[0], box[1], max(box[2], box[0] + 1), max(box[3], box[1] + 1)))
    relative = context.files.relative(context.files.inside(local_path(path)))
    share = (right - left) * (bottom - top)
    return Answer(
        {"path": relative, "width": width, "height": height, "area": list(area)},
        pictures=(to_picture(shown),),
        looked=(Look(relative, "content", ((top, min(1.0, top + share)),)),),
    )


def _drawing(context: ToolContext, path: str) -> str:
    data = context.files.read(path)
    if len(data) > _LARGEST_DRAWING:
        raise BadArgument("path", f"'{path[:80]}' is larger than {_LARGEST_DRAWING // 1_000_000} MB")
    return data.decode("utf-8", "replace")
