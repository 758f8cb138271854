"""Quantities and units in everyday English: "half a cup of", "1 1/2 lb", "2 medium", "a dozen"."""

from __future__ import annotations

import re

import msgspec

from m3bench_world.data import written

NUMBER_WORDS = {
    "a": 1.0,
    "an": 1.0,
    "one": 1.0,
    "single": 1.0,
    "two": 2.0,
    "couple": 2.0,
    "pair": 2.0,
    "three": 3.0,
    "few": 3.0,
    "four": 4.0,
    "five": 5.0,
    "six": 6.0,
    "seven": 7.0,
    "eight": 8.0,
    "nine": 9.0,
    "ten": 10.0,
    "eleven": 11.0,
    "twelve": 12.0,
    "dozen": 12.0,
    "fifteen": 15.0,
    "twenty": 20.0,
    "half": 0.5,
    "quarter": 0.25,
    "third": 1 / 3,
}
MULTIPLIERS = frozenset(("dozen", "couple", "pair", "half", "quarter", "third", "few"))

GRAMS = {"g": 1.0, "kg": 1000.0, "mg": 0.001, "oz": 28.35, "lb": 453.6}
"""Units of weight."""
MILLILITRES = {"ml": 1.0, "cl": 10.0, "dl": 100.0, "l": 1000.0, "teaspoon": 4.93, "tablespoon": 14.79}
MILLILITRES |= {"fl oz": 29.57, "cup": 236.6, "pint": 473.2, "quart": 946.4, "gallon": 3785.4}
"""Units of volume, converted to grams by the weight of a cup of the food."""
SIZES = ("small", "medium", "large", "extra large")
PIECES = written("pantry", "pieces", tuple[str, ...])
PIECES += ("ear", "fillet", "link", "strip", "stick", "cube", "bar", "can", "bottle", "glass", "mug", "bowl")
PIECES += ("scoop", "handful", "packet", "container", "box", "bag", "loaf", "sheet", "sprig", "pinch", "pat")
PIECES += ("shot", "block", "leg", "half", "serving")

_SPELLINGS = written("pantry", "spellings", dict[str, str])
UNITS = {spelling: unit for unit, spellings in _SPELLINGS.items() for spelling in spellings.split()}
for _piece in PIECES:
    UNITS.setdefault(_piece, _piece)
    UNITS.setdefault(f"{_piece}s", _piece)

_VULGAR = {"½": " 1/2", "⅓": " 1/3", "⅔": " 2/3", "¼": " 1/4", "¾": " 3/4", "⅛": " 1/8", "⅜": " 3/8"}
_NUMBER = re.compile(r"(\d{1,7}(?:\.\d{1,4})?)(?:/(\d{1,4}))?")
_PADDING = frozenset(("about", "around", "approximately", "roughly", "some", "of", "the", "x", "my", "only"))
_WORDS_APART = re.compile(r"(\d)\s*[–—-]\s*(\d)")
_GLUED = re.compile(r"(?<=\d)(?=[a-z])|(?<=\bx)(?=\d)")


class Amount(msgspec.Struct, frozen=True):
    """A requested amount. An empty unit means a count of the food itself."""

    quantity: float
    unit: str
    given: bool
    """Whether the phrase contains a quantity or unit."""


def tokens(phrase: str) -> list[str]:
    """Split a phrase into words and numbers, including fractions, ranges and "200g"."""
    text = phrase.lower()
    for mark, fraction in _VULGAR.items():
        text = text.replace(mark, fraction)
    text = _WORDS_APART.sub(r"\1 to \2", text)
    text = _GLUED.sub(" ", text).replace("fl. oz", "floz").replace("fl oz", "floz")
    text = text.replace("fluid ounce", "floz ").replace("extra large", "xl").replace("extra-large", "xl")
    return [word for word in re.split(r"[\s(),;:!?\"]+", text) if word]


def split_amount(words: list[str]) -> tuple[Amount, list[str]]:
    """Return the amount at the start or else at the end of a phrase, and the words of the food."""
    amount, rest = _leading(words)
    if amount.given or len(words) < 2:
        return amount, rest
    for cut in range(max(1, len(words) - 3), len(words)):
        tail, nothing = _leading(words[cut:])
        if tail.given and not nothing and any(_number(word) is not None for word in words[cut:]):
            return tail, words[:cut]
    return amount, rest


def _leading(words: list[str]) -> tuple[Amount, list[str]]:
    quantity, unit, place = None, "", 0
    while place < len(words):
        word = words[place].rstrip(".")
        if (number := _number(word)) is not None:
            quantity, place = _with_number(quantity, number, word, words, place)
        elif word in UNITS and unit in ("", "each", *SIZES) and not _begins_a_name(words[place : place + 2]):
            unit = UNITS[word]
            place += 1
        elif word in _PADDING:
            place += 1
        else:
            break
    given = quantity is not None or bool(unit)
    return Amount(min(quantity if quantity is not None else 1.0, 1e6), unit, given), words[place:]


def _begins_a_name(words: list[str]) -> bool:
    """Return whether the words start a name. "Whole" is a unit in "1 whole watermelon", not in "whole wheat
    bread"."""
    return words[0] == "whole" and words[1:2] in (["wheat"], ["milk"], ["grain"], ["egg"])


def _with_number(
    quantity: float | None, number: float, word: str, words: list[str], place: int
) -> tuple[float, int]:
    """Apply a further number: multiply ("half a dozen"), add ("1 1/2") or end a range ("2 to 3")."""
    following = words[place + 1 : place + 3]
    if len(following) == 2 and following[0] in ("to", "or") and _number(following[1]) is not None:
        return (number + (_number(following[1]) or number)) / 2, place + 3
    if quantity is None:
        return number, place + 1
    if word in MULTIPLIERS or word in ("a", "an"):
        return quantity * number, place + 1
    return quantity + number if "/" in word else number, place + 1


def _number(word: str) -> float | None:
    if word in NUMBER_WORDS:
        return NUMBER_WORDS[word]
    match = _NUMBER.fullmatch(word)
    if match is None:
        return None
    return float(match[1]) / float(match[2]) if match[2] and float(match[2]) else float(match[1])
