"""Which country a well-known city is in. Names that several large cities have are left out."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from m3bench.checks.reading.folding import phrase


@cache
def _countries() -> dict[str, tuple[str, ...]]:
    """The table `countries.tsv`: the names of its country, by city."""
    rows = (files("m3bench.checks.reading") / "countries.tsv").read_text("utf-8").splitlines()
    split = (row.split("\t") for row in rows)
    return {
        phrase(city): tuple(countries.split("|")) for countries, cities in split for city in cities.split("|")
    }


def countries_of(city: str) -> tuple[str, ...]:
    """Return the names of the country of a well-known city; empty if it is not known."""
    return _countries().get(phrase(city), ())


def same_place(one: str, other: str) -> bool:
    """Return whether one is a well-known city and the other the same city with its country."""
    (city, country), (other_city, other_country) = _parted(one), _parted(other)
    if bool(country) == bool(other_country) or phrase(city) != phrase(other_city):
        return False
    return phrase(country or other_country) in map(phrase, countries_of(city))


def _parted(place: str) -> tuple[str, str]:
    """Return the city and what follows it: `Chisinau, Moldova`, `Chisinau (Moldova)`."""
    city, _, country = place.replace("(", ",").replace(")", " ").partition(",")
    return city.strip(), country.strip()
