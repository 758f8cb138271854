"""Who eats whom among the animals of the pictures, as far as nobody would dispute it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

PLANTS = "plants"

EATS_PLANTS = frozenset(
    ("zebra", "antelope", "giraffe", "elephant", "cow", "horse", "sheep", "deer", "rabbit", "butterfly",
     "bee", "duck", "chicken")
)  # fmt: skip
"""Those that live on plants, or mostly so."""
PARTLY_PLANTS = frozenset(("bird", "monkey", "pig", "turtle", "bear", "fox"))

EATS: Mapping[str, tuple[str, ...]] = {
    "lion": ("zebra", "antelope"),
    "wolf": ("deer", "rabbit"),
    "fox": ("rabbit", "bird"),
    "snake": ("frog", "bird"),
    "eagle": ("rabbit", "bird"),
    "crocodile": ("duck",),
    "cat": ("bird",),
    "frog": ("butterfly", "bee"),
    "bird": ("butterfly", "bee"),
    "chicken": ("butterfly",),
}
"""Undisputed."""

MAY_EAT: Mapping[str, tuple[str, ...]] = {
    "lion": ("giraffe", "monkey", "elephant"),
    "wolf": ("fox", "bird"),
    "fox": ("butterfly", "bee"),
    "tiger": ("monkey", "elephant", "bird"),
    "bear": ("deer", "rabbit", "fox", "wolf", "bee", "bird"),
    "snake": ("monkey", "duck", "turtle", "butterfly", "bee"),
    "eagle": ("snake", "monkey", "antelope", "fox", "owl"),
    "crocodile": ("bird", "frog", "turtle", "dog", "snake"),
    "cat": ("chicken", "duck", "butterfly"),
    "dog": ("chicken", "duck", "cat", "sheep", "bird", "frog", "turtle"),
    "owl": ("rabbit", "bird", "butterfly", "bee"),
    "bird": ("frog", "snake"),
    "duck": ("butterfly", "bee", "frog"),
    "monkey": ("butterfly", "bird", "frog"),
    "turtle": ("butterfly", "bee", "frog"),
    "pig": ("butterfly", "chicken", "duck"),
}
"""Said by some, or seen at times: no task may hang on it."""

SPECIES: Mapping[str, str] = {
    "bear": "Brown bear",
    "deer": "Red deer",
    "owl": "Tawny owl",
    "eagle": "Golden eagle",
    "duck": "Mallard",
    "frog": "Common frog",
    "monkey": "Rhesus macaque",
    "antelope": "Impala",
    "butterfly": "Monarch butterfly",
    "snake": "Grass snake",
    "bird": "Great tit",
    "turtle": "Painted turtle",
}
"""A species to read about where the article on the whole group does not say what they eat."""
IN_SETTING: Mapping[tuple[str, str], str] = {
    ("arctic", "bear"): "Polar bear",
    ("savanna", "snake"): "Black mamba",
    ("jungle", "snake"): "Burmese python",
    ("jungle", "frog"): "Red-eyed tree frog",
    ("jungle", "bird"): "Toco toucan",
}

_DIET = re.compile(r"\b(?:feeds? on [^.]*|eats? [^.]*|is an omnivore)", re.IGNORECASE)


def species_of(label: str, setting: str) -> str | None:
    return IN_SETTING.get((setting, label)) or SPECIES.get(label)


def diet_in(page: Mapping[str, str]) -> str | None:
    """What an article says about food, in its words; None where it is silent."""
    found = _DIET.search(page["summary"])
    return found[0] if found else None


def chains(labels: Collection[str], *, disputed: bool = False) -> list[tuple[str, ...]]:
    """All chains from a plant-eater up, of two animals or more; with disputed links if asked."""
    bases = EATS_PLANTS | (PARTLY_PLANTS if disputed else frozenset())
    starts = [(label,) for label in sorted(labels) if label in bases]
    return [chain for start in starts for chain in _grown(start, labels, disputed) if len(chain) > 1]


def beyond_doubt(labels: Collection[str]) -> bool:
    """Whether it is clear if they make a chain: one is undisputed, or not even a disputed one is there."""
    return bool(chains(labels)) or not chains(labels, disputed=True)


def hunters(labels: Collection[str], *, disputed: bool = False) -> set[str]:
    """Those that eat another of them."""
    return {eater for eater in labels if any(label in labels for label in _prey(eater, disputed))}


def _grown(chain: tuple[str, ...], labels: Collection[str], disputed: bool) -> Iterator[tuple[str, ...]]:
    yield chain
    for eater in sorted(labels):
        if eater not in chain and chain[-1] in _prey(eater, disputed):
            yield from _grown((*chain, eater), labels, disputed)


def _prey(eater: str, disputed: bool) -> tuple[str, ...]:
    return EATS.get(eater, ()) + (MAY_EAT.get(eater, ()) if disputed else ())
