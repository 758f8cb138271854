"""Famous sights as pictures show them: what they and their cities are called, and where they are."""

from __future__ import annotations

from typing import Any, NamedTuple

from m3bench.suites.planning import Found, PlanError, Wanted, want

_ALSO = {
    "Acropolis of Athens": "Acropolis|Parthenon",
    "Big Ben": "Big Ben|Elizabeth Tower|Palace of Westminster",
    "Cologne Cathedral": "Cologne Cathedral|Kölner Dom",
    "Colosseum": "Colosseum|Coliseum",
    "Great Pyramid of Giza": "Great Pyramid|Pyramids|Pyramid of Khufu|Pyramid of Cheops",
    "Great Sphinx of Giza": "Sphinx",
    "Great Wall at Badaling": "Great Wall",
    "Leaning Tower of Pisa": "Leaning Tower|Tower of Pisa",
    "Mount Fuji": "Mount Fuji|Mt Fuji|Fujisan",
    "Neuschwanstein Castle": "Neuschwanstein",
    "Notre-Dame de Paris": "Notre-Dame|Notre Dame",
    "Petronas Towers": "Petronas",
    "Sagrada Família": "Sagrada Família",
    "Saint Basil's Cathedral": "Saint Basil's|St. Basil's|Saint Basil|St Basil",
    "Statue of Liberty": "Statue of Liberty|Liberty Island",
    "Sydney Opera House": "Opera House",
    "United States Capitol": "Capitol",
}
_CITIES = {
    "Köln": "Köln|Cologne",
    "New York City": "New York",
    "Washington": "Washington",
    "Rio de Janeiro": "Rio",
}
_UNKNOWN = "Moai of Easter Island"
"""The atlas does not have it, so nobody could look it up."""
_OUTSIDE = frozenset((
    "Angkor Wat", "Great Wall at Badaling", "Machu Picchu", "Mount Fuji", "Neuschwanstein Castle",
    "Stonehenge", _UNKNOWN,
))  # fmt: skip
"""Far from the city that they are counted to."""


class Sight(NamedTuple):
    name: str
    city: str
    country: str
    lat: float
    lng: float

    @property
    def address(self) -> str:
        """How one looks it up."""
        return f"{self.name}, {self.city}, {self.country}"

    @property
    def town(self) -> str:
        return f"{self.city}, {self.country}"

    @property
    def spot(self) -> tuple[float, float]:
        return self.lat, self.lng

    @property
    def called(self) -> str:
        """Spellings that a check accepts."""
        return _ALSO.get(self.name, self.name)

    @property
    def city_called(self) -> str:
        return _CITIES.get(self.city, self.city)

    @property
    def key_facts(self) -> tuple[str, ...]:
        return tuple(_ALSO.get(self.name, self.name).split("|"))


def sight_of(facts: dict[str, Any]) -> Sight:
    """From the facts of a postcard."""
    return Sight(facts["landmark"], facts["city"], facts["country"], facts["lat"], facts["lng"])


def known(facts: dict[str, Any]) -> bool:
    return bool(facts["landmark"] != _UNKNOWN)


def in_town(facts: dict[str, Any]) -> bool:
    """Whether everybody would name the same city."""
    return facts["landmark"] not in _OUTSIDE


def geocoded(address: str, *uses: Found) -> Wanted:
    return want("google-maps/geocode", *uses, address=address)


def spot_of(found: Found) -> tuple[float, float]:
    """Where the first result of a geocoding lies."""
    results = found.data.get("results") if isinstance(found.data, dict) else None
    if not results or results[0].get("partial_match"):
        raise PlanError("a place was not found by its name.")
    place = results[0]["geometry"]["location"]
    return place["lat"], place["lng"]
