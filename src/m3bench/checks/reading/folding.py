"""Words in a form for comparison: without case, accents, punctuation and plural."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

MAX_TEXT = 100_000
"""Maximum length of the text that is read."""

_MARKS = "\u0300-\u036f"
_WORD = re.compile(rf"(?:[^\W\d_]\.){{2,}}|(?:[^\W_]|[{_MARKS}])+(?:['’](?:[^\W_]|[{_MARKS}])+)*")
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_ES_AFTER = ("s", "x", "z", "ch", "sh", "o")
_SHORTEST_PLURAL = 4


class Word(NamedTuple):
    """A folded word of a text, and its position."""

    text: str
    start: int
    end: int


@lru_cache(maxsize=20_000)
def folded(text: str) -> str:
    """Return the letters and digits without case and accents."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    kept = (char for char in plain.translate(_LETTERS) if char.isalnum())
    return "".join(kept)


def words(text: str) -> list[Word]:
    """Return the words of a text in order. `Coca-Cola` is two, `McDonald's` and `U.S.A.` are one each."""
    return list(_words(text[:MAX_TEXT]))


@lru_cache(maxsize=32)
def _words(text: str) -> tuple[Word, ...]:
    """Cached, because many checks read the same answer."""
    folds = (Word(folded(match[0]), match.start(), match.end()) for match in _WORD.finditer(text))
    return tuple(word for word in folds if word.text)


def phrase(text: str) -> str:
    """Return the folded words separated by spaces."""
    return " ".join(word.text for word in words(text))


@lru_cache(maxsize=20_000)
def forms(word: str) -> frozenset[str]:
    """Return the word and its possible singular forms."""
    singulars = {word}
    if len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss"):
        singulars.add(word[:-1])
        if word.endswith("ies"):
            singulars.add(f"{word[:-3]}y")
        elif word.endswith("es") and word[:-2].endswith(_ES_AFTER):
            singulars.add(word[:-2])
    return frozenset(singulars)


def alike(one: str, other: str) -> bool:
    """Return whether two folded words are equal except for the plural."""
    if one == other or one[:1] != other[:1]:
        return one == other
    return not forms(one).isdisjoint(forms(other))


def places(name: str, text: Sequence[Word]) -> list[tuple[int, int]]:
    """Return where a name occurs as whole words: the index of the first word, and after the last.

    `T-shirt`, `T shirt` and `tshirts` are the same name.
    """
    wanted = [word.text for word in words(name)]
    if not wanted:
        return []
    joined = _joined(wanted)
    ends = ((start, _end(wanted, joined, text, start)) for start in range(len(text)))
    return [(start, end) for start, end in ends if end]


def stands(name: str, text: Sequence[Word]) -> bool:
    """Return whether a name, or one of several separated by bars (`sofa|couch`), occurs in a text."""
    return any(places(spelling, text) for spelling in name.split("|"))


def left_over(texts: Sequence[str], pages: Sequence[Sequence[Word]]) -> list[str]:
    """Return what each page says beside these texts, of which each may stand on one page once."""
    rest = [dict(enumerate(page)) for page in pages]
    for text in sorted(texts, key=len, reverse=True):
        spots = (
            (page, span)
            for page, said in enumerate(pages)
            for spelling in text.split("|")
            for span in places(spelling, said)
        )
        page, span = next(((page, span) for page, span in spots if span[0] in rest[page]), (0, (0, 0)))
        for index in range(*span):
            rest[page].pop(index, None)
    return [" ".join(word.text for word in page.values()) for page in rest]


def _end(wanted: Sequence[str], joined: str, text: Sequence[Word], start: int) -> int:
    """Return the index after the last word of the name that starts here; 0 if none does."""
    stop = start + len(wanted)
    if stop <= len(text) and all(
        alike(one, other.text) for one, other in zip(wanted, text[start:stop], strict=True)
    ):
        return stop
    prefix = ""
    for index in range(start, len(text)):
        prefix = _joined([prefix, text[index].text]) if prefix else text[index].text
        if alike(prefix, joined):
            return index + 1
        if len(prefix) > len(joined) or not joined.startswith(prefix):
            return 0
    return 0


def _joined(parts: Sequence[str]) -> str:
    """Join parts to one word; numbers stay separate, as 1 2 is not 12."""
    return re.sub(r"(?<!\d) | (?!\d)", "", " ".join(parts))


def spaced(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())
