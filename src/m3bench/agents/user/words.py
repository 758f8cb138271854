"""Words of questions and topics: light stemming, and groups of words that ask for the same thing."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import lru_cache
from importlib.resources import files

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SUFFIXES = (
    ("ations", ""), ("ation", ""), ("ctions", "ct"), ("ction", "ct"), ("ments", ""), ("ment", ""),
    ("ingly", ""), ("ings", ""), ("ing", ""),
    ("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("edly", ""), ("ied", "y"),
    ("ed", ""),
    ("ers", "er"), ("ly", ""), ("ic", ""),
)  # fmt: skip
_LEAST_STEM, _SHORT_WORD = 3, 6
_DERIVED = re.compile(r"(?:ful|ship|ness|er|or|ant|anc|i?ty)$")


def word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TABLE = tomllib.loads(files("m3bench.agents.user").joinpath("vocabulary.toml").read_text("utf-8"))
_PHRASES = tuple(
    (re.compile(rf"\b(?:{'|'.join(patterns)})\b"), f" {word} ")
    for word, patterns in _TABLE["phrases"].items()
)
CONSENT, CONSENT_TO = (tuple(map(re.compile, _TABLE["consent"][name])) for name in ("general", "particular"))
"""Patterns of questions whether to go on: with anything, and with something in particular."""
GROUPS: dict[str, str] = _TABLE["groups"]
"""Words that ask for the same thing, by a name for it."""
ATTRIBUTES, TIME_WORDS, STOP, GENERIC, NOISE = (
    word_set(_TABLE["words"][name]) for name in ("attributes", "time", "stop", "generic", "noise")
)


@lru_cache(4096)
def stem(word: str) -> str:
    word = word.replace("’", "'").removesuffix("'s")
    for suffix, instead in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _LEAST_STEM:
            word = word[: len(word) - len(suffix)] + instead
            break
    else:
        if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > _LEAST_STEM:
            word = word[:-1]
    if len(word) > _LEAST_STEM and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    if len(word) <= _LEAST_STEM:
        return word
    return word.rstrip("eyi") if len(word) > _SHORT_WORD else word.rstrip("e")


def plain(text: str) -> str:
    """Return a text in lower case, without accents and control characters."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in folded if not unicodedata.combining(sign))


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, with phrases such as `how much` as one word."""
    return list(_cached_words(text) if len(text) <= _MOST_CACHED else _words(text))


def rephrased(text: str) -> str:
    """Return a text in lower case, with one word for phrases such as `how much`."""
    text = plain(text)
    for pattern, instead in _PHRASES:
        text = pattern.sub(instead, text)
    return text


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(rephrased(text)))


_MOST_CACHED = 1_000
_cached_words = lru_cache(1024)(_words)


_STEMMED_STOP = STOP | {stem(word) for word in STOP}
_STEMMED_GENERIC = GENERIC | {stem(word) for word in GENERIC}
_STEMS_OF = {group: frozenset(map(stem, listed.split())) for group, listed in GROUPS.items()}


@lru_cache(4096)
def groups_of(word: str) -> frozenset[str]:
    return frozenset(group for group, stems in _STEMS_OF.items() if stem(word) in stems)


def is_question_word(word: str) -> bool:
    """Return whether a word says which kind of value is asked for, and nothing of what."""
    return word in {"who", "when", "where", "why"} or word.startswith(("how", "whattime"))


def is_content(word: str) -> bool:
    """Return whether a word says what a question is about."""
    word = re.sub(r"['’](?:s|re|m|ve|ll|d)$", "", word)
    return word not in _STEMMED_STOP and word not in _STEMMED_GENERIC and stem(word) not in _STEMMED_GENERIC


def content_words(text: str) -> list[str]:
    """Return the words of a text that say what it is about."""
    return [word for word in words(text) if is_content(word)]


@lru_cache(4096)
def root(word: str) -> str:
    """Return what words of one family share: audit in auditor, member in membership."""
    word = stem(word)
    for _ in range(2):
        shorter = _DERIVED.sub("", word)
        if len(shorter) > _LEAST_STEM:
            word = shorter
    return re.sub(r"([bdgmnprt])\1$", r"\1", word)


@lru_cache(16384)
def same(word: str, other: str) -> bool:
    return stem(word) == stem(other) or root(word) == root(other) or bool(groups_of(word) & groups_of(other))


def attributes(terms: list[str]) -> frozenset[str]:
    """Return the kinds of values that words ask for."""
    # A monthly rent is no date, and causing trouble no reason.
    kinds = (word for word in terms if not word.endswith(("ly", "ing")))
    return frozenset(group for word in kinds for group in groups_of(word)) & ATTRIBUTES
