"""Search for many fixed strings in a text at once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import AnyStr, Generic

_WINDOW = 2**20
"""Searched at a time: a search blocks all threads."""
_SEARCHED_AT_ONCE = 2**14
"""Searched at a time with the pattern, which is slower."""
_MOST_PARTS = 10_000


class Needles(Generic[AnyStr]):
    """The strings to find, and `kept`, which is skipped as a whole."""

    def __init__(self, needles: Iterable[AnyStr], kept: AnyStr) -> None:
        self._needles: list[AnyStr] = sorted(set(needles), key=lambda needle: (-len(needle), needle))
        self._kept: AnyStr = kept
        self._shortest_of_each: list[AnyStr] = _without_longer(self._needles)

    def __bool__(self) -> bool:
        return bool(self._needles)

    @property
    def all(self) -> tuple[AnyStr, ...]:
        """Every needle, the longest first."""
        return tuple(self._needles)

    def occur(self, text: AnyStr) -> bool:
        """Return whether any needle is in the text."""
        if len(text) <= _WINDOW:
            return any(needle in text for needle in self._shortest_of_each)
        return any(self._occur_between(text, at, at + _WINDOW) for at in range(0, len(text), _WINDOW))

    def spans(self, text: AnyStr) -> Iterator[tuple[int, int, bool]]:
        """Yield start, end and whether it is `kept`, from left to right. Overlapping needles are merged."""
        at = 0
        for start in range(0, len(text), _SEARCHED_AT_ONCE):
            stop = start + _SEARCHED_AT_ONCE
            if at >= stop or not self._may_begin_between(text, start, stop):
                continue
            at = max(at, start)
            # A match that starts in this window may end in the next.
            while (match := self._pattern.search(text, at, stop + self._longest)) and match.start() < stop:
                begin, at = match.span()
                is_kept = match[0] == self._kept
                if not is_kept:
                    at = self._overlapping(text, begin, at)
                yield begin, at, is_kept

    def replace(self, text: AnyStr, fill: AnyStr, *, same_length: bool = False) -> AnyStr:
        """Replace every span with `fill`; with `same_length`, once per character."""
        joined: list[AnyStr] = []
        parts: list[AnyStr] = []
        at = 0
        for start, end, is_kept in self.spans(text):
            if is_kept:
                continue
            parts += _pieces(text, at, start)
            parts.append(fill * (end - start) if same_length else fill)
            at = end
            if len(parts) > _MOST_PARTS:
                joined.append(text[:0].join(parts))
                parts.clear()
        joined += parts
        joined += _pieces(text, at, len(text))
        return text[:0].join(joined) if at else text

    def open_end(self, text: AnyStr) -> int:
        """Return the start of the longest suffix that may be the beginning of a needle."""
        if not self._needles:
            return len(text)
        first = max(0, len(text) - len(self._needles[0]) + 1)
        for index in range(first, len(text)):
            rest = text[index:]
            if any(needle.startswith(rest) for needle in self._by_first.get(text[index : index + 1], ())):
                return index
        return len(text)

    @property
    def _longest(self) -> int:
        return max(len(self._kept), len(self._needles[0]) if self._needles else 0)

    def _occur_between(self, text: AnyStr, start: int, stop: int) -> bool:
        """Return whether a needle starts between `start` and `stop`."""
        # Searching for single strings is ten times as fast as searching for a pattern of all of them.
        return any(text.find(needle, start, stop + len(needle) - 1) >= 0 for needle in self._shortest_of_each)

    def _may_begin_between(self, text: AnyStr, start: int, stop: int) -> bool:
        """Return whether a needle or `kept` may start there. A needle may contain a shorter one."""
        stop += self._longest
        return text.find(self._kept, start, stop) >= 0 or self._occur_between(text, start, stop)

    def _overlapping(self, text: AnyStr, start: int, end: int) -> int:
        at, longest = start + 1, len(self._needles[0])
        while (match := self._pattern.search(text, at, end + longest)) and match.start() < end:
            end, at = max(end, match.end()), match.start() + 1
        return end

    @cached_property
    def _pattern(self) -> re.Pattern[AnyStr]:
        # Longest first: of needles with the same beginning, the longest matches.
        everything = [self._kept] + self._needles  # noqa: RUF005 - mypy loses the type of the other
        alternatives: list[AnyStr] = [re.escape(needle) for needle in everything]
        bar = self._kept[:0] + ("|" if isinstance(self._kept, str) else b"|")
        return re.compile(bar.join(alternatives))

    @cached_property
    def _by_first(self) -> dict[AnyStr, list[AnyStr]]:
        groups: dict[AnyStr, list[AnyStr]] = defaultdict(list)
        everything = self._needles + [self._kept]  # noqa: RUF005
        for needle in everything:
            groups[needle[:1]].append(needle)
        return groups


def _pieces(text: AnyStr, start: int, end: int) -> Iterator[AnyStr]:
    return (text[at : min(at + _WINDOW, end)] for at in range(start, end, _WINDOW))


def _without_longer(needles: list[AnyStr]) -> list[AnyStr]:
    """Return the needles that contain no other needle. They occur wherever a longer one does."""
    least: list[AnyStr] = []
    for needle in reversed(needles):
        if not any(shorter in needle for shorter in least):
            least.append(needle)
    return least
