"""Search for values in texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from m3bench.core import Result
from m3bench.scoring.provenance.needles import Needle, make_needle, states
from m3bench.scoring.provenance.texts import fold, numbers_in, result_text, words_in


class TextIndex:
    """An index of words and numbers to texts, as bits. Only searched words and numbers are kept."""

    def __init__(self, texts: Mapping[int, str], needles: Sequence[Needle]) -> None:
        self._texts = {number: fold(text) for number, text in texts.items()}
        self._all = sum(1 << number for number in texts)
        self._words: dict[str, int] = defaultdict(int)
        self._numbers: dict[float, int] = defaultdict(int)
        words = {word for needle in needles for word in needle.words}
        numbers = {number for needle in needles for number in needle.numbers}
        for index, text in self._texts.items():
            for word in words & words_in(text):
                self._words[word] |= 1 << index
            for number in numbers and numbers & numbers_in(text):
                self._numbers[number] |= 1 << index

    def candidates(self, needle: Needle) -> int:
        """Return the texts that may contain the value."""
        texts = self._all
        for number in needle.numbers:
            texts &= self._numbers.get(number, 0)
        for word in needle.words:
            texts &= self._words.get(word, 0)
        return texts

    def holds(self, index: int, needle: Needle) -> bool:
        """Return whether a text contains the value."""
        possible = bool(self.candidates(needle) >> index & 1)
        if needle.numbers or not possible:
            return possible
        return states(self._texts[index], needle)


class ValueIndex:
    """Finds values in many texts at once, with the same rules as `says`."""

    def __init__(self, texts: Mapping[int, str], values: Iterable[str | int | float]) -> None:
        self._needles = {value: needle for value in values if (needle := make_needle(value)) is not None}
        self._index = TextIndex(texts, list(self._needles.values()))
        self._indices = tuple(texts)

    def holders(self, value: str | int | float) -> frozenset[int]:
        """Return the texts that contain a value; none if it is too common to tell."""
        needle = self._needles.get(value)
        if needle is None:
            return frozenset()
        return frozenset(index for index in self._indices if self._index.holds(index, needle))


def says(text: str, value: str | int | float) -> bool | None:
    """Return whether a text from `folded_result` contains a value; None if it is too common to tell."""
    needle = make_needle(value)
    return None if needle is None else TextIndex({0: text}, [needle]).holds(0, needle)


class Searcher:
    """A text in which values are searched, with the same rules as `trace`."""

    def __init__(self, text: str) -> None:
        self._text = fold(text)
        self._words = words_in(self._text)
        self._numbers: set[float] | None = None

    @classmethod
    def of_result(cls, result: Result) -> Searcher:
        """Search the whole text of a result."""
        return cls(result_text(result))

    def holds(self, value: Any) -> bool | None:
        """Return whether the text contains the value; None if it is too short or too common to tell."""
        needle = make_needle(value)
        if needle is None:
            return None
        if needle.numbers:
            if self._numbers is None:
                self._numbers = numbers_in(self._text)
            return needle.numbers <= self._numbers
        return needle.words <= self._words and states(self._text, needle)
