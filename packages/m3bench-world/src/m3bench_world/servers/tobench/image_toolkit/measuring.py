"""Compare pictures and measure their colours."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.core import local_path
from m3bench.servers.kit import Answer, BadArgument, about, flatten
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.image_toolkit.server import (
    Path,
    Region,
    number,
    opened,
    point_of,
    region_of,
    server,
)
from m3bench_world.servers.tobench.workspace import look_at

MOST_REGIONS = 20
CELL = 8
MOST_POINTS = 100
_SAMPLE = 200


@server.tool
def compare(
    context: ToolContext,
    path: Path,
    other_path: Annotated[str, about("The picture to compare with; it must have the same size.")],
    tolerance: Annotated[
        float, about("Largest difference of equal pixels, of 255. JPEG needs about 24, PNG 0.")
    ] = 24,
) -> Answer:
    """Find where two pictures of the same size differ. Returns the share of different pixels, the mean
    difference and up to 20 differing regions [left, top, right, bottom], largest first. Pictures of different
    sizes get their sizes only."""
    one, two = (
        flatten(opened(context, each, name)) for each, name in ((path, "path"), (other_path, "other_path"))
    )
    reach = number(tolerance, "tolerance", 0, 255)
    looked = tuple(look_at(context.files, local_path(each), "structure") for each in (path, other_path))
    if one.size != two.size:
        return Answer({"same_size": False, "sizes": [one.size, two.size]}, looked=looked)
    far = np.abs(np.asarray(one, np.int16) - np.asarray(two, np.int16)).max(axis=2)
    differs = far > reach
    found = {
        "same_size": True,
        "identical": bool((far == 0).all()),
        "differing_share": round(float(differs.mean()), 6),
        "mean_difference": round(float(far.mean()), 3),
        **_regions(differs),
    }
    return Answer(found, looked=looked)


def _regions(differs: NDArray[np.bool_]) -> dict[str, Any]:
    """Return boxes around pixels that differ, those near each other together."""
    from scipy.ndimage import find_objects, label  # noqa: PLC0415 - takes long to import

    high, wide = (-(-side // CELL) for side in differs.shape)
    cells = np.zeros((high * CELL, wide * CELL), dtype=bool)
    cells[: differs.shape[0], : differs.shape[1]] = differs
    coarse = cells.reshape(high, CELL, wide, CELL).any(axis=(1, 3))
    names, count = label(coarse, structure=np.ones((3, 3)))
    boxes = [_tight(differs, place) for place in find_objects(names)]
    boxes.sort(key=lambda box: ((box[0] - box[2]) * (box[3] - box[1]), box))
    return {"regions_total": int(count), "regions": boxes[:MOST_REGIONS]}


def _tight(differs: NDArray[np.bool_], place: tuple[slice, ...]) -> tuple[int, int, int, int]:
    top, left = place[0].start * CELL, place[1].start * CELL
    part = differs[top : place[0].stop * CELL, left : place[1].stop * CELL]
    rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    return left + int(columns[0]), top + int(rows[0]), left + int(columns[-1]) + 1, top + int(rows[-1]) + 1


@server.tool
def measure_colors(
    context: ToolContext,
    path: Path,
    region: Region = None,
    points: Annotated[
        list[list[float]] | None, about("[[x, y], …]: places whose exact colour is wanted.")
    ] = None,
    count: Annotated[int, about("How many dominant colours to return, 1 to 16.")] = 5,
) -> Answer:
    """Measure the colours of a picture or a region: mean, dominant colours with their shares, brightness (0
    to 1), and the exact colour at points. Transparent parts count as white."""
    image = flatten(opened(context, path))
    part = image.crop(region_of(image, region))
    wanted = int(number(count, "count", 1, 16))
    pixels = np.asarray(part, np.float64).reshape(-1, 3)
    mean = pixels.mean(axis=0)
    found = {
        "mean": _hex(mean),
        "brightness": round(float(mean @ (0.299, 0.587, 0.114)) / 255, 4),
        "dominant": _dominant(part, wanted),
        "points": _at_points(image, points or []),
    }
    return Answer(found, looked=(look_at(context.files, local_path(path), "structure"),))


def _hex(colour: Any) -> str:
    return "#" + bytes(round(float(part)) for part in colour).hex()


def _dominant(part: Image.Image, count: int) -> list[dict[str, Any]]:
    """Return the most frequent colours, similar ones together."""
    small = part.copy()
    small.thumbnail((_SAMPLE, _SAMPLE), Image.Resampling.NEAREST)
    palette = small.quantize(count, Image.Quantize.MEDIANCUT, kmeans=2)
    values = palette.getpalette() or []
    total = small.width * small.height
    shares = sorted(palette.getcolors() or [], key=lambda found: (-found[0], found[1]))
    return [
        {
            "color": _hex(values[3 * int(str(index)) : 3 * int(str(index)) + 3]),
            "share": round(number_of / total, 4),
        }
        for number_of, index in shares
    ]


def _at_points(image: Image.Image, points: list[list[float]]) -> list[dict[str, Any]]:
    if len(points) > MOST_POINTS:
        raise BadArgument("points", f"it has {len(points)} entries; pass at most {MOST_POINTS}")
    found = []
    for at, point in enumerate(points):
        x, y = (int(side // 1) for side in point_of(point, f"points[{at}]"))
        if not (0 <= x < image.width and 0 <= y < image.height):
            raise BadArgument(f"points[{at}]", f"it is outside of the {image.width} × {image.height} pixels")
        found.append({"x": x, "y": y, "color": _hex(image.getpixel((x, y)))})
    return found
