"""The atlas: places, countries, airports, points of interest, elevation and time of any point."""

from m3bench.world.atlas import manners, pluscode
from m3bench.world.atlas.atlas import Atlas
from m3bench.world.atlas.fold import fold
from m3bench.world.atlas.sphere import distance, moved
from m3bench.world.atlas.streets import SPACING, Town
from m3bench.world.atlas.types import Airport, Country, Landmark, Place, Precision, Spot

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
    "distance",
    "fold",
    "manners",
    "moved",
    "pluscode",
]
