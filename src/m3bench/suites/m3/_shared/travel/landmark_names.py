"""What famous sights, their cities and countries are called besides."""

from __future__ import annotations

from m3bench.checks import Expected

_OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "Acropolis of Athens": ("Acropolis", "Parthenon", "Athens Acropolis"),
    "Big Ben": ("Elizabeth Tower", "Big Ben, the Elizabeth Tower", "Big Ben clock tower"),
    "Brandenburg Gate": ("Brandenburger Tor",),
    "CN Tower": ("Canadian National Tower",),
    "Christ the Redeemer": ("Cristo Redentor", "Christ the Redeemer statue", "Statue of Christ the Redeemer"),
    "Cologne Cathedral": ("Kölner Dom", "Cathedral of Cologne"),
    "Colosseum": ("Coliseum", "Roman Colosseum", "Colosseo"),
    "Eiffel Tower": ("Tour Eiffel",),
    "Great Sphinx of Giza": ("Sphinx", "Great Sphinx", "Sphinx of Giza", "Giza Sphinx"),
    "Hagia Sophia": ("Ayasofya", "Hagia Sophia Mosque", "Hagia Sophia Grand Mosque"),
    "Leaning Tower of Pisa": ("Leaning Tower", "Tower of Pisa", "Torre di Pisa"),
    "Notre-Dame de Paris": (
        "Notre-Dame", "Notre-Dame Cathedral", "Notre-Dame Cathedral, Paris", "Notre-Dame de Paris Cathedral",
        "Cathedral of Notre-Dame", "Cathédrale Notre-Dame de Paris",
    ),
    "Petronas Towers": ("Petronas Twin Towers", "Petronas Tower", "KLCC Twin Towers"),
    "Sagrada Família": (
        "La Sagrada Família", "Basílica de la Sagrada Família", "Basilica of the Sagrada Família",
        "Sagrada Familia Basilica", "Basilica de la Sagrada Familia",
    ),
    "Saint Basil's Cathedral": (
        "St. Basil's Cathedral", "St. Basil's", "Saint Basil's", "Cathedral of Saint Basil",
    ),
    "Space Needle": ("Seattle Space Needle",),
    "Statue of Liberty": ("Liberty Enlightening the World", "Lady Liberty"),
    "Sydney Opera House": ("Opera House", "Opera House, Sydney"),
    "United States Capitol": (
        "US Capitol", "U.S. Capitol", "Capitol", "Capitol Building", "United States Capitol Building",
        "US Capitol Building", "U.S. Capitol Building",
    ),
    "Köln": ("Cologne",),
    "New York City": ("New York", "NYC", "New York, NY", "New York City, New York"),
    "Washington": ("Washington, D.C.", "Washington DC"),
    "Istanbul": ("İstanbul",),
    "United States": ("USA", "US", "U.S.", "U.S.A.", "United States of America"),
    "United Kingdom": ("UK", "U.K.", "Great Britain", "England", "England, United Kingdom", "Britain"),
    "United Arab Emirates": ("UAE", "U.A.E."),
    "Turkey": ("Türkiye",),
    "Russia": ("Russian Federation",),
}  # fmt: skip
UNCLEAR = frozenset(("Great Pyramid of Giza",))
"""Sights that a picture does not tell from their neighbours."""


def expected_name(name: str) -> Expected:
    """The name of a sight, a city or a country, whichever way it is called."""
    return Expected(name, also=_OTHER_NAMES.get(name, ()))
