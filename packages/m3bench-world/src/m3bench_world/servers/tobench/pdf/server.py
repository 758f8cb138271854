"""The server, and what its parameters have in common."""

from __future__ import annotations

import re
from typing import Annotated

from m3bench.servers.kit import BadArgument, Proof, Server, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_suffix

server = Server(
    "pdf",
    "Read, split, join, fill, stamp and redact PDFs in the workspace. Places on pages are in points"
    " (1/72 inch) from the upper left corner of the page as it is shown.",
    sources=("files",),
    strict=True,
    uses_world=False,
    proof=Proof("text_to_pdf", {"path": "proof.pdf", "text": "Proof"}),
)

Pdf = Annotated[str, about("The PDF in the workspace, such as 'forms/claim.pdf'.")]
Output = Annotated[str | None, about("Where to write the new PDF; by default the same file is changed.")]
Pages = Annotated[str, about("Pages such as '1-3,5', '2-' (to the end) or 'all', in that order.")]
Left = Annotated[float, about("Distance of its left edge from the left edge of the page, in points.")]
Top = Annotated[float, about("Distance of its upper edge from the upper edge of the page, in points.")]

MOST_RANGES = 200
_RANGE = re.compile(r"\s*(\d{1,6})\s*(?:(-)\s*(\d{0,6})\s*)?")


def parse_pages(text: str, name: str = "pages") -> list[list[int]] | None:
    """Return ranges of pages: a first and a last one, 0 for the end. None for all pages."""
    if text.strip().casefold() == "all":
        return None
    parts = text.split(",")
    if len(parts) > MOST_RANGES:
        raise BadArgument(name, f"more than {MOST_RANGES} ranges")
    ranges = []
    for part in parts:
        match = _RANGE.fullmatch(part)
        if match is None or int(match[1]) < 1:
            raise BadArgument(name, f"'{text[:60]}' is not a list of pages such as '1-3,5', '2-' or 'all'")
        first = int(match[1])
        ranges.append([first, first if match[2] is None else int(match[3] or 0)])
    return ranges


def target(path: str, output: str | None) -> str:
    """Return where to write."""
    return check_suffix(
        path if output is None else output, ".pdf", "output" if output is not None else "path"
    )


def write(context: ToolContext, path: str, data: bytes, name: str = "output") -> str:
    """Write a file and return its path relative to the workspace."""
    return context.files.relative(context.files.write(path, data, name))
