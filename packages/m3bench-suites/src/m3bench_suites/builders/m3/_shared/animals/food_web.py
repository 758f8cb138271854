"""Which animals eat which, as far as it is undisputed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Literal

PLANTS = "plants"

EATS_PLANTS = frozenset(
    ("zebra", "antelope", "giraffe", "elephant", "cow", "horse", "sheep", "deer", "rabbit", "butterfly",
     "bee", "duck", "chicken")
)  # fmt: skip
"""Animals that eat mostly plants."""
PARTLY_PLANTS = frozenset(("pig", "bear", "fox"))

EATS: Mapping[str, tuple[str, ...]] = {
    "lion": ("zebra", "antelope"),
    "wolf": ("deer",),
    "fox": ("rabbit",),
    "snake": ("frog",),
    "crocodile": ("duck",),
    "frog": ("butterfly", "bee"),
}
"""Undisputed prey, as in the encyclopedia."""

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
"""Occasional or disputed prey. No task may depend on it."""

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
"""A species to look up if the article on its group does not mention food."""
IN_SETTING: Mapping[tuple[str, str], str] = {
    ("arctic", "bear"): "Polar bear",
    ("savanna", "snake"): "Black mamba",
    ("jungle", "snake"): "Burmese python",
    ("jungle", "frog"): "Red-eyed tree frog",
}
DRAWN = frozenset(("Bald eagle", "Polar bear"))
"""Species that a picture shows clearly. For others it shows only the group."""

Diet = Literal["plants", "animals", "both"]
_PLANT_EATERS = EATS_PLANTS - {"duck", "chicken"}
_OF_BOTH = frozenset(("duck", "chicken", "pig", "fox", "bear"))
_EITHER: Mapping[str, tuple[Diet, ...]] = {
    "dog": ("both",),
    "cat": ("both",),
    "duck": ("plants",),
    "chicken": ("plants",),
    "fox": ("animals",),
}
"""Other acceptable diets, because of pet food or an occasional insect."""

_DIET = re.compile(r"\b(?:feeds? on [^.]*|eats? [^.]*|is an omnivore)", re.IGNORECASE)
_VERB = re.compile(r"^(?:feeds? on|eats?|is an)\s+", re.IGNORECASE)


def species_of(label: str, setting: str) -> str | None:
    return IN_SETTING.get((setting, label)) or SPECIES.get(label)


def diet_in(page: Mapping[str, str]) -> str | None:
    """Return what an article says about food, or None."""
    diet = _DIET.search(page["summary"])
    return diet[0] if diet else None


def food_in(page: Mapping[str, str]) -> str:
    """Return the food that an article names, without the verb and the rest of the sentence."""
    food = _VERB.sub("", diet_in(page) or "")
    return re.split(r", and the |; | and pollinate", food)[0]


def diet_of(label: str, setting: str) -> tuple[Diet, tuple[Diet, ...]]:
    """Return the diet (plants, animals or both) and other acceptable diets."""
    if label in _PLANT_EATERS:
        return "plants", ()
    if label in _OF_BOTH and (setting, label) != ("arctic", "bear"):
        return "both", _EITHER.get(label, ())
    return "animals", _EITHER.get(label, ())


def chains(labels: Collection[str], *, disputed: bool = False) -> list[tuple[str, ...]]:
    """Return all chains of two or more animals that start with a plant-eater."""
    bases = EATS_PLANTS | (PARTLY_PLANTS if disputed else frozenset())
    starts = [(label,) for label in sorted(labels) if label in bases]
    return [chain for start in starts for chain in _grown(start, labels, disputed) if len(chain) > 1]


def longest(labels: Collection[str], *, disputed: bool = False) -> set[tuple[str, ...]]:
    """Return the longest chains, empty if there are none."""
    known = chains(labels, disputed=disputed)
    most = max(map(len, known), default=0)
    return {chain for chain in known if len(chain) == most}


def links(labels: Collection[str]) -> list[tuple[str, ...]]:
    """Return the animals that fit each place of the longest chain, starting with the plant-eater."""
    return [tuple(sorted(set(place))) for place in zip(*sorted(longest(labels)), strict=True)]


def beyond_doubt(labels: Collection[str]) -> bool:
    """Return whether disputed links do not change the longest chain."""
    undisputed = longest(labels)
    combined = 1
    for place in links(labels):
        combined *= len(place)
    return undisputed == longest(labels, disputed=True) and (not undisputed or combined == len(undisputed))


def hunters(labels: Collection[str], *, disputed: bool = False) -> set[str]:
    """Return the animals that eat another one."""
    return {eater for eater in labels if any(label in labels for label in _prey(eater, disputed))}


def _grown(chain: tuple[str, ...], labels: Collection[str], disputed: bool) -> Iterator[tuple[str, ...]]:
    yield chain
    for eater in sorted(labels):
        if eater not in chain and chain[-1] in _prey(eater, disputed):
            yield from _grown((*chain, eater), labels, disputed)


def _prey(eater: str, disputed: bool) -> tuple[str, ...]:
    return EATS.get(eater, ()) + (MAY_EAT.get(eater, ()) if disputed else ())
