"""Films from Wikidata with invented votes; series and their people are entirely invented."""

from m3bench_world.films.catalogue import Film, Films
from m3bench_world.films.people import People, Person
from m3bench_world.films.series import Series

__all__ = ["Film", "Films", "People", "Person", "Series"]
