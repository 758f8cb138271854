"""The pantry: foods by name, and servings parsed from everyday phrases."""

from __future__ import annotations

import re
from functools import cache, cached_property
from importlib.resources import files

from m3bench.core import near_misses
from m3bench_world.pantry.amounts import GRAMS, MILLILITRES, SIZES, UNITS, Amount, split_amount, tokens
from m3bench_world.pantry.entities import EverydayFood, Food, Serving, UnknownFood
from m3bench_world.pantry.shelf import Shelf
from m3bench_world.pantry.wording import terms
from m3bench_world.world import World


@cache
def everyday_foods() -> tuple[EverydayFood, ...]:
    """Read the table `everyday.tsv`: name, other names, USDA entry, weights of portions in grams."""
    text = (files("m3bench_world.pantry") / "everyday.tsv").read_text(encoding="utf-8")
    return tuple(_row(*line.split("\t")) for line in text.splitlines())


@cache
def everyday_index() -> dict[tuple[str, ...], EverydayFood]:
    """Return foods by the words of each name; main names take precedence over other names."""
    index: dict[tuple[str, ...], EverydayFood] = {}
    for food in everyday_foods():
        index[terms(food.name)] = food
    for food in everyday_foods():
        for alias in food.aliases:
            index.setdefault(terms(alias), food)
    return index


@cache
def everyday_entries() -> dict[str, EverydayFood]:
    """Return foods by entry name; the first everyday name of an entry wins."""
    return {food.entry: food for food in reversed(everyday_foods())}


def _row(name: str, aliases: str, entry: str, portions: str) -> EverydayFood:
    weights = (portion.split("=") for portion in portions.split(";") if portion)
    return EverydayFood(
        name=name,
        aliases=tuple(alias for alias in aliases.split(",") if alias),
        entry=entry,
        portions={unit: float(grams) for unit, grams in weights},
    )


MOST_HELPINGS = 20
TYPICAL_CUP = 150.0
"""Grams per cup of solid foods without a known weight."""
LIQUID_CUP = 240.0
_LIQUIDS = ("beverage", "milk", "drink", "juice", "coffee", "tea", "soup", "water", "beer", "wine", "liquor")
_JOINTS = re.compile(r"\s*(?:[;+&\n]|\band\b|\bplus\b|\bwith\b)\s*|\s*,\s*(?:and\s+)?", re.IGNORECASE)
_STATES_TEXT = """
raw cooked fresh grilled fried boiled baked roasted steamed peeled sliced chopped diced plain
unsweetened dry uncooked drained skinless boneless ripe whole medium small large
"""
_STATES = frozenset(_STATES_TEXT.split())
_WITHOUT_STATE = frozenset(
    ("raw", "fresh", "ripe", "plain", "peeled", "sliced", "chopped", "diced", "organic")
)


class Pantry:
    """USDA foods under everyday names."""

    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def _shelf(self) -> Shelf:
        return Shelf()

    def common_foods(self) -> tuple[EverydayFood, ...]:
        """Return about 400 everyday names, each with its entry (`find(name)`) and typical weights."""
        return everyday_foods()

    def everyday(self, name: str) -> EverydayFood | None:
        """Return the everyday food with this name: singular or plural, raw or ripe."""
        words = terms(name)
        found = everyday_index().get(words)
        if found is None and len(words) > 1:
            found = everyday_index().get(tuple(word for word in words if word not in _WITHOUT_STATE))
        return found

    def find(self, name: str) -> Food | None:
        """Return the plainest entry with this name, or None if no entry has all of its words."""
        exact = self._shelf.exact(name)
        if exact and "," in name:
            return exact
        if everyday := self.everyday(name):
            return self._shelf.exact(everyday.entry)
        if exact:
            return exact
        found = self._shelf.search(name, limit=1)
        return found[0] if found else None

    def search(self, text: str, limit: int = 10) -> list[Food]:
        """Return entries that contain all words of the text, the plainest first."""
        return self._shelf.search(text, limit)

    def near(self, name: str, limit: int = 5) -> list[str]:
        """Return everyday names similar to an unknown one."""
        names = [other for food in everyday_foods() for other in (food.name, *food.aliases)]
        near = near_misses(" ".join(terms(name)) or name, names, limit)
        if near:
            return near
        words = [word for word in terms(name) if len(word) > 3]
        return [other for other in names if any(word in terms(other) for word in words)][:limit]

    def servings(self, text: str) -> list[Serving]:
        """Parse a phrase such as "2 medium apples and a cup of cooked lentils" into servings.

        Raises `UnknownFood` with the part that names no food.
        """
        return [self._serving(part) for part in self._parts(text)[:MOST_HELPINGS]]

    def _parts(self, text: str) -> list[str]:
        if self._is_one(text):
            return [text.strip()]
        parts: list[str] = []
        for part in _JOINTS.split(text):
            words = tokens(part)
            if not words:
                continue
            amount, rest = split_amount(words)
            alone = amount.given and not rest
            if parts and (alone or all(word in _STATES for word in rest)):
                parts[-1] = f"{parts[-1]} {part}" if rest else f"{part} {parts[-1]}"
            else:
                parts.append(part)
        return parts

    def _is_one(self, text: str) -> bool:
        """Return whether a text with "and" or a comma is the name of one food."""
        _, rest = split_amount(tokens(text))
        name = " ".join(rest)
        return bool(rest) and (self.everyday(name) is not None or self._shelf.exact(text) is not None)

    def _serving(self, phrase: str) -> Serving:
        amount, words = split_amount(tokens(phrase))
        if not words:
            raise UnknownFood(phrase.strip())
        amount, words = self._unit_behind(amount, words)
        food, everyday = self._entry(phrase) or self._named(words)
        grams, how = _grams(amount, food, everyday)
        return Serving(
            phrase=phrase.strip(),
            food=food,
            quantity=round(amount.quantity, 4),
            unit=amount.unit or "each",
            grams=round(grams, 2),
            weighed_by=how,
        )

    def _entry(self, phrase: str) -> tuple[Food, EverydayFood | None] | None:
        """Return the USDA entry with exactly this name."""
        food = self._shelf.exact(phrase) if "," in phrase else None
        return (food, everyday_entries().get(food.name)) if food else None

    def _unit_behind(self, amount: Amount, words: list[str]) -> tuple[Amount, list[str]]:
        """Move a trailing unit to the amount: "2 bread slices" are two slices, but "a granola bar" is a
        food."""
        plain_count = amount.unit in ("", *SIZES)
        if len(words) < 2 or words[-1] not in UNITS or not plain_count or self.everyday(" ".join(words)):
            return amount, words
        if self.everyday(" ".join(words[:-1])) is None:
            return amount, words
        return Amount(amount.quantity, UNITS[words[-1]], given=True), words[:-1]

    def _named(self, words: list[str]) -> tuple[Food, EverydayFood | None]:
        """Return the food with this name.

        Leading words that do not describe the food ("organic free-range") may be skipped if the rest is an
        everyday name.
        """
        name = " ".join(words)
        if food := self.find(name):
            return food, self.everyday(name) or everyday_entries().get(food.name)
        for skipped in range(1, len(words)):
            everyday = self.everyday(" ".join(words[skipped:]))
            if everyday and (food := self._shelf.exact(everyday.entry)):
                return food, everyday
        raise UnknownFood(name)


def _grams(amount: Amount, food: Food, everyday: EverydayFood | None) -> tuple[float, str]:
    """Return the grams of an amount, and how they were determined."""
    portions = everyday.portions if everyday else {}
    unit, count = amount.unit, amount.quantity
    if unit in GRAMS:
        return count * GRAMS[unit], "the weight that was asked for"
    if unit in portions:
        return count * portions[unit], f"typical weight: 1 {unit} = {portions[unit]:g} g"
    if unit in MILLILITRES:
        cup, source = _cup(food, portions)
        grams = cup * MILLILITRES[unit] / MILLILITRES["cup"]
        return count * grams, f"{source}: 1 cup = {cup:g} g, so 1 {unit} = {grams:.4g} g"
    if portions:
        name, grams = _usual(unit, portions)
        return count * grams, f"typical weight: 1 {name} = {grams:g} g"
    if food.serving_grams and food.serving_grams > 0:
        name = food.serving or "portion"
        return count * food.serving_grams, f"USDA portion: 1 {name} = {food.serving_grams:g} g"
    return count * 100, "no portion weight is known, so 100 g each is assumed"


def _usual(unit: str, portions: dict[str, float]) -> tuple[str, float]:
    """Return the portion closest to a unit without a known weight."""
    wanted = ("medium", "each") if unit in SIZES else ("each", "medium")
    return next(((name, portions[name]) for name in wanted if name in portions), next(iter(portions.items())))


def _cup(food: Food, portions: dict[str, float]) -> tuple[float, str]:
    if "cup" in portions:
        return portions["cup"], "typical weight"
    if food.serving == "cup" and food.serving_grams:
        return food.serving_grams, "USDA portion"
    liquid = any(word in food.category.lower() for word in _LIQUIDS)
    return (LIQUID_CUP, "typical drink") if liquid else (TYPICAL_CUP, "typical solid food")
