"""Comparing what was said with what should have been: words in one spelling, and the word error rate."""

from __future__ import annotations

import re
import unicodedata

from m3bench.core.text import ONES, TENS

_VALUES = {word: value for value, word in enumerate(ONES)} | TENS
_IRREGULAR = ("five", "eight", "nine", "twelve")
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12,
    **{f"{word}th": value for word, value in _VALUES.items() if word not in _IRREGULAR},
    **{f"{word[:-1]}ieth": _VALUES[word] for word in TENS},
}  # fmt: skip
_SPELLINGS = {
    "mister": "mr", "missus": "mrs", "doctor": "dr", "street": "st", "okay": "ok", "ok": "ok", "grey": "gray",
    "cancelled": "canceled", "colour": "color", "goodbye": "bye",
}  # fmt: skip
_CONTRACTIONS = (
    ("won't", "will not"), ("can't", "can not"), ("cannot", "can not"), ("n't", " not"), ("'ll", " will"),
    ("'re", " are"), ("'ve", " have"), ("'m", " am"), ("let's", "let us"), ("'s", " s"), ("'d", " would"),
)  # fmt: skip
_MONEY = re.compile(r"([$€£])\s?(\d[\d,]*(?:\.\d+)?)")
_CURRENCIES = {"$": "dollars", "€": "euros", "£": "pounds"}
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)\b")
_HOURS = re.compile(r"\b([ap])\.?\s?m\b\.?")
_TOKEN = re.compile(r"[a-z]+|\d")


def spoken_words(text: str) -> list[str]:
    """Return the words of a text in one spelling: lower case, no punctuation, numbers as single digits.

    "Order 47-12" and "order four seven one two" give the same words; so do "twenty five" and "25".
    """
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    plain = _MONEY.sub(lambda found: f"{found[2]} {_CURRENCIES[found[1]]}", plain)
    plain = _ORDINAL.sub(r"\1 th", plain.replace(",", "" if plain.isdigit() else " "))
    plain = _HOURS.sub(r"\1 m", plain.replace("%", " percent ").replace("&", " and ").replace("o'clock", " "))
    for short, full in _CONTRACTIONS:
        plain = plain.replace(short, full)
    return _digits([_SPELLINGS.get(token, token) for token in _TOKEN.findall(plain)])


def _digits(tokens: list[str]) -> list[str]:
    """Replace number words by digits."""
    words: list[str] = []
    following = iter(enumerate(tokens, 1))
    for index, token in following:
        value = _VALUES.get(token)
        follows = _unit(tokens[index]) if index < len(tokens) else None
        if value is not None and token in TENS and follows is not None:
            unit, ordinal = follows
            words += [*str(value + unit), *(["th"] if ordinal else [])]
            next(following)
        elif value is not None:
            words += str(value)
        elif token in _ORDINALS:
            words += [*str(_ORDINALS[token]), "th"]
        elif token in ("oh", "o") and words and words[-1].isdigit():
            words.append("0")
        else:
            words.append(token)
    return words


def _unit(token: str) -> tuple[int, bool] | None:
    """Return the value of a word for 1 to 9, and whether it is an ordinal."""
    if token in ONES[1:10]:
        return _VALUES[token], False
    if 0 < _ORDINALS.get(token, 0) < 10:
        return _ORDINALS[token], True
    return None


def word_error_rate(expected: str, heard: str) -> float:
    """Return the words that must be inserted, deleted or replaced, per expected word.

    Both texts are compared by their `spoken_words`. 0 is right; 1 or more is all wrong.
    """
    wanted, said = spoken_words(expected), spoken_words(heard)
    if not wanted:
        return 0.0 if not said else 1.0
    return edit_distance(wanted, said) / len(wanted)


def edit_distance(words: list[str], others: list[str]) -> int:
    """Return how many words must be inserted, deleted or replaced."""
    row = list(range(len(others) + 1))
    for index, word in enumerate(words, 1):
        diagonal, row[0] = row[0], index
        for column, other in enumerate(others, 1):
            best = min(row[column] + 1, row[column - 1] + 1, diagonal + (word != other))
            diagonal, row[column] = row[column], best
    return row[-1]
