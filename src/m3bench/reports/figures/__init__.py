"""Drawings of a report: what is drawn of which table, and how it becomes SVG and PNG."""

from m3bench.reports.figures.drawing import draw, drawn_figures, write_figures
from m3bench.reports.figures.making import with_figures
from m3bench.reports.figures.palette import declarations

__all__ = [
    "declarations",
    "draw",
    "drawn_figures",
    "with_figures",
    "write_figures",
]
