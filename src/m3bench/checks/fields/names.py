"""Comparing names, codes and phrases in common spellings."""

from __future__ import annotations

import re
import unicodedata

from m3bench.checks.reading import alike, doubts, evades_more, folded, words

_LONGEST_NAME = 300
_LONGEST_TEXT = 1_500
_ARTICLES = frozenset(("the", "a", "an"))
_LABELS = frozenset(
    (
        "isbn",
        "isbn10",
        "isbn13",
        "ean",
        "upc",
        "id",
        "no",
        "nr",
        "number",
        "code",
        "arxiv",
        "doi",
        "pmid",
        "icd",
        "icd10",
    )
)
_STOPS = frozenset(
    "a an and are as at be by for from in is it its of on or that the this to was were which with".split()  # noqa: SIM905
)
_NEGATIONS = frozenset(
    ("not", "no", "never", "without", "neither", "nor", "isnt", "arent", "wasnt", "cannot", "false")
)
_LEAST_OVERLAP = 0.75
_PARENTHESIS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*")


def same_name(found: object, expected: str) -> bool:
    """Return whether a value is exactly this name. A remark in parentheses is ignored unless it doubts it."""
    if not _is_short(found):
        return False
    text = str(found)
    if _equal(text, expected):
        return True
    remarks = _PARENTHESIS.findall(text)
    return not any(map(doubts, remarks)) and _equal(_PARENTHESIS.sub(" ", text), expected)


def _is_short(found: object) -> bool:
    """Return whether a value is a text or a number that may be a name or code."""
    is_plain = isinstance(found, str | int | float) and not isinstance(found, bool)
    return is_plain and len(str(found)) <= _LONGEST_NAME


def _equal(found: str, expected: str) -> bool:
    said, wanted = _words(found), _words(expected)
    if not said or not wanted:
        return found.strip() == expected.strip()
    if len(said) == len(wanted) and all(alike(one, other) for one, other in zip(said, wanted, strict=True)):
        return True
    return alike("".join(said), "".join(wanted)) and any(char.isalpha() for char in "".join(wanted))


def _words(text: str) -> list[str]:
    """Return the words without a leading article; & and + count as words."""
    plain = [word.text for word in words(re.sub(r"[&+]", " and ", text))]
    return plain[1:] if len(plain) > 1 and plain[0] in _ARTICLES else plain


def same_code(found: object, expected: str) -> bool:
    """Return whether a value is this identifier, with or without hyphens, spaces and a label."""
    if not _is_short(found):
        return False
    if isinstance(found, float) and found.is_integer():
        found = int(found)
    text = str(found).strip()
    forms = {_code(text)}
    label, _, rest = re.sub(r"[:#]", " ", text).strip().partition(" ")
    if folded(label) in _LABELS:
        forms.add(_code(rest))
    return _code(expected) in forms


def _code(text: str) -> str:
    """Normalize a code: no case, spaces and hyphens; points stay, as 1.2.3 is not 12.3."""
    return re.sub(r"[\s_‐-―−-]+", "", unicodedata.normalize("NFKC", text).casefold()).rstrip(".")


def same_text(found: object, expected: str) -> bool:
    """Return whether two phrases mean the same: most words in common, few others, the same negations."""
    if not isinstance(found, str) or len(found) > _LONGEST_TEXT:
        return False
    if same_name(found, expected):
        return True
    if evades_more(found, expected):
        return False
    said, wanted = _content(found), _content(expected)
    if not said or not wanted or _NEGATIONS.intersection(said) != _NEGATIONS.intersection(wanted):
        return False
    common = sum(any(alike(word, other) for other in said) for word in wanted)
    return 2 * common / (len(said) + len(wanted)) >= _LEAST_OVERLAP


def _content(text: str) -> list[str]:
    return [word.text for word in words(text) if word.text not in _STOPS]
