"""Where texts and pictures are on a rendered page."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Any

import msgspec

from m3bench.core import Look
from m3bench.rendering import PageBox, PageGeometry, measure_page
from m3bench.servers.kit import Answer
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.render.pages import Document
from m3bench_world.servers.tobench.render.tools import DocumentPath, PageNumber, server
from m3bench_world.servers.tobench.rendering_support import rendering

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
            "beyond_page": [number for number, each in enumerate(found.boxes) if _is_beyond(each, found)],
        },
        looked=(Look.at_pages(document.path, [page], found.total, "structure"),),
    )


def _numbered(boxes: tuple[PageBox, ...]) -> list[dict[str, Any]]:
    return [{"number": number} | msgspec.to_builtins(each) for number, each in enumerate(boxes)]


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
