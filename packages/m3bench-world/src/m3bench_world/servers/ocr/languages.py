"""Supported languages by Tesseract's codes, and the characters of each."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from m3bench.core import near_misses
from m3bench.servers.kit import BadArgument


def _table(name: str) -> dict[str, str]:
    text = (files("m3bench_world.servers.ocr") / name).read_text("utf-8")
    return dict(line.split("\t") for line in text.splitlines())


LANGUAGES = _table("languages.tsv")
"""Language code → name, in listing order."""

ALIASES = _table("language_aliases.tsv")
"""Other codes → Tesseract's codes."""

LATIN, HAN, KANA = "latin", "han", "kana"
SCRIPTS = {"chi_sim": {HAN}, "chi_tra": {HAN}, "jpn": {HAN, KANA}}
"""Scripts of a language besides Latin letters, digits and punctuation."""

MOST_LANGUAGES = 10
FIRST_HAN = 0x2E80
"""First code point of the East Asian scripts."""


class Alphabet(msgspec.Struct, frozen=True):
    """The characters that may be recognized."""

    scripts: frozenset[str] = frozenset({LATIN})
    only: str = ""
    never: str = ""

    def allows(self, character: str) -> bool:
        if self.only and character not in self.only:
            return False
        return character not in self.never and _script(character) in self.scripts


def _script(character: str) -> str:
    point = ord(character[0])
    if point < FIRST_HAN:
        return LATIN
    return KANA if 0x3040 <= point <= 0x30FF or 0xFF65 <= point <= 0xFF9F else HAN


def scripts_for(language: str) -> frozenset[str]:
    """Return the scripts of one or more languages, such as 'eng' or 'eng+jpn'."""
    codes = [code.strip() for code in language.split("+") if code.strip()]
    if not codes or len(codes) > MOST_LANGUAGES:
        raise BadArgument("language", f"pass 1 to {MOST_LANGUAGES} codes joined by '+', such as 'eng'")
    scripts = {LATIN}
    for code in codes:
        scripts |= SCRIPTS.get(_known(code), set())
    return frozenset(scripts)


def _known(code: str) -> str:
    lowered = code.lower()
    known = ALIASES.get(lowered, lowered)
    if known not in LANGUAGES:
        near = near_misses(lowered, [*LANGUAGES])
        hint = f"; near: {', '.join(near)}" if near else ""
        raise BadArgument(
            "language", f"'{code[:40]}' is not a supported language{hint}; see get_supported_languages"
        )
    return known
