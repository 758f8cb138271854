"""The atlas: places, countries, airports, points of interest, elevation and time of any point."""

from m3bench_world.atlas import address_formats, pluscode
from m3bench_world.atlas.atlas import Atlas
from m3bench_world.atlas.fold import fold
from m3bench_world.atlas.sphere import distance, move_point
from m3bench_world.atlas.streets import SPACING, Town
from m3bench_world.atlas.types import Airport, Country, Landmark, Place, Precision, Spot

__all__ = [
    "SPACING",
    "Airport",
    "Atlas",
    "Country",
    "Landmark",
    "Place",
    "Precision",
    "Spot",
    "Town",
    "address_formats",
    "distance",
    "fold",
    "move_point",
    "pluscode",
]
