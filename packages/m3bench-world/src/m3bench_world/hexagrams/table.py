"""Names, trigrams and texts of the 64 hexagrams.

English names are those of the Unicode standard. Chinese names and trigrams follow the received order; texts
are written for this package.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

import msgspec

FIRST_SYMBOL = 0x4DC0
COUNT = 64
LINES = 6
_SMALL = ("of", "the", "on", "at", "to")


class Trigram(msgspec.Struct, frozen=True):
    name: str
    symbol: str
    quality: str
    lines: tuple[bool, bool, bool]
    """From below; true for an unbroken (yang) line."""


TRIGRAMS = {
    trigram.name: trigram
    for trigram in (
        Trigram("Heaven", "☰", "strong and tireless", (True, True, True)),
        Trigram("Lake", "☱", "open and glad", (True, True, False)),
        Trigram("Fire", "☲", "bright and clinging", (True, False, True)),
        Trigram("Thunder", "☳", "sudden and stirring", (True, False, False)),
        Trigram("Wind", "☴", "gentle and penetrating", (False, True, True)),
        Trigram("Water", "☵", "deep and dangerous", (False, True, False)),
        Trigram("Mountain", "☶", "still and firm", (False, False, True)),
        Trigram("Earth", "☷", "yielding and patient", (False, False, False)),
    )
}


class Hexagram(msgspec.Struct, frozen=True):
    number: int
    chinese: str
    pinyin: str
    upper: Trigram
    lower: Trigram
    theme: str
    judgment: str
    advice: str

    @property
    def symbol(self) -> str:
        return chr(FIRST_SYMBOL + self.number - 1)

    @property
    def name(self) -> str:
        """Return the English name, as in Unicode: `Work on the Decayed`."""
        words = unicodedata.name(self.symbol).removeprefix("HEXAGRAM FOR ").lower().split()
        first, *rest = words
        return " ".join(
            [first.capitalize(), *(word if word in _SMALL else word.capitalize() for word in rest)]
        )

    @property
    def lines(self) -> tuple[bool, ...]:
        """Return the six lines from below; true for yang."""
        return self.lower.lines + self.upper.lines

    @property
    def image(self) -> str:
        above, below = self.upper, self.lower
        if above == below:
            doubled = f"{above.name} is doubled, {above.quality}"
            return f"{doubled}. So the wise person practises {self.theme} again and again."
        return (
            f"{above.name}, {above.quality}, stands over {below.name.lower()}, {below.quality}. "
            f"So the wise person finds the measure of {self.theme}."
        )


@cache
def hexagrams() -> tuple[Hexagram, ...]:
    """Return all hexagrams in the received order."""
    text = (files(__package__) / "hexagrams.txt").read_text(encoding="utf-8")
    rows = [line.split("|") for line in text.splitlines()[1:]]
    return tuple(
        Hexagram(number, chinese, pinyin, TRIGRAMS[upper], TRIGRAMS[lower], *texts)
        for number, (chinese, pinyin, upper, lower, *texts) in enumerate(rows, 1)
    )


def hexagram(number: int) -> Hexagram:
    """Return the hexagram with this number, from 1 to 64."""
    return hexagrams()[number - 1]


@cache
def _by_lines() -> dict[tuple[bool, ...], Hexagram]:
    return {each.lines: each for each in hexagrams()}


def hexagram_of(lines: tuple[bool, ...]) -> Hexagram:
    """Return the hexagram with these six lines, from below."""
    return _by_lines()[lines]
