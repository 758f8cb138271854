"""Names of the animals in pictures, and animals that are easily confused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from m3bench.checks import Expected

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

ANIMALS = frozenset(
    ("antelope", "bear", "bee", "bird", "butterfly", "cat", "chicken", "cow", "crocodile", "deer", "dog",
     "duck", "eagle", "elephant", "fox", "frog", "giraffe", "horse", "lion", "monkey", "owl", "penguin",
     "pig", "rabbit", "sheep", "snake", "tiger", "turtle", "wolf", "zebra")
)  # fmt: skip

_OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    "antelope": ("gazelle", "impala", "Thomson's gazelle", "springbok"),
    "bear": ("polar bear", "brown bear", "black bear", "American black bear", "grizzly bear", "grizzly"),
    "bee": ("honey bee", "honeybee", "bumblebee", "western honey bee"),
    "bird": ("songbird", "robin", "finch", "sparrow", "canary", "bluebird", "cardinal", "tit", "small bird"),
    "butterfly": ("monarch butterfly", "monarch"),
    "cat": ("domestic cat", "house cat", "kitten"),
    "chicken": ("hen", "rooster", "cock", "domestic chicken"),
    "cow": ("cattle", "bull", "ox", "domestic cow"),
    "crocodile": ("alligator", "Nile crocodile", "croc"),
    "deer": ("stag", "buck", "red deer", "fallow deer", "sika deer"),
    "dog": ("domestic dog", "dalmatian", "puppy"),
    "duck": ("mallard", "duckling", "goose", "drake", "domestic duck"),
    "eagle": ("bald eagle",),
    "elephant": ("African elephant", "African bush elephant"),
    "fox": ("red fox",),
    "frog": ("toad", "common frog", "tree frog"),
    "horse": ("pony", "stallion", "mare", "domestic horse"),
    "lion": ("African lion",),
    "monkey": ("ape", "chimpanzee", "macaque"),
    "penguin": ("emperor penguin", "king penguin"),
    "pig": ("hog", "swine", "boar", "domestic pig", "piglet"),
    "rabbit": ("hare", "bunny", "European rabbit", "arctic hare"),
    "sheep": ("lamb", "domestic sheep", "ewe", "ram"),
    "snake": ("viper", "python", "serpent", "rattlesnake"),
    "turtle": ("tortoise", "terrapin"),
    "wolf": ("grey wolf", "gray wolf"),
    "zebra": ("plains zebra",),
}
_OTHER_SCIENTIFIC: Mapping[str, tuple[str, ...]] = {
    "cat": ("Felis silvestris catus", "Felis domesticus"),
    "chicken": ("Gallus gallus domesticus", "Gallus gallus"),
    "cow": ("Bos primigenius taurus",),
    "dog": ("Canis lupus familiaris",),
    "horse": ("Equus ferus caballus",),
    "penguin": ("Aptenodytes patagonicus", "Spheniscidae"),
    "pig": ("Sus scrofa domesticus", "Sus scrofa domestica"),
}
_LOOKALIKES = (
    frozenset(("wolf", "fox", "dog")),
    frozenset(("antelope", "deer")),
    frozenset(("duck", "bird", "chicken", "eagle", "owl")),
    frozenset(("lion", "tiger", "cat")),
    frozenset(("bee", "butterfly")),
    frozenset(("horse", "zebra", "cow")),
)


def expected_kind(label: str) -> Expected:
    """Return the expected kind of an animal, with other names that people may use."""
    return Expected(label, also=_OTHER_NAMES.get(label, ()))


def expected_scientific(label: str, name: str) -> Expected:
    """Return the expected scientific name, with older and longer forms."""
    return Expected(name, also=_OTHER_SCIENTIFIC.get(label, ()))


def is_nameable(scene: Scene) -> bool:
    """Return whether every animal is unambiguous. A white wolf on ice looks like an arctic fox."""
    return not (scene.facts["setting"] == "arctic" and "wolf" in scene.facts["animals"])


def looks_like(label: str, others: frozenset[str]) -> bool:
    """Return whether an animal could be mistaken for one of the others."""
    return label in others or any(label in group and group & others for group in _LOOKALIKES)
