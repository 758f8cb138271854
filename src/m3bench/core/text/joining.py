"""Enumerations, plurals, and the English words for numbers and letters."""

from __future__ import annotations

from collections.abc import Iterable

ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
"""From 0 to 19."""
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip

SPELLING = {
    word[0].upper(): word
    for word in (
        "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet", "kilo",
        "lima", "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra", "tango", "uniform",
        "victor", "whiskey", "xray", "yankee", "zulu",
    )
}  # fmt: skip
"""The words of the spelling alphabet by their letters."""


def join(words: Iterable[str], last: str = "and") -> str:
    """Return ``a``, ``a and b`` or ``a, b and c``; empty if there are no words."""
    *first, final = [*words] or [""]
    return f"{', '.join(first)} {last} {final}" if first else final


def plural(count: int, noun: str, many: str = "") -> str:
    """Return ``1 task``, ``2 tasks``. `many` is an irregular plural."""
    return f"{count} {noun if count == 1 else many or f'{noun}s'}"
