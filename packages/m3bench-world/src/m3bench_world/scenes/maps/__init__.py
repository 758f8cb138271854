"""Maps: networks of lines, streets with pins, labels that do not overlap, and a scale bar."""

from m3bench_world.scenes.maps.labels import Boxes, Labels
from m3bench_world.scenes.maps.network import (
    LINE_INKS,
    Network,
    Streets,
    TransitLine,
    draw_network,
    draw_streets,
    mark,
    network,
    pin,
    scale_bar,
)

__all__ = [
    "LINE_INKS",
    "Boxes",
    "Labels",
    "Network",
    "Streets",
    "TransitLine",
    "draw_network",
    "draw_streets",
    "mark",
    "network",
    "pin",
    "scale_bar",
]
