"""How replies end: by themselves, at a limit, or in endless repetition."""

from __future__ import annotations

import re

from m3bench.models.messages import Reply

_CUT = ("length", "max_tokens")
_TAIL = 6_000
"""Characters at the end of a reply that are searched for repetition."""
_REPEATS = 4
_SHORTEST = 120
"""Characters that repeat, in all. Less may be a list or a table."""
_NUMBER = re.compile(r"\d+")


def is_cut(reply: Reply) -> bool:
    """Return whether a reply ended because it reached the limit of its length."""
    return reply.finish_reason in _CUT


def repeats_itself(text: str) -> bool:
    """Return whether a text ends with the same passage over and over, numbers aside."""
    tail = _NUMBER.sub("0", " ".join(text[-_TAIL:].split()))[::-1]
    borders = [0] * len(tail)
    """By length: of a beginning of the tail, its longest beginning that is also its end."""
    known = 0
    for index in range(1, len(tail)):
        while known and tail[index] != tail[known]:
            known = borders[known - 1]
        known += tail[index] == tail[known]
        borders[index] = known
        length = index + 1
        if length >= _SHORTEST and length >= _REPEATS * (length - known):
            return True
    return False
