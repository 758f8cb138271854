"""Drawing of museum objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from m3bench_world.chance import Chance
from m3bench_world.museum import arms, figures, furniture, instruments, pictures, stonework, textiles, vessels
from m3bench_world.museum.canvas import Canvas, shade
from m3bench_world.museum.materials import PAINTS, WALLS, colour_of, gloss_of
from m3bench_world.museum.sketch import Sketch
from m3bench_world.museum.types import MuseumObject

_TURNED = (
    "amphora", "krater", "kylix", "hydria", "ewer", "canopic", "vase", "bowl", "teapot", "tankard", "chalice",
    "mosquelamp", "candlestick", "stirrup",
)  # fmt: skip
DRAWINGS: dict[str, Callable[[Sketch], None]] = {
    **{shape: partial(vessels.vessel, shape=shape) for shape in _TURNED},
    "lamp": vessels.lamp, "whistling": vessels.whistling, "rhyton": vessels.rhyton, "plate": vessels.plate,
    "stela": stonework.stela, "tablet": stonework.tablet, "seal": stonework.seal, "relief": stonework.relief,
    "disc": stonework.disc, "scarab": stonework.scarab, "capital": stonework.capital,
    "diptych": stonework.diptych,
    "bust": figures.bust, "figure": figures.figure, "buddha": figures.buddha, "coffin": figures.coffin,
    "shabti": figures.shabti, "mask": figures.mask, "abstractsculpture": figures.abstract_sculpture,
    "helmet": arms.helmet, "armour": arms.armour, "sword": arms.sword, "shield": arms.shield,
    "longcase": furniture.longcase, "mantelclock": furniture.mantel_clock, "watch": furniture.watch,
    "chest": furniture.chest, "chestofdrawers": furniture.chest_of_drawers, "chair": furniture.chair,
    "stool": furniture.stool, "box": furniture.box, "weathervane": furniture.weather_vane,
    "hat": furniture.hat,
    "astrolabe": furniture.astrolabe, "portrait": pictures.portrait, "landscape": pictures.landscape,
    "stilllife": pictures.still_life, "icon": pictures.icon, "print": pictures.print_on_paper,
    "photograph": pictures.photograph, "poster": pictures.poster, "scroll": pictures.scroll,
    "screen": pictures.screen, "abstract": pictures.abstract, "manuscript": pictures.manuscript,
    "book": pictures.book, "map": pictures.chart, "carpet": textiles.carpet, "quilt": textiles.quilt,
    "tapestry": textiles.tapestry, "tunic": textiles.tunic, "dress": textiles.dress, "fan": textiles.fan,
    "tile": textiles.tile, "mosaic": textiles.mosaic, "stainedglass": textiles.stained_glass,
    "lute": instruments.lute, "violin": instruments.violin, "guitar": instruments.guitar,
    "harp": instruments.harp,
    "trumpet": instruments.trumpet, "flute": instruments.flute, "harpsichord": instruments.harpsichord,
    "drum": instruments.drum,
}  # fmt: skip


def draw_object(item: MuseumObject, chance: Chance) -> bytes:
    """Draw an object in its materials and colours, with its ornament, as a 480 × 480 PNG."""
    bits = chance.bits("picture", item.id)
    wall = WALLS[bits % len(WALLS)]
    canvas = Canvas(wall)
    canvas.rect(0, 78, 100, 100, shade(wall, 0.9))
    canvas.rect(0, 78, 100, 78.8, shade(wall, 0.82))
    paint, second = _paints(bits >> 8)
    sketch = Sketch(
        canvas=canvas,
        colour=colour_of(item.medium),
        gloss=gloss_of(item.medium),
        motif=item.motif if item.motif in item.title else "",
        paint=paint,
        second=second,
        ground=shade(wall, 0.95),
        title=item.title,
        bits=bits >> 4,
    )
    DRAWINGS[item.kind.shape](sketch)
    return canvas.png()


def _paints(bits: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    first = bits % len(PAINTS)
    return PAINTS[first], PAINTS[(first + 1 + (bits >> 8) % (len(PAINTS) - 1)) % len(PAINTS)]
