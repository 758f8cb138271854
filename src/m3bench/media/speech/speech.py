"""Spoken words and their times."""

from __future__ import annotations

import msgspec

from m3bench.media.sound import Sound


class Word(msgspec.Struct, frozen=True):
    """A word as written, and when it is said, in seconds."""

    text: str
    start: float
    end: float


class Speech(msgspec.Struct, frozen=True):
    """A sound with what is said in it."""

    sound: Sound
    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)
