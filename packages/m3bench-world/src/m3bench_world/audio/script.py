"""What is said in a recording, before anyone says it."""

from __future__ import annotations

from typing import Any

import msgspec

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Line(msgspec.Struct, frozen=True):
    """What one speaker says."""

    speaker: str
    voice: str
    """A key of `m3bench.media.speech.VOICES`."""
    text: str
    pause: float = 0.5
    """The silence before it, in seconds."""
    speed: float = 1.0


class Script(msgspec.Struct, frozen=True):
    kind: str
    title: str
    lines: tuple[Line, ...]
    facts: dict[str, Any] = {}


def spell(digits: str) -> str:
    """Return digits as they are dictated: "four seven one two"."""
    return " ".join(_DIGITS[int(digit)] for digit in digits)


def dictate(number: str) -> str:
    """Return a telephone number as it is dictated, with a comma between its groups."""
    return ", ".join(spell(group) for group in number.split("-"))
