"""Calls of the slide server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.suites import CallResult, PlanError, PlannedCall, call
from m3bench_suites.builders.verse.offices._shared.sheets import place

SERVER = "ppt"
_CONTENT, _TITLE_ONLY = 1, 5
"""Layouts of new slides."""
_BOX = {"left": 1.0, "top": 2.0, "width": 8.0, "height": 4.5}


class Deck:
    """A new presentation, addressed by its id."""

    def __init__(self, created: CallResult) -> None:
        self._created = created
        self._id = _value(created, "presentation_id")

    @staticmethod
    def create(*uses: CallResult) -> PlannedCall:
        return call(f"{SERVER}/create_presentation", *uses)

    def points_slide(self, title: str, *uses: CallResult) -> PlannedCall:
        """Add a slide with a place for points."""
        return self._do("add_slide", *uses, layout_index=_CONTENT, title=title)

    def plain_slide(self, title: str, *uses: CallResult) -> PlannedCall:
        """Add a slide with a title and free space."""
        return self._do("add_slide", *uses, layout_index=_TITLE_ONLY, title=title)

    def points(self, slide: CallResult, points: Sequence[str], *uses: CallResult) -> PlannedCall:
        return self._on(slide, "add_bullet_points", *uses, placeholder_idx=1, bullet_points=list(points))

    def table(self, slide: CallResult, rows: Sequence[Sequence[object]], *uses: CallResult) -> PlannedCall:
        cells = [[str(cell) for cell in row] for row in rows]
        return self._on(slide, "add_table", *uses, rows=len(cells), cols=len(cells[0]), data=cells, **_BOX)

    def bars(
        self, slide: CallResult, names: Sequence[str], values: Sequence[float], series: str, *uses: CallResult
    ) -> PlannedCall:
        data = {"categories": list(names), "series_names": [series], "series_values": [list(values)]}
        return self._on(slide, "add_chart", *uses, chart_type="bar", **data, **_BOX)

    def save(self, file: str, *uses: CallResult) -> PlannedCall:
        return self._do("save_presentation", *uses, file_path=place(file))

    def _on(self, slide: CallResult, tool: str, *uses: CallResult, **arguments: Any) -> PlannedCall:
        return self._do(tool, slide, *uses, slide_index=_value(slide, "slide_index"), **arguments)

    def _do(self, tool: str, *uses: CallResult, **arguments: Any) -> PlannedCall:
        return call(f"{SERVER}/{tool}", self._created, *uses, presentation_id=self._id, **arguments)


def _value(found: CallResult, key: str) -> Any:
    data = found.data
    if not isinstance(data, dict) or key not in data:
        raise PlanError(f"{found.tool} returned no {key}: {found.text[:200]}")
    return data[key]
