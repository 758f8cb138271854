"""Sequential draws (only generator methods identical in all Python versions), and words of papers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar

from m3bench_world.chance import Chance

T = TypeVar("T")


class Draws:
    def __init__(self, chance: Chance, *name: object) -> None:
        self._next = chance.stream(*name).random

    def share(self) -> float:
        return self._next()

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._next()

    def whole(self, low: int, high: int) -> int:
        return low + int(self._next() * (high - low + 1))

    def pick(self, choices: Sequence[T]) -> T:
        return choices[int(self._next() * len(choices))]

    def several(self, choices: Sequence[T], number: int) -> list[T]:
        """Draw several different items, in drawing order."""
        left = list(choices)
        return [left.pop(int(self._next() * len(left))) for _ in range(min(number, len(left)))]


@cache
def words(name: str) -> tuple[str, ...]:
    """Return the list with this name."""
    text = (files(__package__) / "words.txt").read_text(encoding="utf-8")
    section = text.partition(f"[{name}]\n")[2].partition("\n[")[0]
    return tuple(word.replace("~", " ") for word in section.split())
