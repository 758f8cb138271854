"""Post ids: community and slot of a thread, encrypted with the seed."""

from __future__ import annotations

import re

from m3bench_world.chance import Chance

SLOT_BITS, COMMUNITY_BITS = 19, 17
_HALF = 18
_MASK = (1 << _HALF) - 1
_ROUNDS = 4
_LENGTH = 7
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID = re.compile(r"(?:.*/comments/)?(?:t3_)?([0-9a-z]{1,7})(?:[/?#].*)?")


class PostIds:
    """A Feistel network over 36 bits: every id of up to seven digits maps to at most one thread."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def encode(self, community: int, slot: int) -> str:
        whole = community << SLOT_BITS | slot
        left, right = whole >> _HALF, whole & _MASK
        for turn in range(_ROUNDS):
            left, right = right, left ^ self._mixed(turn, right)
        return base36(left << _HALF | right)

    def decode(self, text: str) -> tuple[int, int] | None:
        """Decode an id, a full name (`t3_…`) or a URL into community and slot; None if invalid."""
        found = _ID.fullmatch(text.strip().lower()[:300])
        whole = int(found[1], 36) if found else -1
        if not 0 <= whole < 1 << 2 * _HALF:
            return None
        left, right = whole >> _HALF, whole & _MASK
        for turn in reversed(range(_ROUNDS)):
            left, right = right ^ self._mixed(turn, left), left
        whole = left << _HALF | right
        return whole >> SLOT_BITS, whole & ((1 << SLOT_BITS) - 1)

    def _mixed(self, turn: int, half: int) -> int:
        return self._chance.bits("forum id", turn, half) & _MASK


def base36(number: int) -> str:
    digits = ""
    for _ in range(_LENGTH):
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits
