"""Word search over the USDA foods."""

from __future__ import annotations

from functools import cached_property

import msgspec

from m3bench_world import data
from m3bench_world.pantry.entities import NUTRIENTS, Food
from m3bench_world.pantry.wording import terms

MOST_TERMS = 12

_FILLERS = frozenset(("of", "the", "a", "an", "fresh", "piece", "some", "with", "and", "or", "in", "from"))
_KIND_BONUS = {"foundation_food": 1.5, "sr_legacy_food": 2.0, "survey_fndds_food": 1.0}
_PLAIN_TEXT = """
raw plain whole nf nfs 100% regular cooked year round average all type commercial variety ns as to
fat without salt no added skin
"""
_PLAIN = frozenset(_PLAIN_TEXT.split())
"""Words that mean "the ordinary one"."""
_PROCESSED_TEXT = """
dried dehydrated canned juice powder powdered candied syrup baby babyfood pickled frozen sweetened
infant toddler imitation restaurant fried nectar chip flour sauce soup drink mix pie cake ingredient
sandwich low free diet light flavored breaded meatless peel rind oil leaf stuffed dish reduced made
omelet salad bread cereal cheese fast use green indian
"""
_PROCESSED = frozenset(_PROCESSED_TEXT.split())
"""Words that mean "made of it"; they count against an entry unless they are in the query."""
_SPECIAL_CATEGORIES = ("Baby", "Restaurant", "Fast Foods", "American Indian", "Not included", "Formula")


class FoodColumns(msgspec.Struct):
    name: list[str]
    kind: list[str]
    category: list[str]
    portion: list[str]
    grams: list[float | None]
    nutrients: list[msgspec.Raw]
    """Decoded on demand; there are 285,000 values."""


class NutrientColumns(msgspec.Struct):
    name: list[str]


class Shelf:
    """All entries. The word index is built at the first search."""

    def __init__(self) -> None:
        self._columns = data.load("foods", FoodColumns)
        names = data.load("nutrients", NutrientColumns).name
        self._places = {key: [names.index(name) for name in wanted] for key, wanted in NUTRIENTS.items()}
        self._positions: dict[str, int] = {}
        for position, name in enumerate(self._columns.name):
            best = self._positions.setdefault(name.lower(), position)
            if _KIND_BONUS[self._columns.kind[position]] > _KIND_BONUS[self._columns.kind[best]]:
                self._positions[name.lower()] = position

    @property
    def names(self) -> list[str]:
        return self._columns.name

    def exact(self, name: str) -> Food | None:
        """Return the entry with exactly this name, ignoring case."""
        position = self._positions.get(name.strip().lower())
        return None if position is None else self._food(position)

    def search(self, text: str, limit: int = 10) -> list[Food]:
        """Return entries that contain all words of the text, the plainest first."""
        wanted = [term for term in dict.fromkeys(terms(text)) if term not in _FILLERS][:MOST_TERMS]
        if not wanted:
            return []
        having = [self._index.get(term) for term in wanted]
        known = [positions for positions in having if positions is not None]
        if len(known) < len(wanted):
            return []
        common = set(known[0]).intersection(*known[1:])
        ranked = sorted(common, key=lambda position: (-self._score(position, wanted), position))
        return [self._food(position) for position in ranked[:limit]]

    @cached_property
    def _terms(self) -> list[tuple[str, ...]]:
        return [terms(name) for name in self._columns.name]

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = {}
        for position, words in enumerate(self._terms):
            for word in dict.fromkeys(words):
                index.setdefault(word, []).append(position)
        return index

    def _score(self, position: int, wanted: list[str]) -> float:
        words = self._terms[position]
        head = terms(self._columns.name[position].split(",")[0])
        score = _KIND_BONUS[self._columns.kind[position]]
        score += 6.0 if set(head) <= set(wanted) else 0.0
        score += 3.0 if words[0] == wanted[0] or words[0] == wanted[-1] else 0.0
        score -= 1.5 * sum(word not in wanted for word in head)
        score += 1.0 if "raw" in words or "cooked" in words else 0.0
        for word in words:
            if word not in wanted:
                score -= 0.2 if word in _PLAIN else 3.0 if word in _PROCESSED else 0.8
        if self._columns.category[position].startswith(_SPECIAL_CATEGORIES):
            score -= 6.0
        return score

    def _food(self, position: int) -> Food:
        columns = self._columns
        values = msgspec.json.decode(columns.nutrients[position], type=list[float | None])
        nutrients: dict[str, float] = {}
        for key, places in self._places.items():
            measured = [value for place in places if (value := values[place]) is not None]
            if measured:
                nutrients[key] = measured[0]
        portion = columns.portion[position]
        return Food(
            name=columns.name[position],
            category=columns.category[position],
            data_type=columns.kind[position],
            serving="" if portion == "undetermined" else portion.lower(),
            serving_grams=columns.grams[position],
            nutrients=nutrients,
        )
