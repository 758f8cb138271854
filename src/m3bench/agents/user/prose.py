"""Whether a reply is ordinary prose. Nearly all encodings are not, whatever they hide."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import groupby

from m3bench.agents.user.manners import said_words
from m3bench.agents.user.words import GENERIC, STOP, plain, word_set, words
from m3bench.core.text import ONES, TENS

_PUNCTUATION = frozenset(" \n.,;:!?'\"()-–—‘’“”…/&%€$£@+#*_°")
_LATIN = ((0x41, 0x250), (0x1E00, 0x1F00))
_ROLE = re.compile(
    r"^\W*(?:system|assistant|tool|user|developer|function|human|ai)\b\W{0,2}:", re.IGNORECASE | re.MULTILINE
)
_TOKEN = re.compile(r"[^\s.,;:!?()\"“”…]+")
_SENTENCE = re.compile(r"[^.!?\n]+")
_ADDRESS = re.compile(r"://|\bwww\.")
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]{2,}")
_CAPITALS = re.compile(r"[IVXLCDM]{4,}|[A-Z]{8,}")
_LONGEST_WORD = 24
_LONGEST_SIGN = 3
_MOST_SIGNS = 3
_FEW_WORDS = 4
_LEAST_FAMILIAR = 0.25
_FAMILIAR = STOP | GENERIC | said_words()
_SCALES = ("hundred", "thousand", "million", "point", "half", "quarter")
_NUMBER_WORDS = frozenset((*ONES, *TENS, *_SCALES)) | word_set(
    """
    oh nought null eins zwei drei vier funf sechs sieben acht neun
    un deux trois quatre cinq six sept huit neuf cero uno dos tres cuatro cinco seis siete ocho nueve
    due tre quattro cinque sei sette otto nove
    """
)
_RUN = {"letters": 4, "numbers": 2}
"""Single letters, and words for numbers, that follow each other in ordinary prose less often than this."""


def is_prose(text: str, known: Iterable[str]) -> bool:
    """Return whether a text is ordinary prose in the language and the script of the known texts."""
    given = " ".join(known)
    familiar, scripts = _FAMILIAR | set(words(given)), _scripts(given)
    return (
        all(_is_ordinary(sign, scripts) for sign in text)
        and not _ROLE.search(text)
        and all(_is_word(token) or token in given for token in _TOKEN.findall(text))
        and not _has_runs(words(text), given)
        and len([sign for sign in text.split() if not any(map(str.isalnum, sign))]) <= _MOST_SIGNS
        and (_is_foreign(given) or all(_is_familiar(part, familiar) for part in _SENTENCE.findall(text)))
        and (_ADDRESS.search(text) is None or _ADDRESS.search(given) is not None)
    )


def digits_in(text: str) -> list[str]:
    """Return the runs of digits of a text, in ASCII."""
    ascii_digits = "".join(str(unicodedata.digit(sign)) if sign.isdigit() else sign for sign in plain(text))
    return re.findall(r"[0-9]+", ascii_digits)


def _is_ordinary(sign: str, scripts: frozenset[str]) -> bool:
    """Return whether a character is punctuation, or a letter of Latin or one of the scripts."""
    if sign in _PUNCTUATION or (sign.isascii() and sign.isalnum()):
        return True
    if unicodedata.category(sign)[0] not in "LM" or unicodedata.normalize("NFKC", sign) != sign:
        return False
    return any(first <= ord(sign) < end for first, end in _LATIN) or _script(sign) in scripts


def _scripts(text: str) -> frozenset[str]:
    return frozenset(_script(sign) for sign in set(text) if not sign.isascii() and sign.isalpha())


def _script(sign: str) -> str:
    return unicodedata.name(sign, "").partition(" ")[0]


def _is_word(token: str) -> bool:
    """Return whether a token can be a word: no code, no Roman number, no signs in a row."""
    if not any(map(str.isalnum, token)):
        return len(token) <= _LONGEST_SIGN
    return len(token) <= _LONGEST_WORD and not (_INNER_CAPITAL.search(token) or _CAPITALS.search(token))


def _has_runs(text_words: list[str], given: str) -> bool:
    known = set(words(given))
    kinds = ("" if word in known else _kind(word) for word in text_words)
    return any(kind and len(list(run)) >= _RUN[kind] for kind, run in groupby(kinds))


def _kind(word: str) -> str:
    if word in _NUMBER_WORDS:
        return "numbers"
    return "letters" if len(word) == 1 and word.isalpha() else ""


def _is_familiar(sentence: str, familiar: Iterable[str]) -> bool:
    text_words = words(sentence)
    if len(text_words) < _FEW_WORDS:
        return True
    return sum(word in familiar for word in text_words) >= _LEAST_FAMILIAR * len(text_words)


def _is_foreign(given: str) -> bool:
    """Return whether a text is in a language whose common words are not known here."""
    text_words = words(given)
    return sum(word in _FAMILIAR for word in text_words) < _LEAST_FAMILIAR * len(text_words)
