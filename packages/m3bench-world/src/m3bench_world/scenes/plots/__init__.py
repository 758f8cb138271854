"""Charts: axes, bars, lines, rings, dots and legends, drawn to scale."""

from m3bench_world.scenes.plots.axis import Axis, axis_for
from m3bench_world.scenes.plots.frame import Frame, frame, legend
from m3bench_world.scenes.plots.series import INKS, Series, bars, dots, lines, ring, trend

__all__ = [
    "INKS",
    "Axis",
    "Frame",
    "Series",
    "axis_for",
    "bars",
    "dots",
    "frame",
    "legend",
    "lines",
    "ring",
    "trend",
]
