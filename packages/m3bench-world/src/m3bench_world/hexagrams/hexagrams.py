"""The 64 hexagrams, their lines, and casts of three coins."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

import msgspec

from m3bench.core import normalize
from m3bench_world.world import World

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
    return {known_hexagram.lines: known_hexagram for known_hexagram in hexagrams()}


def hexagram_of(lines: tuple[bool, ...]) -> Hexagram:
    """Return the hexagram with these six lines, from below."""
    return _by_lines()[lines]


_PLACES = (
    "At the beginning, before anything shows",
    "In the middle of the lower half, among friends",
    "At the threshold, where the lower half ends",
    "Just past the threshold, close to those who decide",
    "In the ruling place, where the matter is decided",
    "At the top, where the matter passes its peak",
)
_STRONG = ("act with resolve", "go firmly but without noise", "hold back a step")
_SOFT = ("yield and listen", "serve without being noticed", "do not give way too soon")
_PARTNER = "the line that answers it lends help"
_ALONE = "no line answers it, so rely on yourself"


def line_text(hexagram: Hexagram, position: int) -> str:
    """Return the text of a line; `position` counts from 1, the lowest."""
    yang = hexagram.lines[position - 1]
    fitting = yang == (position % 2 == 1)
    partner = (position + 2) % LINES
    answered = hexagram.lines[partner] != yang
    manner = (_STRONG if yang else _SOFT)[0 if position in (2, 5) else 1 if fitting else 2]
    kind = "a strong line" if yang else "a yielding line"
    seat = "in a place that suits it" if fitting else "in a place that does not suit it"
    return (
        f"{_PLACES[position - 1]}: {kind} {seat}. In {hexagram.theme}, {manner}; "
        f"{_PARTNER if answered else _ALONE}."
    )


COINS = 3
HEADS, TAILS = 3, 2
OLD_YIN, OLD_YANG = 6, 9


class Cast(msgspec.Struct, frozen=True):
    """Six sums of three coins, from below: 6 old yin, 7 young yang, 8 young yin, 9 old yang."""

    sums: tuple[int, ...]

    @property
    def hexagram(self) -> Hexagram:
        return hexagram_of(tuple(total % 2 == 1 for total in self.sums))

    @property
    def changing(self) -> tuple[int, ...]:
        """Return the positions of changing lines, from 1, the lowest."""
        return tuple(index for index, total in enumerate(self.sums, 1) if total in (OLD_YIN, OLD_YANG))

    @property
    def resulting(self) -> Hexagram | None:
        """Return the hexagram after the changes, or None if no line changes."""
        if not self.changing:
            return None
        return hexagram_of(tuple(total in (OLD_YIN, 7) for total in self.sums))


class Hexagrams:
    """Casts. The same question at the same minute of the same world gives the same coins."""

    def __init__(self, world: World) -> None:
        self._world = world

    def cast(self, question: str) -> Cast:
        minute = self._world.now.strftime("%Y-%m-%dT%H:%M")
        draws = self._world.chance.stream("three coins", normalize(question), minute)
        return Cast(
            tuple(sum(HEADS if draws.random() < 0.5 else TAILS for _ in range(COINS)) for _ in range(LINES))
        )
