"""Comparing how two files look, and where things are on their pages."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Annotated, Any

import msgspec
import numpy as np
from PIL import Image, ImageDraw

from m3bench.core import Look, local_path
from m3bench.rendering import DOCUMENT_SUFFIXES, PageBox, PageGeometry, measure_page
from m3bench.servers.kit import Answer, about, decode_picture, load_picture, to_picture
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.render.pages import Document
from m3bench_world.servers.tobench.render.tools import DocumentPath, PageNumber, server
from m3bench_world.servers.tobench.rendering_support import rendering

_TOLERANCE = 24
_JOINED = 12
"""Pixels between differences that are shown as one region."""
_MOST_REGIONS = 40
_MOST_SIDE = 1_568

Shown = Annotated[str, about("Document or picture in the workspace.")]


@server.tool
def compare_renderings(
    context: ToolContext,
    before: Shown,
    after: Shown,
    page: PageNumber = 1,
) -> Answer:
    """Compare how a page of two documents, or two pictures, look. Returns the share of pixels that differ,
    the differing regions as [left, top, right, bottom] in pixels of the second file, and a picture of it with
    the regions framed in red. A picture of another size is scaled to the size of the second."""
    first, first_look = _rendered(context, before, "before", page)
    second, second_look = _rendered(context, after, "after", page)
    same_size = first.size == second.size
    if not same_size:
        first = first.resize(second.size, Image.Resampling.LANCZOS)
    differs = _differences(first, second)
    regions = _regions(differs)
    answer: dict[str, Any] = {
        "before": first_look.path,
        "after": second_look.path,
        "same_size": same_size,
        "differing_share": round(float(differs.mean()), 4),
        "region_count": len(regions),
        "regions": regions[:_MOST_REGIONS],
    }
    return Answer(answer, pictures=(to_picture(_framed(second, regions)),), looked=(first_look, second_look))


def _rendered(context: ToolContext, path: str, name: str, page: int) -> tuple[Image.Image, Look]:
    path = local_path(path)
    if not path.lower().endswith(DOCUMENT_SUFFIXES):
        image = load_picture(context.files, path, name, opaque=True)
        image.thumbnail((_MOST_SIDE, _MOST_SIDE))
        return image, Look(context.files.relative(context.files.inside(path, name)))
    document = Document(context.files, path, name)
    drawn = document.draw([page], 1.0)
    document.require(page, drawn.total)
    image = decode_picture(drawn.pictures[page], path, name, opaque=True)
    return image, Look.at_pages(document.path, [page], drawn.total)


def _differences(first: Image.Image, second: Image.Image) -> Any:
    one, other = (np.asarray(image, np.int16) for image in (first, second))
    return (np.abs(one - other) > _TOLERANCE).any(axis=2)


def _regions(differs: Any) -> list[list[int]]:
    """Return the boxes of the differences, from the top."""
    from scipy import ndimage  # noqa: PLC0415 - heavy

    if not differs.any():
        return []
    # Near differences are joined on a coarse grid, which is fast for large pictures.
    high, wide = (-(-side // _JOINED) for side in differs.shape)
    padded = np.zeros((high * _JOINED, wide * _JOINED), bool)
    padded[: differs.shape[0], : differs.shape[1]] = differs
    coarse = padded.reshape(high, _JOINED, wide, _JOINED).any(axis=(1, 3))
    labels, _ = ndimage.label(coarse, np.ones((3, 3)))
    found = []
    for rows, columns in ndimage.find_objects(labels):
        left, top = columns.start * _JOINED, rows.start * _JOINED
        y, x = np.nonzero(padded[top : rows.stop * _JOINED, left : columns.stop * _JOINED])
        corners = (left + x.min(), top + y.min(), left + x.max() + 1, top + y.max() + 1)
        found.append([int(corner) for corner in corners])
    return sorted(found, key=lambda box: (box[1], box[0]))


def _framed(image: Image.Image, regions: list[list[int]]) -> Image.Image:
    framed = image.copy()
    draw = ImageDraw.Draw(framed)
    for left, top, right, bottom in regions[:_MOST_REGIONS]:
        draw.rectangle((left - 3, top - 3, right + 2, bottom + 2), outline=(220, 0, 0), width=2)
    return framed


_MOST_BOXES = 200
_MOST_PAIRS = 100
_COMPARED = 150
_OVERLAP = 0.2
_SLACK = 1.0


@server.tool
def page_geometry(context: ToolContext, path: DocumentPath, page: PageNumber = 1) -> Answer:
    """Measure a rendered page: the boxes of its lines of text and its pictures as [left, top, right, bottom]
    in points from the top left. Also names pairs of boxes that overlap by more than a fifth of the smaller
    one, and boxes that reach beyond the page. Boxes are numbered from 0; at most 200 of each kind."""
    document = Document(context.files, path)
    with rendering():
        found = measure_page(document.pdf, document.path, page, most=_MOST_BOXES)
    document.require(page, found.total)
    return Answer(
        {
            "path": document.path,
            "page": page,
            "page_count": found.total,
            "width": found.size[0],
            "height": found.size[1],
            "boxes": _numbered(found.boxes),
            "overlaps": _overlaps(found.boxes),
            "beyond_page": [number for number, box in enumerate(found.boxes) if _is_beyond(box, found)],
        },
        looked=(Look.at_pages(document.path, [page], found.total, "structure"),),
    )


def _numbered(boxes: tuple[PageBox, ...]) -> list[dict[str, Any]]:
    return [{"number": number} | msgspec.to_builtins(box) for number, box in enumerate(boxes)]


def _overlaps(boxes: tuple[PageBox, ...]) -> list[dict[str, Any]]:
    pairs = (
        {"boxes": [one, other], "share": round(share, 2)}
        for one, other in combinations(range(min(len(boxes), _COMPARED)), 2)
        if (share := _shared(boxes[one], boxes[other])) > _OVERLAP
    )
    return list(islice(pairs, _MOST_PAIRS))


def _shared(one: PageBox, other: PageBox) -> float:
    """Return how much of the smaller box the other one covers. A text on a picture does not count."""
    if one.kind != other.kind:
        return 0.0
    wide = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
    high = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one.box, other.box))
    return wide * high / smaller if wide > 0 and high > 0 and smaller > 0 else 0.0


def _is_beyond(box: PageBox, page: PageGeometry) -> bool:
    left, top, right, bottom = box.box
    width, height = page.size
    return left < -_SLACK or top < -_SLACK or right > width + _SLACK or bottom > height + _SLACK
