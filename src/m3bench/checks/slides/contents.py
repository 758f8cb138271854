"""Checks of tables and charts on slides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, made_file
from m3bench.checks.reading import EXACT, Tolerance, folded
from m3bench.checks.sheets import cell_matches
from m3bench.checks.slides.corruption import Change, changed_decks, remove_shapes, shapes_with, text_frames
from m3bench.checks.slides.legibility import illegible_decks, unread_texts
from m3bench.checks.slides.reading import all_shapes, opened_deck, read_deck
from m3bench.checks.visible import DRAWN_BY

_KINDS = {"bar": ("BAR", "COLUMN"), "pie": ("PIE", "DOUGHNUT"), "line": ("LINE",)}
_MOST_SHOWN = 3


class SlideTable(FileCheck, frozen=True):
    """Cells are compared as names or numbers; lists hold alternatives. Rows may be in any order, with other
    rows such as headings in between. A row may also be in one cell: `Fuji: 3`. People must be able to read
    the rows."""

    about = "a table on a slide has these rows"
    sharper_with = DRAWN_BY

    rows: tuple[tuple[Any, ...], ...]
    slide: int | None = None
    """Numbered from 1; any slide if None."""
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.rows:
            raise ValueError("rows is empty")

    def look(self, evidence: Evidence) -> Verdict:
        with opened_deck(evidence, self.path) as (path, shown):
            verdict, cells = self._looked(path, shown)
        if not verdict.passed:
            return verdict
        _, data = made_file(evidence, self.path)
        unread = unread_texts(data, path, read_deck(data, path), cells)
        return self.verdict_on(path, unread, verdict.reason)

    def _looked(self, path: str, shown: Any) -> tuple[Verdict, list[str]]:
        """Return the verdict on the texts of tables, and the cells of the rows that were found."""
        tables = [shape.table for shape in _shapes_with(shown, self.slide, "has_table")]
        if not tables:
            raise CheckFailed(f"{path} has no table{_place(self.slide)}")
        best = min(tables, key=lambda table: len(self._lacking(table)))
        if lacking := self._lacking(best):
            missing = "; ".join(" | ".join(map(str, row)) for row in lacking[:_MOST_SHOWN])
            return self.verdict(False, f"{path}: the table{_place(self.slide)} has no row {missing}"), []
        found = [cells for cells in _cells(best) if any(self._same(cells, row) for row in self.rows)]
        verdict = self.verdict(True, f"{path} has a table with the {len(self.rows)} rows")
        return verdict, [cell for cells in found for cell in cells if cell.strip()]

    def _lacking(self, table: Any) -> list[tuple[Any, ...]]:
        texts = _cells(table)
        return [row for row in self.rows if not any(self._same(cells, row) for cells in texts)]

    def _same(self, cells: Sequence[str], row: Sequence[Any]) -> bool:
        """Return whether each value is in its own cell, in this order, or all of them in one cell."""
        together = folded(" ".join(str(value[0] if isinstance(value, list) else value) for value in row))
        if any(folded(cell) == together for cell in cells):
            return True
        rest = iter(cells)
        return all(any(cell_matches(cell, value, self.tolerance) for cell in rest) for value in row)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        def emptied(deck: Any) -> None:
            for shape in shapes_with(deck, "table"):
                for frame in text_frames(shape):
                    frame.text = ""

        def other(deck: Any) -> None:
            for shape in shapes_with(deck, "table"):
                shape.table.cell(len(shape.table.rows) - 1, len(shape.table.columns) - 1).text = "7654321"

        changes: list[tuple[str, Change]] = [
            ("an empty table", emptied),
            ("no table", lambda deck: remove_shapes(shapes_with(deck, "table"))),
            ("another value", other),
            *illegible_decks(),
        ]
        return changed_decks(evidence, self.path, scratch, changes)


class SlideChart(FileCheck, frozen=True):
    """Bars and columns are one kind, and so are pies and doughnuts."""

    about = "a slide has a chart of a kind with these names and values"

    chart: str
    """`bar`, `pie` or `line`."""
    categories: tuple[str, ...]
    values: tuple[float, ...]
    slide: int | None = None
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.chart not in _KINDS:
            raise ValueError(f"unknown chart {self.chart!r}; use one of {', '.join(_KINDS)}")
        if not self.categories or len(self.categories) != len(self.values):
            raise ValueError("categories and values must have the same length and not be empty")

    def look(self, evidence: Evidence) -> Verdict:
        with opened_deck(evidence, self.path) as (path, shown):
            return self._looked(path, shown)

    def _looked(self, path: str, shown: Any) -> Verdict:
        charts = [shape.chart for shape in _shapes_with(shown, self.slide, "has_chart")]
        fitting = [chart for chart in charts if _is_kind(chart, self.chart)]
        if not fitting:
            raise CheckFailed(f"{path} has no {self.chart} chart{_place(self.slide)}")
        if any(self._same(names, values) for chart in fitting for names, values in _series(chart)):
            return self.verdict(True, f"{path} has a {self.chart} chart of the {len(self.values)} values")
        return self.verdict(False, f"{path}: the {self.chart} chart{_place(self.slide)} has other values")

    def _same(self, names: Sequence[str], values: Sequence[float]) -> bool:
        """Compare names and values in any order."""
        if len(names) != len(self.categories) or len(values) != len(names):
            return False
        left = list(zip(names, values, strict=True))
        for name, value in zip(self.categories, self.values, strict=True):
            fitting = (
                bar
                for bar in left
                if cell_matches(bar[0], name, EXACT) and self.tolerance.fits(bar[1], value)
            )
            match = next(fitting, None)
            if match is None:
                return False
            left.remove(match)
        return True

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        def replace(deck: Any, names: tuple[str, ...], values: tuple[float, ...]) -> None:
            from pptx.chart.data import CategoryChartData  # noqa: PLC0415 - heavy

            for shape in shapes_with(deck, "chart"):
                data = CategoryChartData()
                data.categories = names
                data.add_series("Values", values)
                shape.chart.replace_data(data)

        wrong = tuple(value + 2 * self.tolerance.slack(value) + 7 for value in self.values)
        renamed = ("Zzyzx", *self.categories[1:])
        changes: list[tuple[str, Change]] = [
            ("other values", lambda deck: replace(deck, self.categories, wrong)),
            ("another name", lambda deck: replace(deck, renamed, self.values)),
            ("no chart", lambda deck: remove_shapes(shapes_with(deck, "chart"))),
        ]
        return changed_decks(evidence, self.path, scratch, changes)


def _cells(table: Any) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in table.rows]


def _shapes_with(shown: Any, slide: int | None, part: str) -> Iterator[Any]:
    """Yield the shapes of one slide, or of all, that have a part."""
    for number, page in enumerate(shown.slides, 1):
        if slide in (None, number):
            yield from (shape for shape in all_shapes(page.shapes) if getattr(shape, part, False))


def _place(slide: int | None) -> str:
    return "" if slide is None else f" on slide {slide}"


def _is_kind(chart: Any, kind: str) -> bool:
    try:
        name = str(chart.chart_type.name)
    except (AttributeError, ValueError, NotImplementedError):
        return False
    return name.removeprefix("THREE_D_").startswith(_KINDS[kind])


def _series(chart: Any) -> Iterator[tuple[list[str], list[float]]]:
    for plot in chart.plots:
        names = [str(category) for category in plot.categories]
        for series in plot.series:
            yield names, [float(value) for value in series.values if value is not None]
