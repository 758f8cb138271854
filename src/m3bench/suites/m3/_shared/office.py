"""Spreadsheets and slides: the calls that make them, by the third-party servers `excel` and `ppt`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from m3bench.suites.planning import Found, PlanError, Wanted, want

Cell = str | int | float | None
TITLE_AND_CONTENT, TITLE_ONLY, BLANK_PAGE = 1, 5, 6
"""Layouts of a new presentation; in the first, place 1 is for the points."""
CONTENT = 1
BLANK: list[Any] = [None, "n/a", "not applicable", "none", "not listed", "-", "–", "—"]
"""What stands in a cell that is left empty, as people and programs write it."""
YES_NO_CELLS: dict[bool, list[Any]] = {
    True: ["yes", True, "y", "listed", "✓", "✔", "x"],
    False: ["no", False, "n", "not listed", "✗", "✘", "-", "–"],
}


def place(name: str) -> str:
    """A file of the workspace as the office servers want it: with its whole path."""
    return f"${{WORKSPACE}}/{name}"


class Workbook:
    """A workbook that a plan makes: its file and its first sheet."""

    def __init__(self, file: str, sheet: str) -> None:
        self.file, self.sheet = file, sheet

    def made(self, *uses: Found) -> Wanted:
        return want("excel/create_workbook", *uses, filepath=place(self.file))

    def written(self, rows: Sequence[Sequence[Cell]], *uses: Found, sheet: str = "") -> Wanted:
        """A table from the first cell on; a sheet that is not there yet is added."""
        return self._on("write_data_to_excel", *uses, sheet=sheet, data=[list(row) for row in rows])

    def summed(self, cell: str, formula: str, *uses: Found) -> Wanted:
        return self._on("apply_formula", *uses, cell=cell, formula=formula)

    def charted(self, cells: str, title: str, *uses: Found) -> Wanted:
        arguments = {"data_range": cells, "chart_type": "bar", "target_cell": "H2", "title": title}
        return self._on("create_chart", *uses, **arguments)

    def emboldened(self, first: str, last: str, *uses: Found) -> Wanted:
        return self._on("format_range", *uses, start_cell=first, end_cell=last, bold=True)

    def _on(self, tool: str, *uses: Found, sheet: str = "", **arguments: Any) -> Wanted:
        return want(
            f"excel/{tool}", *uses, filepath=place(self.file), sheet_name=sheet or self.sheet, **arguments
        )


class Deck:
    """A presentation that was begun: what goes into it by its id."""

    def __init__(self, begun: Found) -> None:
        self._begun = begun
        self.id = _told(begun, "presentation_id")

    @staticmethod
    def begun(*uses: Found) -> Wanted:
        return want("ppt/create_presentation", *uses)

    def slide(self, title: str, *uses: Found, layout: int = TITLE_AND_CONTENT) -> Wanted:
        return self._do("add_slide", *uses, layout_index=layout, title=title)

    def page(self, layout: int, *uses: Found) -> Wanted:
        """A slide without a title of its own."""
        return self._do("add_slide", *uses, layout_index=layout)

    def from_template(self, template: str, scheme: str, content: dict[str, str], *uses: Found) -> Wanted:
        """A slide made from one of the server's templates, on an empty page."""
        return self._do(
            "create_slide_from_template", *uses, template_id=template, color_scheme=scheme,
            content_mapping=content, layout_index=BLANK_PAGE,
        )  # fmt: skip

    def points(self, slide: Found, points: Iterable[str], *uses: Found) -> Wanted:
        return self._on(
            slide, "add_bullet_points", *uses, placeholder_idx=CONTENT, bullet_points=list(points)
        )

    def image(self, slide: Found, file: str, box: Sequence[float], *uses: Found) -> Wanted:
        """`box` is left, top and width in inches: the height follows from the picture."""
        left, top, width = box
        where = {"left": left, "top": top, "width": width}
        return self._on(slide, "manage_image", *uses, operation="add", image_source=place(file), **where)

    def text(
        self, slide: Found, text: str, box: Sequence[float], *uses: Found, size: int = 18, **style: Any
    ) -> Wanted:
        where = dict(zip(("left", "top", "width", "height"), box, strict=True))
        arguments = {"operation": "add", "text": text, "font_size": size, **style, **where}
        return self._on(slide, "manage_text", *uses, **arguments)

    def table(
        self, slide: Found, rows: Sequence[Sequence[str]], box: Sequence[float], *uses: Found
    ) -> Wanted:
        where = dict(zip(("left", "top", "width", "height"), box, strict=True))
        sizes = {"rows": len(rows), "cols": len(rows[0])}
        return self._on(slide, "add_table", *uses, **sizes, data=[list(row) for row in rows], **where)

    def chart(
        self, slide: Found, kind: str, series: dict[str, Any], box: Sequence[float], *uses: Found
    ) -> Wanted:
        where = dict(zip(("left", "top", "width", "height"), box, strict=True))
        return self._on(slide, "add_chart", *uses, chart_type=kind, **series, **where)

    def saved(self, file: str, *uses: Found) -> Wanted:
        return self._do("save_presentation", *uses, file_path=place(file))

    def _on(self, slide: Found, tool: str, *uses: Found, **arguments: Any) -> Wanted:
        return self._do(tool, slide, *uses, slide_index=_told(slide, "slide_index"), **arguments)

    def _do(self, tool: str, *uses: Found, **arguments: Any) -> Wanted:
        return want(f"ppt/{tool}", self._begun, *uses, **arguments, presentation_id=self.id)


def _told(found: Found, key: str) -> Any:
    data = found.data
    if not isinstance(data, dict) or key not in data:
        raise PlanError(f"{found.tool} did not tell its {key}: {found.text[:200]}")
    return data[key]
