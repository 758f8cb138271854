"""Famous sights in pictures: names, cities and positions."""

from __future__ import annotations

from typing import Any, NamedTuple

from m3bench.checks import Expected
from m3bench.suites import CallResult, PlanError, PlannedCall, call

_ALSO = {
    "Acropolis of Athens": ("Acropolis", "Parthenon", "Acropolis and Parthenon"),
    "Arc de Triomphe": ("Arc de Triomphe de l'Étoile", "Arch of Triumph"),
    "Big Ben": (
        "Elizabeth Tower",
        "Palace of Westminster",
        "Big Ben and the Palace of Westminster",
        "Houses of Parliament",
    ),
    "Burj Khalifa": ("Burj Khalifa tower",),
    "Christ the Redeemer": ("Cristo Redentor", "Christ the Redeemer statue"),
    "Cologne Cathedral": ("Kölner Dom",),
    "Colosseum": ("Coliseum", "Flavian Amphitheatre", "Roman Colosseum"),
    "Great Pyramid of Giza": (
        "Great Pyramid",
        "Pyramid of Khufu",
        "Pyramid of Cheops",
        "Pyramids of Giza",
        "Giza Pyramids",
        "Pyramids",
    ),
    "Great Sphinx of Giza": (
        "Sphinx",
        "Great Sphinx",
        "Sphinx of Giza",
        "Great Sphinx and Great Pyramid of Giza",
        "Sphinx and Pyramids of Giza",
    ),
    "Great Wall at Badaling": ("Great Wall", "Great Wall of China", "Badaling Great Wall"),
    "Hagia Sophia": ("Ayasofya",),
    "Leaning Tower of Pisa": ("Leaning Tower", "Tower of Pisa"),
    "Mount Fuji": ("Mt Fuji", "Fuji", "Fujisan", "Fujiyama"),
    "Neuschwanstein Castle": ("Neuschwanstein", "Schloss Neuschwanstein"),
    "Notre-Dame de Paris": ("Notre-Dame", "Notre-Dame Cathedral", "Notre-Dame Cathedral of Paris"),
    "Petronas Towers": ("Petronas Twin Towers",),
    "Sagrada Família": ("Basílica de la Sagrada Família", "Basilica of the Sagrada Família"),
    "Saint Basil's Cathedral": ("Saint Basil's", "St. Basil's", "St. Basil's Cathedral", "Saint Basil"),
    "Statue of Liberty": ("Liberty Enlightening the World", "Lady Liberty"),
    "Sydney Opera House": ("Opera House",),
    "Taj Mahal": ("The Taj",),
    "Tower Bridge": ("London Tower Bridge",),
    "United States Capitol": (
        "Capitol",
        "US Capitol",
        "U.S. Capitol",
        "Capitol Building",
        "US Capitol Building",
    ),
}
"""Other accepted names."""
_HINTS = {
    "Acropolis of Athens": ("Acropolis", "Parthenon"),
    "Big Ben": ("Big Ben", "Elizabeth Tower", "Westminster"),
    "Great Pyramid of Giza": ("Pyramid",),
    "Great Sphinx of Giza": ("Sphinx",),
    "Great Wall at Badaling": ("Great Wall",),
    "Leaning Tower of Pisa": ("Leaning Tower", "Tower of Pisa"),
    "Mount Fuji": ("Fuji",),
    "Neuschwanstein Castle": ("Neuschwanstein",),
    "Notre-Dame de Paris": ("Notre-Dame", "Notre Dame"),
    "Petronas Towers": ("Petronas",),
    "Saint Basil's Cathedral": ("Basil",),
    "Sydney Opera House": ("Opera House",),
    "United States Capitol": ("Capitol",),
}
"""Parts of names that reveal a sight."""
_CITIES = {
    "Köln": ("Cologne",),
    "Giza": ("Gizeh", "Al Jizah", "Cairo"),
    "New York City": ("New York", "New York, NY", "NYC"),
    "Washington": ("Washington, D.C.", "Washington DC"),
    "Rio de Janeiro": ("Rio",),
}
_UNKNOWN = "Moai of Easter Island"
"""Not in the atlas, so it cannot be looked up."""
_OUTSIDE = frozenset((
    "Angkor Wat", "Great Wall at Badaling", "Machu Picchu", "Mount Fuji", "Neuschwanstein Castle",
    "Stonehenge", _UNKNOWN,
))  # fmt: skip
"""Sights far from the city that they belong to."""
_WIDE = frozenset((_UNKNOWN, "Great Wall at Badaling", "Mount Fuji"))
"""Large sights without one clear position."""


class Sight(NamedTuple):
    name: str
    city: str
    country: str
    lat: float
    lng: float

    @property
    def address(self) -> str:
        """The address to geocode."""
        return f"{self.name}, {self.city}, {self.country}"

    @property
    def town(self) -> str:
        return f"{self.city}, {self.country}"

    @property
    def spot(self) -> tuple[float, float]:
        return self.lat, self.lng

    @property
    def expected(self) -> Expected:
        """The expected name in a form."""
        return Expected(self.name, also=_ALSO.get(self.name, ()))

    @property
    def expected_city(self) -> Expected:
        country = (f"{self.city}, {self.country}",)
        return Expected(self.city, also=(*_CITIES.get(self.city, ()), *country))

    @property
    def key_facts(self) -> tuple[str, ...]:
        return _HINTS.get(self.name, (self.name,))

    @property
    def shown(self) -> tuple[str, ...]:
        """Facts that the picture shows to anyone who knows the sight."""
        return self.name, self.city


def sight_of(facts: dict[str, Any]) -> Sight:
    """Return the sight on a postcard."""
    return Sight(facts["landmark"], facts["city"], facts["country"], facts["lat"], facts["lng"])


def is_pinned(facts: dict[str, Any]) -> bool:
    """Return whether the position of the sight is unambiguous."""
    return facts["landmark"] not in _WIDE


def in_town(facts: dict[str, Any]) -> bool:
    """Return whether the city of the sight is unambiguous."""
    return facts["landmark"] not in _OUTSIDE


def geocode(address: str, *uses: CallResult) -> PlannedCall:
    return call("google-maps/geocode", *uses, address=address)


def spot_of(result: CallResult) -> tuple[float, float]:
    """Return the position of the first geocoding result. Raise `PlanError` if there is none."""
    results = result.data.get("results") if isinstance(result.data, dict) else None
    if not results or results[0].get("partial_match"):
        raise PlanError("a place was not found by its name.")
    place = results[0]["geometry"]["location"]
    return place["lat"], place["lng"]
