"""Sights that can be drawn: name, label and setting."""

from __future__ import annotations

from typing import Any, NamedTuple

from m3bench_world.world import World


class Sight(NamedTuple):
    """A sight. `name` is used by its sprite and the atlas; `label` describes what is visible."""

    name: str
    label: str
    setting: str
    """Its ground: square, park, water, desert, meadow; or a landscape drawn with it."""
    width: float = 0.0
    """Share of the picture's width; 0 if its height decides."""


SIGHTS = (
    Sight("Acropolis of Athens", "temple", "meadow", 0.72),
    Sight("Angkor Wat", "temple", "park", 0.8),
    Sight("Arc de Triomphe", "arch", "square"),
    Sight("Big Ben", "tower", "square"),
    Sight("Brandenburg Gate", "arch", "square", 0.62),
    Sight("Burj Khalifa", "skyscraper", "square"),
    Sight("CN Tower", "tower", "park"),
    Sight("Christ the Redeemer", "statue", "meadow"),
    Sight("Cologne Cathedral", "church", "square"),
    Sight("Colosseum", "ruins", "square", 0.7),
    Sight("Eiffel Tower", "tower", "park"),
    Sight("Golden Gate Bridge", "bridge", "water", 0.92),
    Sight("Great Pyramid of Giza", "pyramid", "desert", 0.82),
    Sight("Great Sphinx of Giza", "statue", "desert", 0.7),
    Sight("Great Wall at Badaling", "wall", "landscape"),
    Sight("Hagia Sophia", "mosque", "park", 0.7),
    Sight("Leaning Tower of Pisa", "tower", "park"),
    Sight("Machu Picchu", "ruins", "landscape"),
    Sight("Moai of Easter Island", "statue", "meadow", 0.7),
    Sight("Mount Fuji", "mountain", "landscape"),
    Sight("Neuschwanstein Castle", "castle", "meadow"),
    Sight("Notre-Dame de Paris", "church", "square"),
    Sight("Petronas Towers", "skyscraper", "park"),
    Sight("Sagrada Família", "church", "park"),
    Sight("Saint Basil's Cathedral", "church", "square"),
    Sight("Space Needle", "tower", "park"),
    Sight("Statue of Liberty", "statue", "island"),
    Sight("Stonehenge", "ruins", "meadow", 0.74),
    Sight("Sydney Opera House", "building", "water", 0.76),
    Sight("Taj Mahal", "mosque", "park", 0.74),
    Sight("Tokyo Tower", "tower", "square"),
    Sight("Tower Bridge", "bridge", "water", 0.86),
    Sight("United States Capitol", "building", "park", 0.78),
)

WARM = frozenset((
    "Angkor Wat", "Burj Khalifa", "Christ the Redeemer", "Golden Gate Bridge", "Great Pyramid of Giza",
    "Great Sphinx of Giza", "Machu Picchu", "Moai of Easter Island", "Petronas Towers", "Sydney Opera House",
    "Taj Mahal",
))  # fmt: skip
"""Sights without snow."""

_ELSEWHERE: dict[str, dict[str, Any]] = {
    "Moai of Easter Island": {"city": "Hanga Roa", "country": "Chile", "lat": -27.1258, "lng": -109.2769}
}
"""Sights that the atlas does not list."""


def names() -> tuple[str, ...]:
    return tuple(sight.name for sight in SIGHTS)


def find(name: str) -> Sight | None:
    return next((sight for sight in SIGHTS if sight.name == name), None)


def facts(world: World, sight: Sight) -> dict[str, Any]:
    """Return its name, city, country and position from the atlas."""
    known = _ELSEWHERE.get(sight.name)
    if known:
        return {"landmark": sight.name, **known}
    found = world.atlas.famous(sight.name)
    if found is None or found.name != sight.name:
        raise ValueError(f"the atlas has no landmark {sight.name!r}")
    place = found.place
    return {
        "landmark": found.name,
        "city": place.name,
        "country": place.country_name,
        "lat": found.lat,
        "lng": found.lng,
    }
