"""Plots of formulas, drawn with Pillow."""

from m3bench_world.servers.mcp_bench.scientific_computing.plots.curve import draw_curve
from m3bench_world.servers.mcp_bench.scientific_computing.plots.field import draw_field
from m3bench_world.servers.mcp_bench.scientific_computing.plots.surface import MOST_CELLS, draw_surface

__all__ = ["MOST_CELLS", "draw_curve", "draw_field", "draw_surface"]
