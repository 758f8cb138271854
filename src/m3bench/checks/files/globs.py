"""Globs of paths, matched in a time that their lengths bound: a regular expression could take for ever."""

from __future__ import annotations

import re
from collections.abc import Iterator

_Place = tuple[int, bool]
"""The number of the next token, and whether the letters of its folders are being read."""
_ANY_FOLDERS, _ANY, _ONE = "**/", "*", "?"
_PARTS = re.compile(r"(\*\*/|\*|\?)")


class Glob:
    """A path or glob: `*` and `?` stay within a folder, `**/` matches any folders."""

    def __init__(self, pattern: str) -> None:
        self._tokens: list[str] = []
        for part in _PARTS.split(pattern):
            if part in (_ANY_FOLDERS, _ANY) and self._tokens[-1:] == [part]:
                continue  # the same as one of them
            self._tokens += [part] if part in (_ANY_FOLDERS, _ANY, _ONE) else list(part)

    def fullmatch(self, path: str) -> bool:
        """Return whether the glob covers a path."""
        places = self._reached({(0, False)})
        for letter in path:
            places = self._reached({after for place in places for after in self._after(place, letter)})
            if not places:
                return False
        return (len(self._tokens), False) in places

    def _after(self, place: _Place, letter: str) -> Iterator[_Place]:
        """Yield the places that follow a place when a letter was read."""
        number, inside = place
        token = self._tokens[number] if number < len(self._tokens) else ""
        if token == _ANY_FOLDERS:
            yield number, True
            if letter == "/":
                yield number + 1, False
        elif token == _ANY and letter != "/":
            yield place
        elif token == letter or (token == _ONE and letter != "/"):
            yield number + 1, inside

    def _reached(self, places: set[_Place]) -> set[_Place]:
        """Add the places that are reached without a letter: both stars may stand for nothing."""
        reached = set(places)
        for place in places:
            number, inside = place
            while not inside and self._tokens[number : number + 1] in ([_ANY_FOLDERS], [_ANY]):
                number += 1
                reached.add((number, False))
        return reached
