"""Ids, creation times and growth of threads."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta

from m3bench_world.chance import Chance
from m3bench_world.forum.types import Community

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


EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
LAST_MOMENT = datetime(2230, 1, 1, tzinfo=UTC)
"""The forum does not change outside these dates: ids have room for a limited number of threads."""
_WINDOWS = ((5_000_000, 4), (500_000, 8), (50_000, 24), (5_000, 48), (0, 96))
"""Minimum members → hours per new thread."""
MOST_COMMENTS = 220
HOT_SECONDS = 45_000
"""An age difference that weighs as much as a factor of ten in the score."""


def window(community: Community) -> timedelta:
    return timedelta(hours=next(hours for members, hours in _WINDOWS if community.members >= members))


def present(now: datetime) -> datetime:
    return min(max(now, EPOCH), LAST_MOMENT)


class Growth:
    """Numbers of one thread; each depends only on the thread and the time."""

    def __init__(self, chance: Chance, community: Community, slot: int) -> None:
        self._chance = chance
        self._name = (community.number, slot)
        self._community = community
        self._slot = slot

    @property
    def born(self) -> datetime:
        length = window(self._community)
        late = self._chance.share("forum birth", *self._name)
        return (EPOCH + (self._slot + late) * length).replace(microsecond=0)

    def share(self, *name: object) -> float:
        return self._chance.share("forum", *self._name, *name)

    @property
    def _fame(self) -> float:
        """Return the popularity of a thread, from about 0.05 to about 30; most stay small."""
        return float((1.02 - self.share("fame")) ** -0.9 - 0.93)

    def score(self, now: datetime) -> int:
        final = 1.2 * math.sqrt(self._community.members) * self._fame
        return max(1, round(final * self._grown(now, hours=9.0)))

    def final_comments(self) -> int:
        chatty = 0.4 + 1.2 * self.share("chatty")
        return min(
            MOST_COMMENTS,
            round(0.9 * float(self._community.members**0.32) * chatty * float((0.4 + self._fame) ** 0.6)),
        )

    def comments(self, now: datetime) -> int:
        """Return the number of comments written by now."""
        final = self.final_comments()
        reached = (final + 1) * self._grown(now, hours=7.0)
        whole = int(reached)
        begun = whole < final and whole + self.share("comment", whole, "age") <= reached
        return min(final, whole + begun)

    def comment_born(self, number: int) -> datetime:
        """Return the time of a comment; higher numbers are later."""
        part = (number + self.share("comment", number, "age")) / (self.final_comments() + 1)
        hours = -7.0 * math.log1p(-part)
        return self.born + timedelta(seconds=math.ceil(hours * 3600))

    def _grown(self, now: datetime, hours: float) -> float:
        age = (now - self.born).total_seconds() / 3600
        return -math.expm1(-max(age, 0.0) / hours)

    def heat(self, now: datetime) -> float:
        """Return the sort key of hot threads."""
        return math.log10(self.score(now)) + (self.born - EPOCH).total_seconds() / HOT_SECONDS


def last_slot(community: Community, now: datetime) -> int:
    return min(int((now - EPOCH) / window(community)), (1 << SLOT_BITS) - 1)
