"""Towns, countries, airports and landmarks by name."""

from m3bench_world.atlas.places.airports import AirportIndex
from m3bench_world.atlas.places.borders import Borders, Crowds
from m3bench_world.atlas.places.famous import Famous, FamousList
from m3bench_world.atlas.places.gazetteer import LONGEST_QUERY, Gazetteer, without_postcode
from m3bench_world.atlas.places.table import Table

__all__ = [
    "LONGEST_QUERY",
    "AirportIndex",
    "Borders",
    "Crowds",
    "Famous",
    "FamousList",
    "Gazetteer",
    "Table",
    "without_postcode",
]
