"""Colours of materials and of background walls."""

from __future__ import annotations

from m3bench_world.museum.canvas import Colour

_COLOURS: tuple[tuple[str, Colour, float], ...] = (
    ("terracotta", (190, 98, 58), 0.12),
    ("gilt", (205, 160, 66), 0.55),
    ("gilded", (205, 160, 66), 0.55),
    ("gold", (216, 172, 64), 0.6),
    ("silver", (186, 190, 198), 0.6),
    ("pewter", (140, 145, 150), 0.4),
    ("brass", (192, 152, 70), 0.5),
    ("bronze", (112, 92, 58), 0.35),
    ("copper", (178, 104, 66), 0.4),
    ("lacquered iron", (60, 32, 30), 0.4),
    ("steel", (150, 156, 164), 0.6),
    ("iron", (96, 98, 102), 0.3),
    ("marble", (226, 222, 214), 0.2),
    ("alabaster", (228, 212, 184), 0.25),
    ("limestone", (206, 188, 152), 0.05),
    ("sandstone", (190, 150, 104), 0.05),
    ("granite", (122, 116, 116), 0.1),
    ("schist", (92, 96, 98), 0.1),
    ("stone", (160, 152, 140), 0.08),
    ("faience", (72, 164, 176), 0.35),
    ("jade", (116, 158, 122), 0.35),
    ("turquoise", (64, 166, 160), 0.25),
    ("lapis", (44, 70, 140), 0.3),
    ("carnelian", (176, 70, 44), 0.4),
    ("hematite", (72, 70, 76), 0.4),
    ("chalcedony", (172, 168, 178), 0.4),
    ("steatite", (138, 132, 112), 0.15),
    ("ivory", (234, 222, 190), 0.2),
    ("shell", (236, 214, 196), 0.3),
    ("porcelain", (238, 240, 240), 0.5),
    ("stonepaste", (206, 222, 222), 0.4),
    ("tin-glazed", (238, 234, 220), 0.4),
    ("stoneware", (132, 112, 88), 0.3),
    ("raku", (58, 48, 44), 0.35),
    ("ceramic", (178, 112, 74), 0.2),
    ("earthenware", (196, 140, 92), 0.25),
    ("clay", (176, 140, 106), 0.05),
    ("glass", (150, 196, 190), 0.7),
    ("ebony", (66, 48, 40), 0.3),
    ("mahogany", (122, 58, 36), 0.3),
    ("walnut", (112, 76, 48), 0.25),
    ("oak", (150, 110, 66), 0.2),
    ("maple", (188, 140, 84), 0.3),
    ("rosewood", (108, 60, 42), 0.3),
    ("boxwood", (208, 170, 100), 0.3),
    ("bamboo", (202, 172, 108), 0.2),
    ("spruce", (208, 166, 102), 0.3),
    ("beech", (184, 136, 90), 0.2),
    ("cedar", (168, 106, 64), 0.2),
    ("wood", (140, 96, 58), 0.15),
    ("camelid", (176, 52, 44), 0.0),
    ("silk", (156, 50, 72), 0.2),
    ("wool", (150, 44, 40), 0.0),
    ("cotton", (222, 208, 180), 0.0),
    ("felt", (74, 66, 62), 0.0),
    ("straw", (216, 186, 110), 0.1),
    ("hide", (156, 118, 80), 0.05),
    ("leather", (124, 76, 46), 0.15),
    ("lacquer", (120, 24, 22), 0.45),
    ("tortoiseshell", (110, 66, 34), 0.5),
    ("vellum", (220, 204, 164), 0.05),
    ("paper", (228, 216, 188), 0.0),
)
WALLS: tuple[Colour, ...] = (
    (214, 210, 202), (198, 206, 210), (206, 200, 212), (216, 206, 192), (190, 200, 194), (70, 76, 86), (84,
    72, 70),
)  # fmt: skip
PAINTS: tuple[Colour, ...] = (
    (28, 26, 30), (120, 30, 30), (24, 54, 110), (226, 206, 160), (40, 92, 74), (196, 140, 40), (236, 230,
    218),
)  # fmt: skip


def colour_of(medium: str) -> Colour:
    return _entry(medium)[1]


def gloss_of(medium: str) -> float:
    return _entry(medium)[2]


def _entry(medium: str) -> tuple[str, Colour, float]:
    """Return the first material that the medium names."""
    lowered = medium.lower()
    named = [
        (lowered.index(entry[0]), index, entry) for index, entry in enumerate(_COLOURS) if entry[0] in lowered
    ]
    return min(named)[2] if named else ("", (166, 132, 96), 0.15)
