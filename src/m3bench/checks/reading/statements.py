"""Whether a text that somebody writes states a phrase: not in a list of every candidate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from m3bench.checks.reading.amounts import amounts, date_spans
from m3bench.checks.reading.commitment import short_runs
from m3bench.checks.reading.folding import Word, places, stands, words
from m3bench.checks.reading.units import find_unit, unit_beside
from m3bench.core.text import ONES, TENS

_MOST_OF_A_KIND = 3
"""More values of one kind in a text are a list of candidates. Fewer may be a price, a discount and a sum."""
_MOST_ITEMS, _WORDS_OF_ITEM = 5, 2
_ARTICLE = re.compile(r"\A(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_NUMBERS = {word: str(value) for value, word in enumerate(ONES)} | {
    word: str(value) for word, value in TENS.items()
}


def states(phrase: str, text: str) -> bool:
    """Return whether a text has a phrase, or one of several separated by bars, and commits to it.

    An article before it does not matter, nor the side of a currency, nor whether a small number is a word.
    """
    return any(_states(_ARTICLE.sub("", spelling.strip()), text) for spelling in phrase.split("|"))


def _states(phrase: str, text: str) -> bool:
    said = _in_figures(words(text))
    if not _stands(phrase, said) and not _has_amount(phrase, text):
        return False
    return not lists_candidates(phrase, text)


def lists_candidates(phrase: str, text: str) -> bool:
    """Return whether a text has many values of the kind of a phrase, or the phrase only in a list."""
    return _is_among_candidates(phrase, text, _in_figures(words(text))) or _is_in_list(phrase, text)


def _in_figures(said: Sequence[Word]) -> list[Word]:
    return [word._replace(text=_NUMBERS.get(word.text, word.text)) for word in said]


def _stands(phrase: str, said: Sequence[Word]) -> bool:
    figures = " ".join(word.text for word in _in_figures(words(phrase)))
    return stands(phrase, said) or bool(places(figures, said))


def _has_amount(phrase: str, text: str) -> bool:
    """Return whether a text has the amount of a phrase that is nothing but a number and its unit."""
    wanted = amounts(phrase)
    if len(wanted) != 1 or _DIGITS.search(phrase[: wanted[0].start] + phrase[wanted[0].end :]):
        return False
    unit = unit_beside(phrase[: wanted[0].start + 1], phrase[wanted[0].end :])
    rest = (phrase[: wanted[0].start] + " " + phrase[wanted[0].end :]).strip()
    if unit is None or find_unit(rest) != unit:
        return False
    return any(
        amount.value == wanted[0].value
        and unit_beside(text[max(0, amount.start - 8) : amount.start + 1], text[amount.end : amount.end + 40])
        == unit
        for amount in amounts(text)
    )


def _is_among_candidates(phrase: str, text: str, said: Sequence[Word]) -> bool:
    """Return whether a text has many values of the kind of the phrase: the same words with other numbers."""
    shape = [word.text for word in _in_figures(words(phrase))]
    if not any(map(_DIGITS.search, shape)):
        return False
    found: set[tuple[str, ...]] = set(_of_shape(shape, said))
    if len(shape) == 1 and shape[0].isdigit():
        found = _runs_of_numbers(text)
    dates = date_spans(phrase)
    if dates:
        found |= {(text[start:end].casefold(),) for start, end in date_spans(text)}
    return len(found) > _MOST_OF_A_KIND


def _of_shape(shape: Sequence[str], said: Sequence[Word]) -> Iterator[tuple[str, ...]]:
    """Yield the words of a text that differ from the phrase only in their digits."""
    wanted = [_DIGITS.sub("#", word) for word in shape]
    plain = [_DIGITS.sub("#", word.text) for word in said]
    for start in range(len(said) - len(shape) + 1):
        if plain[start : start + len(shape)] == wanted:
            yield tuple(word.text for word in said[start : start + len(shape)])


def _runs_of_numbers(text: str) -> set[tuple[str, ...]]:
    """Return the numbers that follow each other with hardly a word between them."""
    numbers = amounts(text)
    near: set[tuple[str, ...]] = set()
    for one, other in pairwise(numbers):
        if len(words(text[one.end : other.start])) <= 1:
            near |= {(f"{one.value:g}",), (f"{other.value:g}",)}
    return near


def _is_in_list(phrase: str, text: str) -> bool:
    """Return whether each place of a phrase is in a row of many entries of one or two words."""
    said = words(text)
    spans = [(said[start].start, said[end - 1].end) for start, end in places(phrase, said)]
    lists = [run for run in short_runs(text, _WORDS_OF_ITEM) if len(run) >= _MOST_ITEMS]
    return bool(spans) and all(
        any(run[0][0] <= start and end <= run[-1][1] for run in lists) for start, end in spans
    )
