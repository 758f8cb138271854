"""Calls of the third-party servers `excel` and `ppt`, which make spreadsheets and slides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from m3bench.checks import Check, SheetBold, SheetChart
from m3bench.suites import CallResult, PlanError, PlannedCall, call

Cell = str | int | float | None
TITLE_AND_CONTENT, TITLE_ONLY, BLANK_PAGE = 1, 5, 6
"""Layouts of a new presentation. In the first, placeholder 1 holds the bullet points."""
CONTENT = 1
BLANK: list[Any] = [None, "n/a", "not applicable", "none", "not listed", "-", "–", "—"]
"""Accepted contents of a cell that should be empty."""
YES_NO_CELLS: dict[bool, list[Any]] = {
    True: ["yes", True, "y", "listed", "✓", "✔", "x"],
    False: ["no", False, "n", "not listed", "✗", "✘", "-", "–"],
}


def place(name: str) -> str:
    """Return the full path of a workspace file, which the office servers require."""
    return f"${{WORKSPACE}}/{name}"


class Workbook:
    """A workbook that a plan creates: its file and its first sheet."""

    def __init__(self, file: str, sheet: str) -> None:
        self.file, self.sheet = file, sheet

    def create(self, *uses: CallResult) -> PlannedCall:
        return call("excel/create_workbook", *uses, filepath=place(self.file))

    def write(self, rows: Sequence[Sequence[Cell]], *uses: CallResult, sheet: str = "") -> PlannedCall:
        """Write a table that starts at the first cell. A missing sheet is added."""
        return self._on("write_data_to_excel", *uses, sheet=sheet, data=[list(row) for row in rows])

    def write_formula(self, cell: str, formula: str, *uses: CallResult) -> PlannedCall:
        return self._on("apply_formula", *uses, cell=cell, formula=formula)

    def add_chart(self, cells: str, title: str, *uses: CallResult) -> PlannedCall:
        arguments = {"data_range": cells, "chart_type": "bar", "target_cell": "H2", "title": title}
        return self._on("create_chart", *uses, **arguments)

    def make_bold(self, first: str, last: str, *uses: CallResult) -> PlannedCall:
        return self._on("format_range", *uses, start_cell=first, end_cell=last, bold=True)

    def finish(
        self, kind: str, rows: Sequence[Sequence[Cell]], sheet: CallResult, *, column: str = "B"
    ) -> list[PlannedCall]:
        """Return the call that adds a sum, a chart or bold headings to a table, if one is asked for."""
        if kind == "sum":
            total = f"=SUM({column}2:{column}{len(rows)})"
            return [self.write_formula(f"{column}{len(rows) + 1}", total, sheet)]
        if kind == "chart":
            return [self.add_chart(f"A1:B{len(rows)}", str(rows[0][1]), sheet)]
        return [self.make_bold("A1", f"{'ABCDE'[len(rows[0]) - 1]}1", sheet)] if kind == "bold" else []

    def finish_checks(self, kind: str, headings: int, values: Sequence[float] = ()) -> tuple[Check, ...]:
        """Return the check of bold headings or of a chart, if one is asked for."""
        if kind == "bold":
            return (SheetBold(path=self.file, sheet=self.sheet, headings=headings),)
        return (SheetChart(path=self.file, chart="bar", values=tuple(values)),) if kind == "chart" else ()

    def _on(self, tool: str, *uses: CallResult, sheet: str = "", **arguments: Any) -> PlannedCall:
        return call(
            f"excel/{tool}", *uses, filepath=place(self.file), sheet_name=sheet or self.sheet, **arguments
        )


class Deck:
    """A presentation that has been created, addressed by its id."""

    def __init__(self, created: CallResult) -> None:
        self._created = created
        self.id = _field(created, "presentation_id")

    @staticmethod
    def create(*uses: CallResult) -> PlannedCall:
        return call("ppt/create_presentation", *uses)

    def slide(self, title: str, *uses: CallResult, layout: int = TITLE_AND_CONTENT) -> PlannedCall:
        return self._do("add_slide", *uses, layout_index=layout, title=title)

    def page(self, layout: int, *uses: CallResult) -> PlannedCall:
        """Add a slide without a title."""
        return self._do("add_slide", *uses, layout_index=layout)

    def from_template(
        self, template: str, scheme: str, content: dict[str, str], *uses: CallResult
    ) -> PlannedCall:
        """Add a slide from one of the server's templates, on an empty page."""
        return self._do(
            "create_slide_from_template", *uses, template_id=template, color_scheme=scheme,
            content_mapping=content, layout_index=BLANK_PAGE,
        )  # fmt: skip

    def points(self, slide: CallResult, points: Iterable[str], *uses: CallResult) -> PlannedCall:
        return self._on(
            slide, "add_bullet_points", *uses, placeholder_idx=CONTENT, bullet_points=list(points)
        )

    def image(self, slide: CallResult, file: str, box: Sequence[float], *uses: CallResult) -> PlannedCall:
        """Add an image. `box` is left, top and width in inches; the height follows from the picture."""
        left, top, width = box
        where = {"left": left, "top": top, "width": width}
        return self._on(slide, "manage_image", *uses, operation="add", image_source=place(file), **where)

    def text(
        self,
        slide: CallResult,
        text: str,
        box: Sequence[float],
        *uses: CallResult,
        size: int = 18,
        **style: Any,
    ) -> PlannedCall:
        where = dict(zip(("left", "top", "width", "height"), box, strict=True))
        arguments = {"operation": "add", "text": text, "font_size": size, **style, **where}
        return self._on(slide, "manage_text", *uses, **arguments)

    def table(
        self, slide: CallResult, rows: Sequence[Sequence[str]], box: Sequence[float], *uses: CallResult
    ) -> PlannedCall:
        where = dict(zip(("left", "top", "width", "height"), box, strict=True))
        sizes = {"rows": len(rows), "cols": len(rows[0])}
        return self._on(slide, "add_table", *uses, **sizes, data=[list(row) for row in rows], **where)

    def chart(
        self, slide: CallResult, kind: str, series: dict[str, Any], box: Sequence[float], *uses: CallResult
    ) -> PlannedCall:
        where = dict(zip(("left", "top", "width", "height"), box, strict=True))
        return self._on(slide, "add_chart", *uses, chart_type=kind, **series, **where)

    def save(self, file: str, *uses: CallResult) -> PlannedCall:
        return self._do("save_presentation", *uses, file_path=place(file))

    def _on(self, slide: CallResult, tool: str, *uses: CallResult, **arguments: Any) -> PlannedCall:
        return self._do(tool, slide, *uses, slide_index=_field(slide, "slide_index"), **arguments)

    def _do(self, tool: str, *uses: CallResult, **arguments: Any) -> PlannedCall:
        return call(f"ppt/{tool}", self._created, *uses, **arguments, presentation_id=self.id)


def _field(result: CallResult, key: str) -> Any:
    data = result.data
    if not isinstance(data, dict) or key not in data:
        raise PlanError(f"{result.tool} returned no {key}: {result.text[:200]}")
    return data[key]
