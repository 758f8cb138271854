"""What is to be heard in a recording."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.media import Tone
from m3bench.media.speech import Word


class Turn(msgspec.Struct, frozen=True):
    """What one speaker says without a break. Times are in seconds."""

    speaker: str
    voice: str
    text: str
    start: float
    end: float
    words: tuple[Word, ...]


class Truth(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    title: str
    seconds: float
    channel: str
    """`clean`, `noise` (white noise over all of it) or `telephone` (300 to 3400 Hz)."""
    facts: dict[str, Any]
    """What a listener can learn: names, numbers, counts."""
    turns: tuple[Turn, ...] = ()
    tones: tuple[Tone, ...] = ()

    @property
    def transcript(self) -> str:
        """All that is said, in order."""
        return " ".join(turn.text for turn in self.turns)

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(word for turn in self.turns for word in turn.words)

    @property
    def speakers(self) -> tuple[str, ...]:
        """In the order of their first words."""
        return tuple(dict.fromkeys(turn.speaker for turn in self.turns))
