"""Corrupted answers."""

from __future__ import annotations

from m3bench.checks.answers.quantities import Quantity
from m3bench.checks.check import Evidence
from m3bench.checks.corruption import other_value
from m3bench.checks.reading import amounts, places, words


def answer_text(evidence: Evidence) -> str:
    return evidence.trajectory.answer or ""


def without_names(text: str, names: tuple[str, ...]) -> str:
    """Replace each occurrence of the names by another word."""
    text_words = words(text)
    spans = [
        (text_words[start].start, text_words[end - 1].end)
        for name in names
        for each in name.split("|")
        for start, end in places(each, text_words)
    ]
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]}something{text[end:]}"
    return text


def with_wrong_numbers(text: str, quantity: Quantity, expected: float) -> str:
    """Replace each number that fits by one that does not."""
    wrong = other_value(expected, quantity.tolerance.slack(expected))
    for amount in reversed(amounts(text)):
        if any(quantity.tolerance.fits(value, expected) for value in (amount.value, amount.unscaled)):
            coin = text[amount.start] if text[amount.start] in "$€£¥" else ""
            text = f"{text[: amount.start]}{coin}{wrong:.6f}{text[amount.end :]}"
    return text
