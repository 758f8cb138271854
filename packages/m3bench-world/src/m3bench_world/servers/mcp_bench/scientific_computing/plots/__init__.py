"""Plots of formulas, drawn with Pillow."""

from m3bench_world.servers.mcp_bench.scientific_computing.plots.figures import (
    MOST_CELLS,
    draw_curve,
    draw_field,
    draw_surface,
)

__all__ = ["MOST_CELLS", "draw_curve", "draw_field", "draw_surface"]
