"""Films from Wikidata with invented votes; series and their people are entirely invented."""

from m3bench.world.films.catalogue import Film, Films
from m3bench.world.films.people import People, Person
from m3bench.world.films.series import Series

__all__ = [
    "Film",
    "Films",
    "People",
    "Person",
    "Series",
]
