"""The atlas: places, countries, airports, points of interest, elevation and time of any point."""

from m3bench.world.atlas.atlas import Atlas
from m3bench.world.atlas.sphere import distance, moved
from m3bench.world.atlas.types import Airport, Country, Landmark, Place, Precision, Spot

__all__ = ["Airport", "Atlas", "Country", "Landmark", "Place", "Precision", "Spot", "distance", "moved"]
