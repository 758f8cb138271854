"""Rendering documents: whole pages, and areas of a page."""

from __future__ import annotations

import io
from typing import Annotated, Any

from PIL import Image

from m3bench.core import Look
from m3bench.rendering import OFFICE_MISSING, Area, office
from m3bench.rendering.chromium import CHROMIUM_MISSING, find_chromium
from m3bench.servers.kit import Answer, BadArgument, Picture, Proof, Server, about, check_range, to_picture
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.render.pages import Document, page_numbers

server = Server(
    "render",
    "See documents, tables, decks, PDFs, web pages, charts and pictures of the workspace as they look.",
    sources=("pixels",),
    strict=True,
    proof=Proof("check_programs", {}),
    uses_world=False,
)

DocumentPath = Annotated[
    str, about("Document in the workspace: .pptx, .xlsx, .docx, .odp, .ods, .odt or .pdf.")
]
Zoom = Annotated[float, about("Enlargement, from 0.1 to 8; 1 is 96 dots per inch.")]
PageNumber = Annotated[int, about("Number of the page, slide or printed sheet, from 1.")]
Left = Annotated[float, about("Left edge of the area as a share of the width, from 0 to 1.")]
Top = Annotated[float, about("Top edge of the area as a share of the height, from 0 to 1.")]
Right = Annotated[float, about("Right edge of the area as a share of the width, from 0 to 1.")]
Bottom = Annotated[float, about("Bottom edge of the area as a share of the height, from 0 to 1.")]
_SMALLEST = 0.01
_LARGEST_SHOWN = 1_000_000


@server.tool
def render_document(
    context: ToolContext,
    path: DocumentPath,
    pages: Annotated[str, about("Pages to show, such as '2', '1-3,7' or '4-'; at most 6 in a call.")] = "1-",
    zoom: Zoom = 1.0,
) -> Answer:
    """Render pages of a document and return them as pictures, exactly as they look when printed or presented.
    Slides of a deck are pages; sheets of a workbook are printed on pages. Shows at most 6 pages per call,
    each at most 1568 pixels long; the answer says how many there are."""
    document = Document(context.files, path)
    numbers = page_numbers(pages)
    drawn = document.draw(numbers, zoom)
    if not drawn.pictures:
        document.require(numbers[0], drawn.total, "pages")
    shown = [{"page": number} | _size(data) for number, data in drawn.pictures.items()]
    return Answer(
        {"path": document.path, "page_count": drawn.total, "shown": shown},
        pictures=tuple(map(_shown, drawn.pictures.values())),
        looked=(Look.at_pages(document.path, drawn.pictures, drawn.total),),
    )


@server.tool
def render_page_area(
    context: ToolContext,
    path: DocumentPath,
    page: PageNumber,
    left: Left,
    top: Top,
    right: Right,
    bottom: Bottom,
    zoom: Zoom = 3.0,
) -> Answer:
    """Render an area of one page enlarged, to read small print or to see whether things touch. Returns one
    picture, at most 1568 pixels long."""
    area = check_area(left, top, right, bottom)
    document = Document(context.files, path)
    drawn = document.draw([page], zoom, area)
    document.require(page, drawn.total)
    data = drawn.pictures[page]
    start = (page - 1 + top) / drawn.total
    share = (right - left) * (bottom - top) / drawn.total
    return Answer(
        {"path": document.path, "page": page, "page_count": drawn.total, "area": list(area)} | _size(data),
        pictures=(_shown(data),),
        looked=(Look(document.path, "content", ((start, min(1.0, start + share)),)),),
    )


@server.tool
def check_programs() -> Answer:
    """Say which programs for rendering are installed here, which kinds of files each renders, and what to
    install if one is missing."""
    programs = (
        ("LibreOffice", office() is not None, "pptx, xlsx, docx, odp, ods, odt", OFFICE_MISSING),
        ("Chromium", find_chromium() is not None, "html", CHROMIUM_MISSING),
        ("PDFium", True, "pdf", ""),
        ("Vega-Lite", True, "charts (json, svg)", ""),
    )
    return Answer(
        {
            "programs": [
                {"program": name, "installed": found, "renders": kinds}
                | ({} if found else {"problem": missing})
                for name, found, kinds, missing in programs
            ]
        }
    )


def check_area(left: float, top: float, right: float, bottom: float) -> Area:
    """Return an area of a page as shares, checked to be one."""
    sides = {"left": left, "top": top, "right": right, "bottom": bottom}
    for name, side in sides.items():
        check_range(side, name, 0, 1)
    if right - left < _SMALLEST or bottom - top < _SMALLEST:
        problem = "must be greater than left, and bottom greater than top, by at least 0.01"
        raise BadArgument("right", problem)
    return left, top, right, bottom


def _shown(data: bytes) -> Picture:
    if len(data) <= _LARGEST_SHOWN:
        return Picture(data)
    with Image.open(io.BytesIO(data)) as picture:
        return to_picture(picture)


def _size(data: bytes) -> dict[str, Any]:
    with Image.open(io.BytesIO(data)) as picture:
        return {"width": picture.width, "height": picture.height}
