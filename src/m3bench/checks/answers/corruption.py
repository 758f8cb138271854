"""Corrupted answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from m3bench.checks.answers.quantities import Quantity
from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.corruption import other_value, with_answer
from m3bench.checks.reading import amounts, places, words


def answer_text(evidence: Evidence) -> str:
    return evidence.trajectory.answer or ""


def with_answers(evidence: Evidence, answers: Mapping[str, str | None]) -> Corruptions:
    """Return the same attempt with other answers, by what is wrong with them."""
    return [(words, with_answer(evidence, answer)) for words, answer in answers.items()]


def spellings(names: Iterable[str]) -> str:
    """Return the first spelling of each name."""
    return " ".join(name.split("|")[0] for name in names)


def without_names(text: str, names: tuple[str, ...]) -> str:
    """Replace each occurrence of the names by another word."""
    text_words = words(text)
    spans = [
        (text_words[start].start, text_words[end - 1].end)
        for name in names
        for spelling in name.split("|")
        for start, end in places(spelling, text_words)
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
