"""Phrases: how the words of a task are said in its requests."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping

from m3bench.core.text import join
from m3bench_suites.builders.tasks.draw import SuiteDraw
from m3bench_suites.builders.tasks.wording import Phrase, fill, is_empty


class Said(dict[str, object]):
    """The words of a task as phrases say them: each says the word of its name, or itself if there is none.

    A phrase may contain its own word, other words and other phrases. It is left out if its word is empty.
    """

    def __init__(self, phrases: Mapping[str, Phrase], words: Mapping[str, object], draw: SuiteDraw) -> None:
        super().__init__((name, word) for name, word in words.items() if name not in phrases)
        self._phrases, self._words, self._draw = phrases, words, draw

    def __missing__(self, name: str) -> str:
        phrase, word = self._phrases[name], self._words.get(name, True)
        said = self[name] = "" if is_empty(word) else self._say(phrase, name, word)
        return said

    def _say(self, phrase: Phrase, name: str, word: object) -> str:
        words: Mapping[str, object] = ChainMap({name: word}, self)
        if isinstance(phrase, dict):
            keys = word if isinstance(word, tuple | list) else (word,)
            return join(fill(phrase[str(key)], words) for key in keys)
        return fill(phrase if isinstance(phrase, str) else self._draw.in_turn(phrase, name), words)
