"""The tool that scans pictures for codes."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import (
    Answer,
    BadArgument,
    Proof,
    Server,
    ToolFailure,
    about,
    combine_failures,
    load_picture,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.pyzbar.scanner import Code, scan

SOURCES = ("pixels",)
MOST_PICTURES = 20
MOST_CODES = 50
MOST_TEXT = 3_000

server = Server(
    "pyzbar-mcp",
    "Reads barcodes and QR codes in pictures of the workspace.",
    sources=SOURCES,
    uses_world=False,
    proof=Proof("scan_barcode", {"image_paths": "sample.png"}, ("sample.png",)),
)


@server.tool(perception=True)
def scan_barcode(
    context: ToolContext,
    image_paths: Annotated[
        list[str] | str,
        about(f"A picture in the workspace, such as 'media/book.png', or a list of 1 to {MOST_PICTURES}."),
    ],
) -> Answer:
    """Find and read barcodes and QR codes in pictures: EAN, UPC, Code 39/93/128, ITF, Codabar, DataBar, QR,
    Data Matrix, Aztec, PDF417, at any angle, several in one picture. Gives for each picture its codes with
    type, data and place in pixels (rect, and the polygon around it), or why it could not be read."""
    paths = [image_paths] if isinstance(image_paths, str) else image_paths
    if not 1 <= len(paths) <= MOST_PICTURES:
        raise BadArgument("image_paths", f"{len(paths)} pictures; pass 1 to {MOST_PICTURES} in one call")
    failures: list[ToolFailure] = []
    results = [_scan_file(context, path, failures) for path in paths]
    if len(failures) == len(results):
        raise combine_failures(failures)
    return Answer({"total": sum(result.get("count", 0) for result in results), "results": results})


def _scan_file(context: ToolContext, path: str, failures: list[ToolFailure]) -> dict[str, Any]:
    try:
        image = load_picture(context.files, path, "image_paths", opaque=True)
    except ToolFailure as failure:
        failures.append(failure)
        return {"path": path[:200], "error": str(failure)}
    codes = scan(image.convert("L"))
    found: dict[str, Any] = {"path": path, "width": image.width, "height": image.height, "count": len(codes)}
    if not codes:
        return found | {"codes": [], "message": "no barcode or QR code was found"}
    return found | {"codes": [_describe_code(code, image.size) for code in codes[:MOST_CODES]]}


def _describe_code(code: Code, size: tuple[int, int]) -> dict[str, Any]:
    polygon = [
        [min(max(round(at), 0), side) for at, side in zip(corner, size, strict=True)]
        for corner in code.corners
    ]
    left, top = (min(corner[axis] for corner in polygon) for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in polygon) for axis in (0, 1))
    return {
        "type": code.kind,
        "data": code.text[:MOST_TEXT],
        "rect": {"left": left, "top": top, "width": right - left, "height": bottom - top},
        "polygon": polygon,
    }
