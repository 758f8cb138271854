"""Kinds of goods: names, brands, variants and sizes."""

from __future__ import annotations

import re
from importlib.resources import files

import msgspec

_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_FRACTION = re.compile(r"\b\d/\d\b")


class Goods(msgspec.Struct, frozen=True):
    """A kind of goods. Every brand has every variant in every size."""

    category: str
    names: tuple[str, ...]
    brands: tuple[str, ...]
    variants: tuple[str, ...]
    sizes: tuple[str, ...]
    dollars: float
    """Price of a usual size."""

    @property
    def count(self) -> int:
        return len(self.brands) * len(self.variants) * len(self.sizes)

    def article(self, place: int) -> tuple[str, str, str]:
        """Return brand, variant and size of an article."""
        rest, size = divmod(place, len(self.sizes))
        brand, variant = divmod(rest, len(self.variants))
        return self.brands[brand], self.variants[variant], self.sizes[size]

    def size_factor(self, size: str) -> float:
        """Return the price factor of a size, which grows less than proportionally."""
        amounts = sorted(map(_amount, self.sizes))
        return float((_amount(size) / amounts[len(amounts) // 2]) ** 0.6)


def read_goods() -> list[Goods]:
    text = (files(__package__) / "goods.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return [_goods(row) for row in rows]


def _goods(row: list[str]) -> Goods:
    category, names, brands, variants, sizes, dollars = row
    return Goods(
        category=category,
        names=tuple(names.split("|")),
        brands=tuple(brands.split("|")),
        variants=tuple(variants.split("|")),
        sizes=tuple(sizes.split("|")),
        dollars=float(dollars),
    )


def _amount(size: str) -> float:
    """Return the amount of a size: 144 for '12 oz cans, pack of 12'."""
    amount = 1.0
    for number in _NUMBER.findall(_FRACTION.sub("", size))[:2]:
        amount *= float(number.replace(",", "")) or 1.0
    return amount
