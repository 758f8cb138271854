"""Figures of a report: which table is drawn how, as SVG and PNG."""

from m3bench.reports.figures.figures import with_figures
from m3bench.reports.figures.narrow import narrow
from m3bench.reports.figures.palette import declarations
from m3bench.reports.figures.rendering import draw, drawn_figures, write_figures
from m3bench.reports.figures.suites import table_of

__all__ = ["declarations", "draw", "drawn_figures", "narrow", "table_of", "with_figures", "write_figures"]
