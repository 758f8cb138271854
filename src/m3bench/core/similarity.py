"""Near misses: suggestions for a name that does not exist."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from heapq import nlargest


def normalize(text: str) -> str:
    """Return the form in which names are compared: lower case, no accents, single spaces."""
    if text.isascii():  # most names are; the result is the same
        return " ".join(text.lower().split())
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(bare.casefold().split())


def near_misses(wanted: str, names: Iterable[str], limit: int = 5) -> list[str]:
    """Return the names most similar to `wanted`, best first, or none. Slow beyond 10,000 names."""
    target = normalize(wanted)[:80]
    matcher = SequenceMatcher(b=target, autojunk=False)

    def likeness(name: str) -> float:
        other = normalize(name)[:80]
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() < 0.6 and target not in other:
            return 0.0
        if matcher.quick_ratio() < 0.6 and target not in other:
            return 0.0
        return matcher.ratio() + (0.5 if target and target in other else 0.0)

    scored = nlargest(limit, ((likeness(name), name) for name in names), key=lambda pair: (pair[0], pair[1]))
    return [name for score, name in scored if score >= 0.6]
