"""Charts with other data, and pictures of other charts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from m3bench.checks.charts import SPEC_SUFFIX, ChartData, read_chart_spec
from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import other_value, with_file, without_file
from m3bench.checks.files import only_file
from m3bench.rendering import chart_svg, svg_png

Corruptions = list[tuple[str, Evidence]]


def _chart(check: ChartData, evidence: Evidence, scratch: Path) -> Corruptions:
    path = only_file(evidence, check.path)
    beside = str(PurePosixPath(path).with_suffix("")) + SPEC_SUFFIX
    spec = _with_other_values(read_chart_spec(evidence, path))
    drawing = chart_svg(spec)
    picture = drawing.encode() if path.lower().endswith(".svg") else svg_png(drawing, scale=2.0)
    swapped = with_file(evidence, path, picture, scratch)
    return [
        ("no picture", without_file(evidence, path, scratch)),
        ("no specification", without_file(evidence, beside, scratch)),
        ("the picture of another chart", swapped),
        ("other values", with_file(swapped, beside, msgspec.json.encode(spec), scratch)),
    ]


def _with_other_values(spec: dict[str, Any]) -> dict[str, Any]:
    first, *rest = spec["data"]["values"]
    wrong = {
        key: other_value(value) if isinstance(value, int | float) else value for key, value in first.items()
    }
    return {**spec, "data": {"values": [wrong, *rest]}}


CHART_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {ChartData: _chart}
