"""Wikipedia and FruityVice: what two sources say about fruits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from m3bench.checks import Expected
from m3bench.suites import CallResult, PlanError
from m3bench_suites.builders.tasks import computed, rows, stated, validation

ARTICLE, FRUIT = "Wikipedia/get_article", "FruityVice/get_fruit_nutrition"
FRUITS = (
    "Apple", "Apricot", "Avocado", "Banana", "Blackberry", "Blueberry", "Cranberry", "Grape", "Grapefruit",
    "Guava", "Jackfruit", "Kumquat", "Lemon", "Lychee", "Mango", "Papaya", "Peach", "Pear", "Persimmon",
    "Pineapple", "Plum", "Pomegranate", "Raspberry", "Starfruit", "Strawberry", "Watermelon",
)  # fmt: skip
"""Fruits that both sources know under one name."""
_APART = 1


def amount(article: CallResult, name: str) -> float:
    """Return what 100 g of a fruit contain by its article, such as `potassium`."""
    sections = article.data["sections"] if isinstance(article.data, dict) else ()
    text = next((section["text"] for section in sections if section["title"] == "Nutrition"), "")
    match = re.search(rf"\b{re.escape(name)} ([\d.]+)", text)
    if match is None:
        raise PlanError(f"the article does not tell {name}.")
    return float(match[1])


class Energies:
    """The energy of fruits by the table of fruits and by the encyclopedia."""

    def __init__(self, fruits: Sequence[str], tables: Sequence[CallResult], articles: Sequence[CallResult]):
        self.fruits = list(fruits)
        self.table = {
            name: float(row.data["nutritions"]["calories"]) for name, row in zip(fruits, tables, strict=True)
        }
        self.book = {name: amount(article, "energy") for name, article in zip(fruits, articles, strict=True)}
        self.wrong = [name for name in fruits if abs(self.table[name] - self.book[name]) >= _APART]
        self.checked = validation("the energy of a fruit", (FRUIT, ARTICLE), self.fruits, self.wrong)

    @property
    def grounds(self) -> list[float]:
        return [*self.table.values(), *self.book.values()]

    def mismatches(self) -> Expected:
        """Return the fruits on which the sources differ, with both values."""
        return rows(
            {"fruit": stated(name), "table": stated(self.table[name]), "book": stated(self.book[name])}
            for name in self.wrong
        )

    def total(self, values: dict[str, float]) -> Expected:
        """Return the sum of the values of one source."""
        return computed(round(sum(values.values()), 2), values.values())


def enumerated(things: Sequence[str]) -> str:
    """Return things in words, in lower case."""
    return f"{', '.join(things[:-1])} and {things[-1]}".lower()
