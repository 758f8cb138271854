"""Checks of the look of spreadsheets: bold headings and charts."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, made_file, readable, require_harmless
from m3bench.checks.reading import EXACT, Tolerance, as_number
from m3bench.checks.sheets.corruption import changed_sheets
from m3bench.checks.sheets.reading import MAX_COLUMNS, MAX_ROWS, sheet_name

_HEADER_WITHIN = 20
_KINDS = {"bar": ("barChart", "bar3DChart"), "pie": ("pieChart", "pie3DChart"), "line": ("lineChart",)}
_AREA = re.compile(r"(?:'?(?P<sheet>[^'!]+)'?!)?(?P<area>\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)")


def read_pages(evidence: Evidence, pattern: str) -> tuple[str, Any]:
    """Return the path and the workbook that the agent made, with styles and charts. Raise `CheckFailed`."""
    import openpyxl  # noqa: PLC0415 - only needed where there are spreadsheets

    path, data = made_file(evidence, pattern)
    require_harmless(data, path)
    with readable(path, "workbook"):
        return path, openpyxl.load_workbook(io.BytesIO(data))


class SheetBold(FileCheck, frozen=True):
    """The headings are the first row with at least `headings` texts; a title above them is ignored."""

    about = "the headings of a sheet are bold"

    sheet: str | None = None
    headings: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.headings < 1:
            raise ValueError("headings must be at least 1")

    def look(self, evidence: Evidence) -> Verdict:
        path, book = read_pages(evidence, self.path)
        page = book[sheet_name(book.sheetnames, path, self.sheet)]
        cells = heading_cells(page, self.headings)
        if not cells:
            raise CheckFailed(f"{path} has no row with {self.headings} headings")
        plain = [cell.coordinate for cell in cells if not cell.font.bold]
        if plain:
            return self.verdict(False, f"{path}: the headings in {', '.join(plain)} are not bold")
        return self.verdict(True, f"{path}: all {len(cells)} headings are bold")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        def plain(page: Any) -> None:
            from openpyxl.styles import Font  # noqa: PLC0415 - heavy

            heading_cells(page, self.headings)[0].font = Font(bold=False)

        def emptied(page: Any) -> None:
            for cell in heading_cells(page, self.headings):
                cell.value = None
            page.delete_rows(1, page.max_row)

        changes = [("a plain heading", plain), ("no headings", emptied)]
        return changed_sheets(evidence, self.path, self.sheet, changes, scratch)


def heading_cells(page: Any, least: int) -> list[Any]:
    for row in page.iter_rows(max_row=_HEADER_WITHIN, max_col=MAX_COLUMNS):
        cells = [cell for cell in row if isinstance(cell.value, str) and not cell.value.startswith("=")]
        if len(cells) >= least:
            return cells
    return []


class SheetChart(FileCheck, frozen=True):
    """Columns and bars are one kind. Values may be in any order, on any sheet of the workbook."""

    about = "a workbook has a chart of a kind that plots these values"

    chart: str
    """`bar`, `pie` or `line`."""
    values: tuple[float, ...]
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.chart not in _KINDS:
            raise ValueError(f"unknown chart {self.chart!r}; use one of {', '.join(_KINDS)}")
        if not self.values:
            raise ValueError("values is empty")

    def look(self, evidence: Evidence) -> Verdict:
        path, book = read_pages(evidence, self.path)
        charts = [(page, chart) for page in book.worksheets for chart in page._charts]
        fitting = [(page, chart) for page, chart in charts if chart.tagname in _KINDS[self.chart]]
        if not fitting:
            raise CheckFailed(f"{path} has no {self.chart} chart; it has {len(charts)} other charts")
        plotted = [values for page, chart in fitting for values in _series(book, page, chart)]
        if any(self._same(values) for values in plotted):
            return self.verdict(True, f"{path} has a {self.chart} chart of the {len(self.values)} values")
        return self.verdict(False, f"{path}: no {self.chart} chart plots the values; they plot {plotted[:4]}")

    def _same(self, values: Sequence[float]) -> bool:
        return len(values) == len(self.values) and all(
            self.tolerance.fits(value, other)
            for value, other in zip(sorted(values), sorted(self.values), strict=True)
        )

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        def uncharted(page: Any) -> None:
            for worksheet in page.parent.worksheets:
                worksheet._charts = []

        def emptied(page: Any) -> None:
            for worksheet in page.parent.worksheets:
                worksheet.delete_rows(1, worksheet.max_row)

        changes = [("no chart", uncharted), ("a chart of nothing", emptied)]
        return changed_sheets(evidence, self.path, None, changes, scratch)


def _series(book: Any, page: Any, chart: Any) -> Iterator[list[float]]:
    """Yield the numbers of each series, from the cells that it refers to."""
    for series in chart.series:
        source, literal = (getattr(series.val, name, None) for name in ("numRef", "numLit"))
        if source is not None:
            match = _AREA.fullmatch(str(source.f).strip())
            yield _numbers(book, page, match) if match else []
        else:
            yield [float(point.v) for point in literal.pt] if literal is not None else []


def _numbers(book: Any, page: Any, match: re.Match[str]) -> list[float]:
    from openpyxl.utils import range_boundaries  # noqa: PLC0415 - heavy

    name = match["sheet"]
    if name is not None and name not in book.sheetnames:
        return []
    left, top, right, bottom = range_boundaries(match["area"].replace("$", ""))
    # The file declares the area: a whole sheet has 17 billion cells.
    if (right - left + 1) * (bottom - top + 1) > MAX_ROWS:
        return []
    rows = (book[name] if name else page).iter_rows(top, bottom, left, right)
    return [number for row in rows for cell in row if (number := as_number(cell.value)) is not None]
