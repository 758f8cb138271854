"""Maps and street views, drawn from the world."""

from m3bench_world.servers.google_maps.drawing.camera import View
from m3bench_world.servers.google_maps.drawing.maps import MAPTYPES, MapDrawing
from m3bench_world.servers.google_maps.drawing.overlays import (
    MOST_MARKERS,
    draw_line,
    draw_marker,
    read_markers,
    read_path,
)
from m3bench_world.servers.google_maps.drawing.scenes import draw_scene
from m3bench_world.servers.google_maps.drawing.sheet import FINE, Sheet, fit_view, read_size, to_png

__all__ = [
    "FINE",
    "MAPTYPES",
    "MOST_MARKERS",
    "MapDrawing",
    "Sheet",
    "View",
    "draw_line",
    "draw_marker",
    "draw_scene",
    "fit_view",
    "read_markers",
    "read_path",
    "read_size",
    "to_png",
]
