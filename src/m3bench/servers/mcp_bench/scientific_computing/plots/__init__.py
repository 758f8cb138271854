"""Plots of formulas, drawn with Pillow."""

from m3bench.servers.mcp_bench.scientific_computing.plots.curve import draw_curve
from m3bench.servers.mcp_bench.scientific_computing.plots.field import draw_field
from m3bench.servers.mcp_bench.scientific_computing.plots.surface import draw_surface

__all__ = ["draw_curve", "draw_field", "draw_surface"]
