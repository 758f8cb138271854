"""Names of foods as bags of words: lower case, no accents, singular."""

from __future__ import annotations

import re
from functools import lru_cache

from m3bench.core import normalize
from m3bench_world.data import written

_WORD = re.compile(r"[a-z0-9%]+")
_KEPT_S = frozenset(
    {"asparagus", "hummus", "couscous", "molasses", "swiss", "brussels", "citrus", "octopus", "gas", "grits"}
    | {"watercress", "lactose-free", "less", "bass", "plus", "mass", "cress", "as", "us", "ns", "nfs", "haas"}
    | {"schnapps", "express", "bitters", "various"}
)
_ODD_PLURALS = {"leaves": "leaf", "loaves": "loaf", "halves": "half", "knives": "knife", "calves": "calf"}
_SPELLINGS = written("pantry", "wording_spellings", dict[str, str])


@lru_cache(maxsize=20_000)
def singular(word: str) -> str:
    """Return the singular: "berries" → "berry", "tomatoes" → "tomato", "peaches" → "peach", "apples" →
    "apple"."""
    if word in _ODD_PLURALS:
        return _ODD_PLURALS[word]
    if len(word) < 4 or word in _KEPT_S or not word.endswith("s") or word.endswith("ss"):
        return _SPELLINGS.get(word, word)
    if word.endswith("ies") and word not in {"cookies", "brownies", "smoothies", "pies", "calories"}:
        stem = word[:-3] + "y"
    elif word.endswith(("oes", "ches", "shes", "sses", "xes")):
        stem = word[:-2]
    else:
        stem = word[:-1]
    return _SPELLINGS.get(stem, stem)


def terms(text: str) -> tuple[str, ...]:
    """Return the words of a name, in order."""
    bare = text.lower() if text.isascii() else normalize(text)
    return tuple(singular(word) for word in _WORD.findall(bare.replace("'s", "s").replace("'", "")))
