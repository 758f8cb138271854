"""Languages that can be read, by Tesseract's codes, and which characters each may hold."""

from __future__ import annotations

import msgspec

from m3bench.servers.kit import BadArgument
from m3bench.world import near_misses

LANGUAGES = {
    "eng": "English",
    "afr": "Afrikaans",
    "aze": "Azerbaijani (Latin)",
    "bos": "Bosnian",
    "cat": "Catalan",
    "ces": "Czech",
    "chi_sim": "Chinese (simplified)",
    "chi_tra": "Chinese (traditional)",
    "cym": "Welsh",
    "dan": "Danish",
    "deu": "German",
    "est": "Estonian",
    "eus": "Basque",
    "fil": "Filipino",
    "fin": "Finnish",
    "fra": "French",
    "gle": "Irish",
    "glg": "Galician",
    "hrv": "Croatian",
    "hun": "Hungarian",
    "ind": "Indonesian",
    "isl": "Icelandic",
    "ita": "Italian",
    "jpn": "Japanese",
    "kmr": "Kurdish (Latin)",
    "lat": "Latin",
    "lav": "Latvian",
    "lit": "Lithuanian",
    "ltz": "Luxembourgish",
    "mlt": "Maltese",
    "mri": "Maori",
    "msa": "Malay",
    "nld": "Dutch",
    "nor": "Norwegian",
    "oci": "Occitan",
    "pol": "Polish",
    "por": "Portuguese",
    "que": "Quechua",
    "ron": "Romanian",
    "slk": "Slovak",
    "slv": "Slovenian",
    "spa": "Spanish",
    "sqi": "Albanian",
    "srp_latn": "Serbian (Latin)",
    "swa": "Swahili",
    "swe": "Swedish",
    "tur": "Turkish",
    "uzb": "Uzbek (Latin)",
    "vie": "Vietnamese",
}

ALIASES = {
    "en": "eng",
    "de": "deu",
    "ger": "deu",
    "fre": "fra",
    "dut": "nld",
    "cze": "ces",
    "rum": "ron",
    "chi": "chi_sim",
    "fr": "fra",
    "es": "spa",
    "it": "ita",
    "pt": "por",
    "nl": "nld",
    "pl": "pol",
    "zh": "chi_sim",
    "zh-cn": "chi_sim",
    "zh-tw": "chi_tra",
    "ja": "jpn",
    "tr": "tur",
    "vi": "vie",
}

LATIN, HAN, KANA = "latin", "han", "kana"
SCRIPTS = {"chi_sim": {HAN}, "chi_tra": {HAN}, "jpn": {HAN, KANA}}
"""What a language uses besides Latin letters, figures and signs."""

MOST_LANGUAGES = 10
FIRST_HAN = 0x2E80
"""Below it lie the alphabets and signs, from it on the scripts of East Asia."""


class Alphabet(msgspec.Struct, frozen=True):
    """Which characters may be read."""

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
    """The scripts of one or more languages, written as 'eng' or 'eng+jpn'."""
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
        raise BadArgument("language", f"'{code[:40]}' cannot be read{hint}; see get_supported_languages")
    return known
