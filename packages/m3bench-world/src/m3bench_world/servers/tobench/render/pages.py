"""Documents of the workspace as pages, and the numbers of pages that a call asks for."""

from __future__ import annotations

import re

from m3bench.core import local_path
from m3bench.rendering import DOCUMENT_SUFFIXES, Area, DrawnPages, document_pdf, draw_pages
from m3bench.servers.kit import BadArgument, Files, check_range
from m3bench_world.servers.tobench.rendering_support import rendering

MOST_PAGES = 6
SIDE = 1_568
"""The longest side of a picture in pixels: models do not see more."""
_DOTS = 4 / 3
"""Per point at zoom 1, which is 96 dots per inch."""
_RANGE = re.compile(r"\s*(\d{1,5})?\s*(-)?\s*(\d{1,5})?\s*")
_MOST_RANGES = 50


class Document:
    """A document of the workspace, as PDF."""

    def __init__(self, files: Files, path: str, name: str = "path") -> None:
        path = local_path(path)
        if not path.lower().endswith(DOCUMENT_SUFFIXES):
            kinds = ", ".join(DOCUMENT_SUFFIXES)
            raise BadArgument(name, f"'{path[:80]}' is no document; pass a file that ends in {kinds}")
        data = files.read(path, name)
        self.path = files.relative(files.inside(path, name))
        self.name = name
        with rendering(name):
            self.pdf = document_pdf(data, self.path)

    def draw(self, pages: list[int], zoom: float, area: Area | None = None) -> DrawnPages:
        """Draw pages; numbers that do not exist are left out."""
        scale = _DOTS * check_range(zoom, "zoom", 0.1, 8)
        with rendering(self.name):
            return draw_pages(self.pdf, self.path, pages, dots_per_point=scale, longest_side=SIDE, area=area)

    def require(self, page: int, total: int, name: str = "page") -> None:
        """Refuse the number of a page that does not exist."""
        if not 1 <= page <= total:
            pages = f"{total} page{'' if total == 1 else 's'}"
            raise BadArgument(name, f"there is no page {page}; {self.path} has {pages}")


def page_numbers(text: str, name: str = "pages") -> list[int]:
    """Return the first pages that a text such as '1-3,7' names, at most `MOST_PAGES`."""
    found: dict[int, None] = {}
    parts = text.split(",")
    if len(parts) > _MOST_RANGES:
        raise BadArgument(name, f"more than {_MOST_RANGES} ranges; ask for fewer pages")
    for part in parts:
        match = _RANGE.fullmatch(part)
        first, last = _bounds(match) if match else (0, 0)
        if not 1 <= first <= last:
            raise BadArgument(name, f"'{text[:60]}' does not name pages; write them as '1-3,7' or '4-'")
        found.update(dict.fromkeys(range(first, min(last, first + MOST_PAGES) + 1)))
    return list(found)[:MOST_PAGES]


def _bounds(match: re.Match[str]) -> tuple[int, int]:
    first, dash, last = match.groups()
    if first is None or (last is not None and dash is None):
        return 0, 0
    if dash is None:
        return int(first), int(first)
    return int(first), int(last) if last is not None else 10**6
