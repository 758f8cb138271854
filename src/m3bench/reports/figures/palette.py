"""Named colours for light and dark mode, distinguishable with colour vision deficiency.

A drawing refers to `var(--series-1)`. On the page that is a CSS variable, which follows light and dark mode.
In a file for a paper it is replaced by the colour.
"""

from __future__ import annotations

import re

import msgspec


class Colour(msgspec.Struct, frozen=True):
    light: str
    dark: str


# Blue, vermilion, green, orange, purple and sky are from Okabe and Ito, adjusted for contrast.
_SERIES = (
    Colour("#0072b2", "#5aaee6"),
    Colour("#c25400", "#ff8a4c"),
    Colour("#00866a", "#2fc79b"),
    Colour("#916900", "#f0bb3c"),
    Colour("#a8558a", "#e39cc6"),
    Colour("#3f97cf", "#a4dcff"),
    Colour("#3d4450", "#d5dae3"),
)
_HEAT = (
    ("#eef3f8", "#1d242d"),
    ("#d6e4f1", "#1f3a55"),
    ("#b3cfe7", "#22527d"),
    ("#86b3d9", "#2768a0"),
    ("#3876ab", "#4b96d3"),
    ("#235f97", "#78b8ea"),
    ("#123f6e", "#b9defb"),
)
_BURN = (
    ("#faf4ee", "#26211d"),
    ("#f7dfc8", "#4a311d"),
    ("#f2c197", "#6f431d"),
    ("#e79c5d", "#93561e"),
    ("#b4580b", "#d9812f"),
    ("#9c4708", "#f0a763"),
    ("#6e2f04", "#fcd3ab"),
)
SERIES = len(_SERIES)
SHADES = len(_HEAT)

COLOURS: dict[str, Colour] = {
    "ink": Colour("#1b1f26", "#e4e7ec"),
    "quiet": Colour("#5b6472", "#9aa3b2"),
    "line": Colour("#d8dce3", "#363b44"),
    "grid": Colour("#e9ecf1", "#2a2f37"),
    "card": Colour("#ffffff", "#1e2126"),
    "published": Colour("#8b93a1", "#7d8695"),
    "good": Colour("#00866a", "#2fc79b"),
    "ink-low": Colour("#1b1f26", "#e4e7ec"),
    "ink-high": Colour("#ffffff", "#101317"),
    "ink-pale": Colour("#1b1f26", "#101317"),
    **{f"series-{number}": colour for number, colour in enumerate(_SERIES, 1)},
    **{f"heat-{number}": Colour(*pair) for number, pair in enumerate(_HEAT)},
    **{f"burn-{number}": Colour(*pair) for number, pair in enumerate(_BURN)},
}


PALE = {"series-6", "published"}
"""Colours on which `ink-pale` is more readable than `ink-high`."""


def named(name: str) -> str:
    """Return a reference to a colour."""
    return f"var(--{name})"


def series(index: int) -> str:
    return named(f"series-{index % SERIES + 1}")


def shades(ramp: str) -> list[str]:
    """Return a ramp from low to high: `heat`, or `burn` if high is bad."""
    return [named(f"{ramp}-{number}") for number in range(SHADES)]


def declarations() -> str:
    """Return the colours as CSS variables."""
    return "".join(f"--{name}:light-dark({colour.light},{colour.dark});" for name, colour in COLOURS.items())


def in_print(drawing: str) -> str:
    """Return the drawing with references replaced by the light colours."""
    return _NAMED.sub(lambda match: f'="{COLOURS[match[1]].light}"', drawing)


_NAMED = re.compile(rf'="var\(--({"|".join(COLOURS)})\)"')
