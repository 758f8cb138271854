"""The command line options of Tesseract that this engine supports."""

from __future__ import annotations

import msgspec

from m3bench.servers.kit import BadArgument

MOST_CHARACTERS = 1_000
COLUMN_MODES = (1, 3)
SINGLE_LINE_MODES = (7, 8, 9, 10, 13)
SPARSE_MODES = (11, 12)
LAST_MODE = 13
WHITELIST, BLACKLIST = "tessedit_char_whitelist", "tessedit_char_blacklist"


class Options(msgspec.Struct, frozen=True):
    mode: int = 6
    """Page segmentation mode, which decides how lines are combined."""
    only: str = ""
    never: str = ""
    ignored: tuple[str, ...] = ()
    """Options that were passed but have no effect."""


def parse_options(config: str) -> Options:
    """Parse options such as '--oem 3 --psm 6 -c tessedit_char_whitelist=0123456789'."""
    if len(config) > MOST_CHARACTERS:
        raise BadArgument("config", f"it has {len(config):,} characters; the maximum is {MOST_CHARACTERS:,}")
    options = Options()
    words = config.replace("--psm=", "--psm ").replace("--oem=", "--oem ").split()
    while words:
        word = words.pop(0)
        takes_value = word in ("--psm", "--oem", "-c", "--dpi", "-l", "--tessdata-dir")
        if takes_value and not words:
            raise BadArgument("config", f"'{word}' needs a value, as in '--psm 6'")
        options = _with(options, word, words.pop(0) if takes_value else "")
    return options


def _with(options: Options, word: str, value: str) -> Options:
    if word == "--psm":
        return msgspec.structs.replace(options, mode=_number(word, value, LAST_MODE))
    if word == "--oem" and _number(word, value, 3) in (1, 3):
        return options
    if word == "-c" and value.startswith(f"{WHITELIST}="):
        return msgspec.structs.replace(options, only=_characters(value))
    if word == "-c" and value.startswith(f"{BLACKLIST}="):
        return msgspec.structs.replace(options, never=_characters(value))
    return msgspec.structs.replace(options, ignored=(*options.ignored, f"{word} {value}".strip()[:80]))


def _characters(value: str) -> str:
    return value.split("=", 1)[1].strip("\"'")


def _number(word: str, value: str, most: int) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 3 and int(value) <= most):
        raise BadArgument("config", f"'{word} {value[:20]}': pass a whole number from 0 to {most}")
    return int(value)
