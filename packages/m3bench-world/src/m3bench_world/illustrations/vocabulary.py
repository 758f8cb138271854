"""The words of prompts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final, TypeVar

from m3bench_world.scenes import DRAWING_LOCK, sprites
from m3bench_world.scenes.painting import Look

T = TypeVar("T")

COUNTS: Final = {
    word: number
    for number, words in enumerate(
        (
            "a an one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ),
        1,
    )
    for word in words.split()
}
SIZES: Final = {"small": 0.62, "large": 1.35}
SIZE_WORDS: Final = {"tiny": "small", "little": "small", "big": "large", "huge": "large"}

PLACES: Final[dict[str, tuple[float, float, float, float]]] = {
    "top left": (0.0, 0.0, 0.34, 0.34),
    "top right": (0.66, 0.0, 1.0, 0.34),
    "bottom left": (0.0, 0.66, 0.34, 1.0),
    "bottom right": (0.66, 0.66, 1.0, 1.0),
    "left": (0.0, 0.0, 0.34, 1.0),
    "right": (0.66, 0.0, 1.0, 1.0),
    "top": (0.0, 0.0, 1.0, 0.34),
    "bottom": (0.0, 0.66, 1.0, 1.0),
    "center": (0.3, 0.3, 0.7, 0.7),
}
"""The part of the picture in which subjects at a place stand: left, top, right, bottom."""
PLACE_WORDS: Final = {"upper": "top", "lower": "bottom", "centre": "center", "middle": "center"}

PLAIN: Final = {
    "white": "#ffffff", "black": "#101010", "grey": "#9a9a9a", "red": "#c9403a", "orange": "#e58a3a",
    "yellow": "#f2d95c", "green": "#7fb069", "blue": "#7fa8d6", "purple": "#9b7fc4", "pink": "#f0b6c4",
    "beige": "#ece2cc", "brown": "#8a6a4a",
}  # fmt: skip
"""Backgrounds of one colour."""
VIEWS: Final = (
    "meadow", "room", "tabletop", "savanna", "farm", "forest", "ice", "shore", "street", "showroom",
)  # fmt: skip
MATERIALS: Final = (
    "wood",
    "grass",
    "fabric",
    "sky",
    "water",
    "concrete",
    "sand",
    "asphalt",
    "plaster",
    "tiles",
)
BACKGROUNDS: Final = (*PLAIN, *MATERIALS, *VIEWS)
BACKGROUND_WORDS: Final = {
    "gray": "grey", "table": "tabletop", "desk": "tabletop", "beach": "shore", "lake": "shore", "pond":
    "shore",
    "snow": "ice", "sea": "water", "ocean": "water", "lawn": "grass", "field": "meadow", "farmland": "farm",
    "road": "street", "cloth": "fabric", "wooden": "wood", "clouds": "sky",
}  # fmt: skip

STYLES: Final = ("plain", "watercolor", "sketch", "pixel art", "poster", "sepia", "grayscale")
STYLE_WORDS: Final = {
    "watercolour": "watercolor",
    "pixel": "pixel art",
    "greyscale": "grayscale",
    "drawing": "sketch",
}

_IRREGULAR: Final = {
    "people": "person", "persons": "person", "man": "person", "woman": "person", "child": "person",
    "children": "person", "men": "person", "women": "person", "wolves": "wolf", "knives": "knife",
    "mice": "mouse", "bike": "bicycle", "bikes": "bicycle", "automobile": "car", "automobiles": "car",
    "mug": "cup", "mugs": "cup", "hen": "chicken", "hens": "chicken", "aubergine": "eggplant",
    "aubergines": "eggplant", "plant": "potted plant", "plants": "potted plant", "mobile phone": "phone",
    "mobile phones": "phone", "football": "ball", "footballs": "ball", "grape": "grapes",
}  # fmt: skip


class _Probe(Look):
    """Notes between which colours a sprite chooses."""

    def __init__(self) -> None:
        super().__init__(Random(0))  # noqa: S311 - a picture, not a secret
        self.colours: tuple[str, ...] = ()

    def named(self, attribute: str, options: Mapping[str, T]) -> T:
        if attribute == "colour":
            self.colours = tuple(options)
        return super().named(attribute, options)


@cache
def subject_names() -> tuple[str, ...]:
    """Return all subjects."""
    return tuple(sprites.labels())


def folded_name(name: str) -> str:
    """Return a name as it stands in a prompt: in lower case and without articles."""
    return name.casefold().replace(" the ", " ")


@cache
def by_folded_name() -> dict[str, str]:
    """Return the subjects by their names in lower case, also in plural."""
    found: dict[str, str] = {}
    for name in subject_names():
        folded = folded_name(name)
        for plural in (f"{folded}s", f"{folded}es", f"{folded[:-1]}ies" if folded.endswith("y") else folded):
            found.setdefault(plural, name)
    found |= {folded_name(name): name for name in subject_names()}
    return found | {word: name for word, name in _IRREGULAR.items() if name in subject_names()}


@cache
def subject_colours(name: str) -> tuple[str, ...]:
    """Return the colours that a subject can have; none if it has no choice."""
    probe = _Probe()
    with DRAWING_LOCK:
        sprites.cut(name, probe, size=12)
    return probe.colours
