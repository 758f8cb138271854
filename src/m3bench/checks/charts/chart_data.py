"""A chart shows a table: in its specification, and in the picture that is drawn from it."""

from __future__ import annotations

import math
import re
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import other_value, with_file, without_file
from m3bench.checks.files import FileCheck, content, only_file
from m3bench.rendering import chart_svg, open_picture, svg_png

_SPEC_SUFFIX = ".vl.json"
_LARGEST_SPEC = 2_000_000
_COMPOSED = ("layer", "transform", "facet", "concat", "hconcat", "vconcat", "repeat", "params")
_COMPUTED = ("aggregate", "bin", "timeUnit", "stack", "impute")
_CHANNELS = {"arc": ("color", "theta")}
"""The channels with names and numbers; otherwise x and y, in either order."""
_SAME = 48
_MOST_DIFFERENT = 0.01


class ChartData(FileCheck, frozen=True):
    """The specification is beside the picture, as the server `charts` writes it. It must plot exactly these
    points, and the picture must be what it is drawn as."""

    about = "a chart of a kind plots exactly these points, in its specification and picture"

    path: str
    """The picture, PNG or SVG, as a path or glob."""
    mark: str
    """`bar`, `line`, `arc` (a pie) or `point`."""
    points: tuple[tuple[str | float, float], ...]
    """Names or positions, and their values, in any order."""
    title: str = ""
    """Words that the title must have."""
    tolerance: float = 1e-6
    """How much a number may be off, relative to it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.points:
            raise ValueError("there are no points")
        if not 0 <= self.tolerance < 1:
            raise ValueError("the tolerance must be from 0 to below 1")

    def look(self, evidence: Evidence) -> Verdict:
        path = only_file(evidence, self.path)
        spec = _read_spec(evidence, path)
        mark = spec.get("mark")
        kind = mark.get("type") if isinstance(mark, dict) else mark
        if kind != self.mark:
            return self.verdict(False, f"{path} is a chart of {str(kind)[:40]!r}, expected {self.mark!r}")
        title = str(spec.get("title", ""))
        if self.title.casefold() not in title.casefold():
            return self.verdict(False, f"the title of {path} is {title[:80]!r}, expected {self.title!r}")
        wrong = self._difference(_points(spec, self.mark, path))
        if wrong:
            return self.verdict(False, f"{path}: {wrong}")
        if not _is_drawn(content(evidence.workspace, path), path, spec):
            return self.verdict(False, f"{path} is not the picture of its specification")
        return self.verdict(True, f"{path} plots the {len(self.points)} expected points")

    def _difference(self, plotted: list[tuple[Any, Any]]) -> str:
        left = list(plotted)
        for name, value in self.points:
            fitting = (
                point
                for point in left
                if _same(point[0], name, self.tolerance) and _same(point[1], value, self.tolerance)
            )
            match = next(fitting, None)
            if match is None:
                return f"no point {name!r} with {value!r}"
            left.remove(match)
        return f"there are {len(left)} more points than expected" if left else ""

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        beside = _beside(path)
        spec = _read_spec(evidence, path)
        first, *rest = spec["data"]["values"]
        wrong = {
            key: other_value(value) if isinstance(value, int | float) else value
            for key, value in first.items()
        }
        spec["data"] = {"values": [wrong, *rest]}
        drawing = chart_svg(spec)
        picture = drawing.encode() if path.lower().endswith(".svg") else svg_png(drawing, scale=2.0)
        swapped = with_file(evidence, path, picture, scratch)
        return [
            ("no picture", without_file(evidence, path, scratch)),
            ("no specification", without_file(evidence, beside, scratch)),
            ("the picture of another chart", swapped),
            ("other values", with_file(swapped, beside, msgspec.json.encode(spec), scratch)),
        ]


def _beside(path: str) -> str:
    return str(PurePosixPath(path).with_suffix("")) + _SPEC_SUFFIX


def _read_spec(evidence: Evidence, path: str) -> dict[str, Any]:
    """Return the specification beside a chart's picture. Raise `CheckFailed` if there is none."""
    beside = _beside(path)
    data = content(evidence.workspace, beside)
    if len(data) > _LARGEST_SPEC:
        raise CheckFailed(f"{beside} is larger than {_LARGEST_SPEC // 1_000_000} MB")
    try:
        spec = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise CheckFailed(f"{beside} is not JSON") from None
    if not isinstance(spec, dict):
        raise CheckFailed(f"{beside} is no specification of a chart")
    return spec


def _points(spec: dict[str, Any], mark: str, path: str) -> list[tuple[Any, Any]]:
    """Return what is plotted. Charts that compute or combine are not read, as they may plot anything."""
    composed = [key for key in _COMPOSED if key in spec]
    encoding, data = spec.get("encoding"), spec.get("data")
    values = data.get("values") if isinstance(data, dict) else None
    if composed or not isinstance(encoding, dict) or not isinstance(values, list):
        raise CheckFailed(f"{path} is not drawn plainly from rows of its specification")
    names, numbers = (_field(encoding, channel, path) for channel in _channels(encoding, mark))
    return [(row.get(names), row.get(numbers)) for row in values if isinstance(row, dict)]


def _channels(encoding: dict[str, Any], mark: str) -> tuple[str, str]:
    if mark in _CHANNELS:
        return _CHANNELS[mark]
    along = encoding.get("y")
    lying = isinstance(along, dict) and along.get("type") in ("nominal", "ordinal")
    return ("y", "x") if lying else ("x", "y")


def _field(encoding: dict[str, Any], channel: str, path: str) -> str:
    axis = encoding.get(channel)
    field = axis.get("field") if isinstance(axis, dict) else None
    if not isinstance(axis, dict) or not isinstance(field, str) or any(axis.get(key) for key in _COMPUTED):
        raise CheckFailed(f"{path} has no plain column on {channel}")
    return re.sub(r"\\(.)", r"\1", field)


def _same(one: Any, other: str | float, tolerance: float) -> bool:
    if isinstance(other, str):
        return isinstance(one, str) and one.strip().casefold() == other.strip().casefold()
    if isinstance(one, bool) or not isinstance(one, int | float) or not math.isfinite(one):
        return False
    return math.isclose(one, other, rel_tol=tolerance, abs_tol=1e-9)


def _is_drawn(data: bytes, path: str, spec: dict[str, Any]) -> bool:
    """Return whether a picture is what the specification is drawn as, but for a few pixels of letters."""
    import numpy as np  # noqa: PLC0415 - heavy

    drawing = chart_svg(spec, path)
    if path.lower().endswith(".svg"):
        text = data.decode("utf-8", "replace")
        if text == drawing:
            return True
        data = svg_png(text, path)
    shown = open_picture(data, path)
    expected = open_picture(svg_png(drawing, path), path)
    ratio = shown.width / expected.width
    if not 0.25 < ratio < 8 or abs(shown.height - ratio * expected.height) > 0.02 * shown.height + 2:
        return False
    wanted = open_picture(svg_png(drawing, path, scale=ratio), path)
    pixels, others = (np.asarray(image.resize(shown.size), np.int16) for image in (shown, wanted))
    return bool((np.abs(pixels - others) > _SAME).any(axis=2).mean() < _MOST_DIFFERENT)
