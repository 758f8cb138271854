"""Who eats whom among the animals of the pictures, as far as nobody would dispute it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Literal

PLANTS = "plants"

EATS_PLANTS = frozenset(
    ("zebra", "antelope", "giraffe", "elephant", "cow", "horse", "sheep", "deer", "rabbit", "butterfly",
     "bee", "duck", "chicken")
)  # fmt: skip
"""Those that live on plants, or mostly so."""
PARTLY_PLANTS = frozenset(("pig", "bear", "fox"))

EATS: Mapping[str, tuple[str, ...]] = {
    "lion": ("zebra", "antelope"),
    "wolf": ("deer",),
    "fox": ("rabbit",),
    "snake": ("frog",),
    "crocodile": ("duck",),
    "frog": ("butterfly", "bee"),
}
"""Said by the encyclopedia's articles, and undisputed."""

MAY_EAT: Mapping[str, tuple[str, ...]] = {
    "lion": ("giraffe", "elephant"),
    "wolf": ("fox", "rabbit"),
    "fox": ("butterfly", "bee", "owl"),
    "tiger": ("elephant", "snake", "frog"),
    "bear": ("deer", "rabbit", "fox", "wolf", "bee", "owl"),
    "snake": ("duck", "butterfly", "bee", "antelope"),
    "eagle": ("rabbit", "snake", "antelope", "fox", "owl", "deer", "wolf"),
    "crocodile": ("frog", "dog", "snake"),
    "cat": ("chicken", "duck", "butterfly"),
    "dog": ("chicken", "duck", "cat", "sheep", "frog", "pig"),
    "owl": ("rabbit", "butterfly", "bee"),
    "duck": ("butterfly", "bee", "frog"),
    "chicken": ("butterfly",),
    "pig": ("butterfly", "chicken", "duck"),
}
"""Said by some, or seen at times: no task may hang on it."""

SPECIES: Mapping[str, str] = {
    "bear": "Brown bear",
    "deer": "Red deer",
    "owl": "Tawny owl",
    "eagle": "Bald eagle",
    "duck": "Mallard",
    "frog": "Common frog",
    "antelope": "Impala",
    "butterfly": "Monarch butterfly",
    "snake": "Grass snake",
}
"""A species to read about where the article on the whole group does not say what they eat."""
IN_SETTING: Mapping[tuple[str, str], str] = {
    ("arctic", "bear"): "Polar bear",
    ("savanna", "snake"): "Black mamba",
    ("jungle", "snake"): "Burmese python",
    ("jungle", "frog"): "Red-eyed tree frog",
}
DRAWN = frozenset(("Bald eagle", "Polar bear"))
"""Species that a picture shows beyond doubt. Of the others it shows only the group."""

Diet = Literal["plants", "animals", "both"]
DIETS: tuple[Diet, ...] = ("plants", "animals", "both")
_PLANT_EATERS = EATS_PLANTS - {"duck", "chicken"}
_OF_BOTH = frozenset(("duck", "chicken", "pig", "fox", "bear"))
_EITHER: Mapping[str, tuple[Diet, ...]] = {
    "dog": ("both",),
    "cat": ("both",),
    "duck": ("plants",),
    "chicken": ("plants",),
    "fox": ("animals",),
}
"""Other answers that are as fair: a pet's prepared food, an insect now and then."""

_DIET = re.compile(r"\b(?:feeds? on [^.]*|eats? [^.]*|is an omnivore)", re.IGNORECASE)
_VERB = re.compile(r"^(?:feeds? on|eats?|is an)\s+", re.IGNORECASE)


def species_of(label: str, setting: str) -> str | None:
    return IN_SETTING.get((setting, label)) or SPECIES.get(label)


def diet_in(page: Mapping[str, str]) -> str | None:
    """What an article says about food, in its words; None where it is silent."""
    found = _DIET.search(page["summary"])
    return found[0] if found else None


def food_in(page: Mapping[str, str]) -> str:
    """The food that an article names, without the verb and what else the sentence says."""
    food = _VERB.sub("", diet_in(page) or "")
    return re.split(r", and the |; | and pollinate", food)[0]


def diet_of(label: str, setting: str) -> tuple[Diet, tuple[Diet, ...]]:
    """Plants, animals or both; and other answers that are as fair."""
    if label in _PLANT_EATERS:
        return "plants", ()
    if label in _OF_BOTH and (setting, label) != ("arctic", "bear"):
        return "both", _EITHER.get(label, ())
    return "animals", _EITHER.get(label, ())


def chains(labels: Collection[str], *, disputed: bool = False) -> list[tuple[str, ...]]:
    """All chains from a plant-eater up, of two animals or more; with disputed links if asked."""
    bases = EATS_PLANTS | (PARTLY_PLANTS if disputed else frozenset())
    starts = [(label,) for label in sorted(labels) if label in bases]
    return [chain for start in starts for chain in _grown(start, labels, disputed) if len(chain) > 1]


def longest(labels: Collection[str], *, disputed: bool = False) -> set[tuple[str, ...]]:
    """The chains of the greatest length; empty where there is none."""
    found = chains(labels, disputed=disputed)
    most = max(map(len, found), default=0)
    return {chain for chain in found if len(chain) == most}


def links(labels: Collection[str]) -> list[tuple[str, ...]]:
    """What may stand at each place of the longest chain, from the plant-eater up."""
    return [tuple(sorted(set(place))) for place in zip(*sorted(longest(labels)), strict=True)]


def beyond_doubt(labels: Collection[str]) -> bool:
    """Whether it is clear what the longest chain is, or that there is none: disputed links change nothing."""
    found = longest(labels)
    combined = 1
    for place in links(labels):
        combined *= len(place)
    return found == longest(labels, disputed=True) and (not found or combined == len(found))


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
