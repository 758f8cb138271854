"""The look of one sprite: random or given choices, recorded if they have a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Random draws by `random()` alone, which is the same in every version of Python."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def share(self) -> float:
        return self._chance.random()

    def pick(self, options: Sequence[T]) -> T:
        return options[int(self._chance.random() * len(options))]

    def some(self, options: Iterable[T], count: int) -> list[T]:
        """Return several different options in random order."""
        return self.shuffled(options)[:count]

    def shuffled(self, options: Iterable[T]) -> list[T]:
        return sorted(options, key=lambda _: self._chance.random())

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._chance.random()

    def whole(self, low: int, high: int) -> int:
        """Return an integer from `low` to `high`, both included."""
        return low + int(self._chance.random() * (high - low + 1))

    def happens(self, probability: float) -> bool:
        return self._chance.random() < probability

    def noise(self, count: int) -> bytes:
        return self._chance.randbytes(count)

    def branch(self) -> Random:
        """Return a separate stream, so that a change in one sprite does not affect the rest of the scene."""
        return Random(self._chance.getrandbits(64))  # noqa: S311 - a picture, not a secret


class Look(Dice):
    """Choices of one sprite.

    `look.named("colour", {"red": "#c83232", "green": "#5aa02c"})` chooses a value and records the attribute
    colour=red; `Look(chance, colour="green")` fixes that choice.
    """

    def __init__(self, chance: Random, **wishes: str) -> None:
        super().__init__(chance)
        self.wishes = wishes
        self.attributes: dict[str, str] = {}

    def named(self, attribute: str, options: Mapping[str, T]) -> T:
        """Return one of the options; its name becomes an attribute of the thing."""
        name = self.pick(tuple(options))
        wish = self.wishes.get(attribute, name)
        if wish not in options:
            raise ValueError(f"no {attribute} {wish!r}: there are {', '.join(options)}")
        self.attributes[attribute] = wish
        return options[wish]

    def given(self, attribute: str, default: str) -> str:
        """Return a free text, such as a name on a label, recorded as an attribute."""
        self.attributes[attribute] = self.wishes.get(attribute, default)
        return self.attributes[attribute]
