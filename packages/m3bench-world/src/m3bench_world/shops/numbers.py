"""Reversible random-looking numbers."""

from __future__ import annotations

from math import gcd

from m3bench_world.chance import Chance

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Scramble:
    """A reversible permutation of the numbers below `size`."""

    def __init__(self, chance: Chance, name: str, size: int) -> None:
        factor = chance.whole(size // 3, size - 1, "scramble", name)
        while gcd(factor, size) != 1:
            factor += 1
        self._size, self._factor = size, factor
        self._shift = chance.whole(0, size - 1, "shift", name)
        self._inverse = pow(factor, -1, size)

    def code(self, number: int) -> int:
        return (number * self._factor + self._shift) % self._size

    def number(self, code: int) -> int:
        return (code - self._shift) * self._inverse % self._size


def in_base_36(code: int, length: int) -> str:
    letters = []
    for _ in range(length):
        code, digit = divmod(code, 36)
        letters.append(_DIGITS[digit])
    return "".join(reversed(letters))
