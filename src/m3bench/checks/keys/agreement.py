"""What code says about an answer and a key."""

from __future__ import annotations

import re
from typing import NamedTuple

from m3bench.checks.reading import claims_name, evades_more, is_null, only_bounds, phrase


class Agreement(NamedTuple):
    """Whether an answer agrees with a key, and why."""

    agrees: bool | None
    """None: code cannot decide."""
    reason: str


_REFUSAL = re.compile(
    r"\b(?:i(?:['’]m| am)? (?:sorry|unable|not able)|i (?:can(?:no|['’])?t|can not|could(?: not|n['’]t)"
    r"|do(?: not|n['’]t) (?:know|have)|was (?:unable|not able)|did(?: not|n['’]t) find|failed)"
    r"|(?:it|this|that) (?:cannot|can['’]t|could not|is not possible|is impossible)"
    r"|unable to|not able to|no (?:answer|information|data|result)s?\b"
    r"|could(?: not|n['’]t) be (?:found|determined)"
    r"|(?:was|were|is|are) not (?:found|available)|insufficient (?:information|data))",
    re.IGNORECASE,
)
_HEARSAY = re.compile(
    r"\b(?:nearly|almost|not quite|close to|before|after|presumably|supposedly|apparently|assum\w+|suppos\w+"
    r"|(?:was|were|is|are) (?:once )?(?:thought|believed|said|expected|estimated)|earlier i)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(r"(?:final answer|the answer|answer|result)(?: is)?\s*[:=]?\s*", re.IGNORECASE)
_STAND_IN = "Keyvalue"
_MARKED = re.compile(
    r"^\W*(?:the )?(?:final )?answer(?: is)?\s*(?:[:=]|\bis\b)\s*(?P<said>\S.*)$", re.IGNORECASE
)
_MARKUP = re.compile(r"[*`_#]{1,3}|^\s*>\s?|</?\w+>", re.MULTILINE)


def refuses(answer: str) -> bool:
    """Return whether an answer gives none: it says that there is none, or that it cannot be given."""
    return is_null(answer) or _REFUSAL.search(answer) is not None


def is_claimed(value: str, text: str) -> bool:
    """Return whether a text claims a value: not negated, doubted, an alternative, or in a list of others."""
    return claims_name(value.replace("|", " "), text, (value,))


def is_stated(figures: str, text: str) -> bool:
    """Return the same for a number or a date, as it stands in the text: in lists, figures look like marks."""
    return is_claimed(_STAND_IN, text.replace(figures, f" {_STAND_IN} "))


def is_qualified(text: str, request: str) -> bool:
    """Return whether a text limits what it says, and the question does not: by a bound, an if, a guess."""
    bounds = only_bounds(text) and not only_bounds(request)
    hearsay = [match[0] for match in _HEARSAY.finditer(text) if phrase(match[0]) not in phrase(request)]
    return bounds or bool(hearsay) or evades_more(text, request)


def final_statement(answer: str) -> str:
    """Return the last line that is marked as the answer, without the mark; else the whole answer."""
    plain = without_markup(answer)
    marked = [match["said"] for line in plain.splitlines() if (match := _MARKED.match(line))]
    return (marked[-1] if marked else plain).strip()


def without_markup(answer: str) -> str:
    """Return the text without emphasis, code marks, quotes and tags."""
    return _MARKUP.sub("", answer).strip()


def without_lead(text: str) -> str:
    """Return a statement without words that only announce it, and without a final full stop."""
    return _LEAD.sub("", text, count=1).strip().rstrip(".").strip() if _LEAD.match(text) else text.rstrip(".")
