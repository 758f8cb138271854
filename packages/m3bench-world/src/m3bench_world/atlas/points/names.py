"""Names of invented points of interest, with the surnames of the country."""

from __future__ import annotations

from m3bench_world.atlas.points.kinds import PlaceKind
from m3bench_world.atlas.streets import Town
from m3bench_world.atlas.wordlists import words
from m3bench_world.chance import Chance

_LISTS = {
    "noun": "noun",
    "noun2": "noun",
    "adj": "adjective",
    "surname_it": "surname it",
    "surname_fr": "surname fr",
    "surname_es": "surname es",
    "surname_ja": "surname ja",
    "saint": "saint",
    "topic": "topic",
    "compass": "compass",
}


def name_of(chance: Chance, town: Town, kind: PlaceKind, index: int, street: str) -> str:
    """Return the name of landmark `index` of a town. Each word is a separate draw."""

    def pick(choices: tuple[str, ...], word: str) -> str:
        return chance.pick(choices, "landmark", town.place.id, index, word)

    pattern = pick(kind.patterns, "pattern")
    chosen = {"city": town.place.name, "street": street_stem(street)}
    for word, source in _LISTS.items():
        if f"{{{word}}}" in pattern:
            chosen[word] = pick(words(source), word)
    for word in ("surname", "surname2"):
        if f"{{{word}}}" in pattern:
            chosen[word] = pick(words(f"surname {town.address_format.language}"), word)
    return pattern.format_map(chosen)


def street_stem(street: str) -> str:
    """Return a street's name without the word for street: `Maple St` → `Maple`."""
    kept = [word for word in street.split() if word not in words("street words")]
    return " ".join(kept) or street
