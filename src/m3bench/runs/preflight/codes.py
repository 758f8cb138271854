"""Codes that can only be known from a tool's result: new for every check."""

from __future__ import annotations

import hashlib
import random
import secrets
import unicodedata
from collections.abc import Iterable

_LETTERS = "ACDEFHJKMNPRTUVWXY34679"
"""Without those that look alike."""
_LENGTH = 6
_DIGITS = "123456789"
_SCRIPTS = (
    ("Ωμέγα", "Θάλασσα", "Ποταμός", "Άνεμος", "Χειμώνας", "Φεγγάρι"),
    ("ёжик", "йогурт", "щука", "объём", "съезд", "вьюга"),
    ("東京", "北京", "大阪", "山水", "风雨", "春秋"),
    ("हिन्दी", "पुस्तक", "मित्र", "विद्या", "क्षमा", "श्रेष्ठ"),
    ("مدرسة", "كتاب", "سماء", "قمر", "بحيرة", "طريق"),
    (
        "cafe\u0301",
        "nai\u0308ve",
        "man\u0303ana",
        "A\u030angstro\u0308m",
        "c\u0327a va",
        "re\u0301sume\u0301",
    ),
    ("🧭", "🦊", "🍉", "🎻", "🚲", "🧩"),
)


class Codes:
    """All codes of one check, by the name of what they are for."""

    def __init__(self, seed: str | None = None) -> None:
        """Draw codes. Without a seed, nobody can know them."""
        self._seed = secrets.token_hex(16) if seed is None else seed

    def word(self, name: str) -> str:
        """Return six capital letters and digits, such as K7RHMX."""
        return "".join(self._dice(name).choices(_LETTERS, k=_LENGTH))

    def digits(self, name: str) -> str:
        """Return six digits to be spoken."""
        return "".join(self._dice(name).choices(_DIGITS, k=_LENGTH))

    def scripts(self, name: str) -> tuple[str, ...]:
        """Return words of several scripts, one with combining marks, and an emoji."""
        dice = self._dice(name)
        return tuple(dice.choice(words) for words in _SCRIPTS)

    def _dice(self, name: str) -> random.Random:
        digest = hashlib.sha256(f"{self._seed} {name}".encode()).digest()
        return random.Random(digest)  # noqa: S311 - the seed is the secret


def holds_code(text: str, code: str) -> bool:
    """Return whether a text has a code, however it is spaced or spelled: ``k7r-hmx`` has ``K7RHMX``."""
    return _squeezed(code) in _squeezed(text)


def holds_all(text: str, words: Iterable[str]) -> bool:
    """Return whether a text has all words, composed or not."""
    plain = unicodedata.normalize("NFC", text)
    return all(unicodedata.normalize("NFC", word) in plain for word in words)


def _squeezed(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum()).casefold()
