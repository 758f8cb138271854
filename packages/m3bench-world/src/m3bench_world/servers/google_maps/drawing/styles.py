"""Styles of the four map types."""

from __future__ import annotations

import msgspec

from m3bench_world.servers.google_maps.drawing.sheet import Colour


class Style(msgspec.Struct, frozen=True):
    sea: Colour
    land: Colour
    town: Colour
    ink: Colour
    halo: Colour
    casing: Colour
    roads: tuple[Colour, Colour, Colour, Colour]
    """Motorway, trunk, primary, secondary."""
    relief: bool = False
    labelled: bool = True
    photo: bool = False


_PLAIN_ROADS: tuple[Colour, Colour, Colour, Colour] = (
    (249, 171, 72),
    (253, 214, 99),
    (255, 255, 255),
    (255, 255, 255),
)
_PALE_ROADS: tuple[Colour, Colour, Colour, Colour] = (
    (255, 204, 92),
    (240, 226, 150),
    (224, 224, 214),
    (200, 200, 190),
)
STYLES = {
    "roadmap": Style(
        (170, 211, 235), (244, 242, 236), (229, 226, 219), (70, 74, 80), (255, 255, 255), (198, 190, 178),
        _PLAIN_ROADS,
    ),
    "terrain": Style(
        (160, 205, 232), (214, 228, 196), (226, 222, 210), (66, 66, 60), (250, 250, 244), (178, 170, 150),
        _PLAIN_ROADS,
        relief=True,
    ),
    "satellite": Style(
        (18, 40, 74), (72, 92, 52), (128, 124, 116), (255, 255, 255), (0, 0, 0), (60, 60, 54), _PALE_ROADS,
        relief=True, labelled=False, photo=True,
    ),
    "hybrid": Style(
        (18, 40, 74), (72, 92, 52), (128, 124, 116), (255, 255, 255), (20, 24, 22), (60, 60, 54), _PALE_ROADS,
        relief=True, photo=True,
    ),
}  # fmt: skip
