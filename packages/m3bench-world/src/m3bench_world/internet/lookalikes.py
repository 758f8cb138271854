"""Look-alike domains: names that a reader or a typist takes for another."""

from __future__ import annotations

from collections.abc import Iterator

from m3bench_world.internet.types import Lookalike

_GLYPHS = {
    "a": ("4",), "b": ("6", "lb"), "c": ("e",), "d": ("cl",), "e": ("3", "c"), "f": ("t",), "g": ("9", "q"),
    "h": ("lh",), "i": ("1", "l", "j"), "k": ("lc",), "l": ("1", "i"), "m": ("rn", "nn"), "n": ("m", "r"),
    "o": ("0",), "p": ("q",), "q": ("g",), "s": ("5", "z"), "t": ("7",), "u": ("v",), "v": ("u",),
    "w": ("vv",),
    "y": ("v",), "z": ("2", "s"), "0": ("o",), "1": ("l", "i"), "5": ("s",), "rn": ("m",), "cl": ("d",),
    "vv": ("w",),
}  # fmt: skip
_ROWS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = "aeiou"
_WORDS = ("login", "secure", "account", "support", "verify", "pay", "online", "shop", "help", "mail")
TOPS = (
    "com", "net", "org", "co", "io", "info", "biz", "shop", "online", "site", "store", "xyz", "app", "dev",
    "us", "eu", "cc",
)  # fmt: skip
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
LONGEST_LABEL = 63


def _neighbours() -> dict[str, str]:
    """Return the keys beside each key."""
    found = {}
    for line, row in enumerate(_ROWS):
        for column, key in enumerate(row):
            beside = row[max(0, column - 1) : column] + row[column + 1 : column + 2]
            for other in (line - 1, line + 1):
                if 0 <= other < len(_ROWS):
                    beside += _ROWS[other][column : column + 1]
            found[key] = beside
    return found


NEIGHBOURS = _neighbours()


def lookalikes(domain: str) -> list[Lookalike]:
    """Return the look-alikes of a domain of two labels or more, each once, by kind and name."""
    label, _, top = domain.partition(".")
    found: dict[str, Lookalike] = {}
    for fuzzer, name in _all(label, top):
        host = name.partition(".")[0]
        if name != domain and _is_valid(host):
            found.setdefault(name, Lookalike(fuzzer, name))
    return sorted(found.values(), key=lambda one: (one.fuzzer, one.name))


def _is_valid(label: str) -> bool:
    return 0 < len(label) <= LONGEST_LABEL and label[0] != "-" != label[-1] and "--" not in label


def _all(label: str, top: str) -> Iterator[tuple[str, str]]:
    for fuzzer, changed in _changes(label):
        yield fuzzer, f"{changed}.{top}"
    for other in TOPS:
        yield "tld-swap", f"{label}.{other}"
    for word in _WORDS:
        for name in (f"{label}-{word}", f"{word}-{label}", f"{label}{word}"):
            yield "dictionary", f"{name}.{top}"


def _changes(label: str) -> Iterator[tuple[str, str]]:
    for index, letter in enumerate(label):
        before, after = label[:index], label[index + 1 :]
        yield from _slips(before, letter, after)
        yield from _swaps(before, letter, after)
    for letter in _LETTERS:
        yield "addition", label + letter
    yield from _glyphs(label)


def _slips(before: str, letter: str, after: str) -> Iterator[tuple[str, str]]:
    """Return slips of the hand at one letter."""
    yield "omission", before + after
    yield "repetition", before + 2 * letter + after
    if before and letter != "-":
        yield "hyphenation", f"{before}-{letter}{after}"
    if after and after[0] != letter:
        yield "transposition", before + after[0] + letter + after[1:]
    for key in NEIGHBOURS.get(letter, ""):
        yield "replacement", before + key + after
        yield "insertion", before + letter + key + after


def _swaps(before: str, letter: str, after: str) -> Iterator[tuple[str, str]]:
    """Return one letter as another vowel, or with one bit flipped."""
    for vowel in _VOWELS if letter in _VOWELS else "":
        yield "vowel-swap", before + vowel + after
    for bit in range(7):
        flipped = chr(ord(letter) ^ (1 << bit))
        if flipped in _LETTERS:
            yield "bitsquatting", before + flipped + after


def _glyphs(label: str) -> Iterator[tuple[str, str]]:
    """Return the label with letters that look alike."""
    for glyph, others in _GLYPHS.items():
        start = label.find(glyph)
        while start >= 0:
            for other in others:
                yield "homoglyph", label[:start] + other + label[start + len(glyph) :]
            start = label.find(glyph, start + 1)
