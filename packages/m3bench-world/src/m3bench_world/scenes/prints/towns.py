"""Large towns that the atlas knows by name and country."""

from __future__ import annotations

from typing import NamedTuple


class Town(NamedTuple):
    name: str
    country: str

    @property
    def address(self) -> str:
        return f"{self.name}, {self.country}"


_NAMES = {
    "Austria": "Vienna Graz Linz Salzburg",
    "Belgium": "Brussels Antwerp",
    "Croatia": "Zagreb",
    "Czechia": "Prague Brno",
    "Denmark": "Copenhagen",
    "Estonia": "Tallinn",
    "Finland": "Helsinki Turku",
    "France": "Paris Lyon Nantes Lille Bordeaux Toulouse Strasbourg",
    "Germany": "Berlin Hamburg Munich Dresden Leipzig Bremen Stuttgart",
    "Greece": "Athens",
    "Hungary": "Budapest",
    "Ireland": "Dublin Galway",
    "Italy": "Rome Milan Turin Naples Bologna Verona Palermo",
    "Latvia": "Riga",
    "Lithuania": "Vilnius",
    "Netherlands": "Amsterdam Rotterdam Utrecht",
    "Norway": "Oslo Bergen",
    "Poland": "Warsaw",
    "Portugal": "Lisbon Porto Braga",
    "Romania": "Bucharest",
    "Slovenia": "Ljubljana Maribor",
    "Spain": "Madrid Barcelona Valencia Bilbao",
    "Sweden": "Stockholm Gothenburg Uppsala",
    "Switzerland": "Geneva Basel Bern Lausanne",
    "United Kingdom": "London Leeds Bristol Glasgow Edinburgh Cardiff Belfast",
}
TOWNS = tuple(Town(name, country) for country, names in _NAMES.items() for name in names.split())
"""Towns in Europe. No two have the same name."""
