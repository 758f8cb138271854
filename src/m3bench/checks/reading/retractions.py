"""Words that take back what an answer said, and words that refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SAID = r"(?:answers?|forms?|values?|numbers?|results?|figures|above)"
_IT = r"(?:it|this|that|them|these|those)"
_ALL_OF_IT = rf"(?:of )?(?:(?:the )?above|my answers?|{_IT})"
_FALSE = r"(?:\w+ ){0,2}?(?:wrong|false|incorrect|nonsense|made up|invented|(?:a )?guess(?:es|ed|ing)?)\b"
_TRUE = r"(?:\w+ ){0,2}?(?:true|right|correct|verified)\b"
_END = r"(?=\s*(?:[.!;,)]|$))"
_IGNORE = (
    r"\b(?:ignore|disregard|forget|discard|(?:do not|don['’]t) (?:use|trust|rely on))\s+"
    r"(?:(?:all(?: of)?|everything|what I (?:said|wrote))\s+)?"
)
_INVENTED = r"\bI (?:have |just )?(?:made|invented|guessed)"

_RETRACTIONS = (
    # Please disregard this answer. Do not use these values. Forget it.
    rf"{_IGNORE}(?:(?:the|my|{_IT}) (?:(?:above|previous|earlier|whole) )?{_SAID}\b|above\b|{_IT}{_END})",
    # All of the above is wrong. None of this is true. My answer was only a guess.
    rf"\b(?:all|everything|most) {_ALL_OF_IT} {_FALSE}",
    rf"\b(?:none|nothing|not one) {_ALL_OF_IT} {_TRUE}",
    rf"\b(?:the|my|{_IT}) (?:(?:above|whole) )?{_SAID} (?:is|are|was|were) {_FALSE}",
    # I made it all up. I take that back. Scratch that.
    rf"{_INVENTED} (?:{_IT}|everything|all(?: of {_IT})?)(?: all)?(?: up)?{_END}",
    rf"\bI take (?:everything|(?:all of )?{_IT}) back\b",
    r"\bscratch that\b",
    r"\bthe opposite is (?:true|the case|correct)\b",
)
_RETRACTION = re.compile("|".join(_RETRACTIONS), re.IGNORECASE)
_REFUSAL = re.compile(
    r"\bsorry\b|\bI (?:cannot|can['’]?t|could(?: not|n['’]t)|(?:was|am) (?:not able|unable)|failed to"
    r"|(?:do|did)(?: not|n['’]t) (?:know|find))\b|\bI['’]m (?:unable|not able|afraid)\b",
    re.IGNORECASE,
)


def retractions(text: str) -> Iterator[re.Match[str]]:
    """Yield the words with which a text takes back what it said."""
    return _RETRACTION.finditer(text)


def find_refusal(text: str) -> str | None:
    """Return the words with which somebody refuses, or says that nothing was found; None if nobody does."""
    match = _REFUSAL.search(text)
    return match[0] if match else None
