"""Finding many fixed strings in a text at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import AnyStr, Generic

_WINDOW = 2**20
"""Searched in one piece: a search holds up all threads."""
_SEARCHED_AT_ONCE = 2**14
"""By the pattern, which is slower."""
_MOST_PARTS = 10_000


class Needles(Generic[AnyStr]):
    """What to look for, and `kept`, which is passed over as a whole."""

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
        """Whether any needle is in the text."""
        if len(text) <= _WINDOW:
            return any(needle in text for needle in self._shortest_of_each)
        return any(self._occur_between(text, at, at + _WINDOW) for at in range(0, len(text), _WINDOW))

    def spans(self, text: AnyStr) -> Iterator[tuple[int, int, bool]]:
        """Where needles are, and where `kept` is (True), from left to right. Needles that overlap are one."""
        at = 0
        for start in range(0, len(text), _SEARCHED_AT_ONCE):
            stop = start + _SEARCHED_AT_ONCE
            if at >= stop or not self._may_begin_between(text, start, stop):
                continue
            at = max(at, start)
            # What begins in this window may end in the next.
            while (found := self._pattern.search(text, at, stop + self._longest)) and found.start() < stop:
                begin, at = found.span()
                is_kept = found[0] == self._kept
                if not is_kept:
                    at = self._overlapping(text, begin, at)
                yield begin, at, is_kept

    def replace(self, text: AnyStr, fill: AnyStr, *, same_length: bool = False) -> AnyStr:
        """The text with `fill` in the place of every span; with `same_length`, once for each character."""
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
        """Where the longest end of the text begins that could be the beginning of a needle."""
        if not self._needles:
            return len(text)
        first = max(0, len(text) - len(self._needles[0]) + 1)
        for place in range(first, len(text)):
            rest = text[place:]
            if any(needle.startswith(rest) for needle in self._by_first.get(text[place : place + 1], ())):
                return place
        return len(text)

    @property
    def _longest(self) -> int:
        return max(len(self._kept), len(self._needles[0]) if self._needles else 0)

    def _occur_between(self, text: AnyStr, start: int, stop: int) -> bool:
        """Whether a needle begins there."""
        # Searches for single strings are ten times as fast as one for a pattern of all of them.
        return any(text.find(needle, start, stop + len(needle) - 1) >= 0 for needle in self._shortest_of_each)

    def _may_begin_between(self, text: AnyStr, start: int, stop: int) -> bool:
        """Whether a needle or `kept` begins there. Where a needle begins, a shorter one may be further on."""
        stop += self._longest
        return text.find(self._kept, start, stop) >= 0 or self._occur_between(text, start, stop)

    def _overlapping(self, text: AnyStr, start: int, end: int) -> int:
        place, longest = start + 1, len(self._needles[0])
        while (found := self._pattern.search(text, place, end + longest)) and found.start() < end:
            end, place = max(end, found.end()), found.start() + 1
        return end

    @cached_property
    def _pattern(self) -> re.Pattern[AnyStr]:
        # The longest come first: of needles that begin alike, the longest is taken.
        everything = [self._kept] + self._needles  # noqa: RUF005 - mypy loses the type of the other
        alternatives: list[AnyStr] = [re.escape(each) for each in everything]
        bar = self._kept[:0] + ("|" if isinstance(self._kept, str) else b"|")
        return re.compile(bar.join(alternatives))

    @cached_property
    def _by_first(self) -> dict[AnyStr, list[AnyStr]]:
        groups: dict[AnyStr, list[AnyStr]] = {}
        everything = self._needles + [self._kept]  # noqa: RUF005
        for needle in everything:
            groups.setdefault(needle[:1], []).append(needle)
        return groups


def _pieces(text: AnyStr, start: int, end: int) -> Iterator[AnyStr]:
    return (text[at : min(at + _WINDOW, end)] for at in range(start, end, _WINDOW))


def _without_longer(needles: list[AnyStr]) -> list[AnyStr]:
    """Those that contain no other: where a longer one is, a shorter one is."""
    least: list[AnyStr] = []
    for needle in reversed(needles):
        if not any(shorter in needle for shorter in least):
            least.append(needle)
    return least
