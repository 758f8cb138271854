"""Charts: axes, bars, lines, rings, dots and legends, drawn to scale."""

from m3bench_world.scenes.plots.frame import (
    INKS,
    Axis,
    Frame,
    Series,
    axis_for,
    bars,
    dots,
    frame,
    legend,
    lines,
    ring,
    trend,
)

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
