"""Finding a name in a text, also in a similar spelling."""

from __future__ import annotations

from difflib import SequenceMatcher

from m3bench.checks.reading.folding import places, words

_NEAR = 0.84
_LONGEST = 300


def names(text: str, value: str) -> bool:
    """Return whether the value occurs in the text as whole words, with at most about one wrong letter.

    Digits, for example of a code, must be equal.
    """
    found_words, wanted = words(text[:_LONGEST]), [word.text for word in words(value)]
    if not wanted:
        return False
    if places(value, found_words):
        return True
    full = "".join(wanted)
    spans = range(max(1, len(wanted) - 1), len(wanted) + 2)
    runs = (
        "".join(word.text for word in found_words[at : at + span])
        for span in spans
        for at in range(len(found_words))
    )
    return any(_is_near(run, full) for run in runs)


def _is_near(found: str, wanted: str) -> bool:
    if _digits(found) != _digits(wanted):
        return False
    return SequenceMatcher(None, found, wanted, autojunk=False).ratio() >= _NEAR


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())
