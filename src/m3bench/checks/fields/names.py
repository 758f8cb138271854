"""Comparing names, codes and phrases in common spellings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

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
_LEGAL_FORM = re.compile(
    r"(?<=\w)[,]?(?<!\bgroup)(?<!\btype)(?<!\bclass)(?<!\bgrade)(?<!\bvitamin)\s+"
    r"(?:Inc|Incorporated|Corp|Corporation|Ltd|Limited|LLC|L\.L\.C|PLC|plc|Pty\.? Ltd|GmbH(?: & Co\.? KG)?"
    r"|AG|KG|SE|Oyj?|AB|ASA?|A/S|ApS|SAS|S\.A\.S|SARL|S\.A\.R\.L|S\.?A|SpA|S\.p\.A|Srl|S\.r\.l|BV|B\.V|NV|N\.V|Kft|Zrt"
    r"|OÜ|UAB|KK|K\.K|d\.o\.o|s\.r\.o|a\.s|sp\. z o\.o)\.?$"
)
_PARENTHESIS_AT_END = re.compile(r"\s*[(\[](?P<remark>[^()\[\]]*)[)\]]\s*$")
_PARENTHESIS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*")


def same_name(found: object, expected: str) -> bool:
    """Return whether a value is exactly this name. A remark in parentheses is ignored unless it doubts it."""
    if not _is_short(found):
        return False
    text = str(found)
    if _equal(text, expected):
        return True
    if _same_company(text, expected):
        return True
    last = _PARENTHESIS_AT_END.search(text)
    if last is not None and not doubts(last["remark"]) and _equal(text[: last.start()], expected):
        return True
    remarks = _PARENTHESIS.findall(text)
    return not any(map(doubts, remarks)) and _equal(_PARENTHESIS.sub(" ", text), expected)


def _same_company(found: str, expected: str) -> bool:
    """Return whether a name is that of a company without its legal form; with another, it is another."""
    base = without_legal_form(expected)
    return base != expected and _equal(found, base)


def _is_short(found: object) -> bool:
    """Return whether a value is a text or a number that may be a name or code."""
    is_plain = isinstance(found, str | int | float) and not isinstance(found, bool)
    return is_plain and len(str(found)) <= _LONGEST_NAME


def _equal(found: str, expected: str) -> bool:
    said, wanted = _words(found), _words(expected)
    if not said or not wanted:
        return found.strip() == expected.strip()
    said, wanted = _without_inner_the(said), _without_inner_the(wanted)
    if len(said) == len(wanted) and all(alike(one, other) for one, other in zip(said, wanted, strict=True)):
        return True
    one, other = "".join(said), "".join(wanted)
    ends_in_letter = (said[-1] == "s") != (wanted[-1] == "s")  # size S is no plural
    same = one == other if ends_in_letter else alike(one, other)
    return same and any(char.isalpha() for char in other)


def _words(text: str) -> list[str]:
    """Return the words without a leading article; & and + count as words."""
    plain = [word.text for word in words(re.sub(r"[&+]", " and ", text))]
    return plain[1:] if len(plain) > 1 and plain[0] in _ARTICLES else plain


def without_legal_form(name: str) -> str:
    """Return the name of a company without `Ltd`, `GmbH` and the like at its end."""
    return _LEGAL_FORM.sub("", name) or name


def _without_inner_the(plain: list[str]) -> list[str]:
    """Return the words without `the` before another word: `a` may be a letter, as in vitamin A."""
    return [word for at, word in enumerate(plain) if word != "the" or at == len(plain) - 1]


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
    if not _is_subsequence(filter(str.isdigit, said), filter(str.isdigit, wanted)):
        return False
    common = sum(any(alike(word, other) for other in said) for word in wanted)
    return 2 * common / (len(said) + len(wanted)) >= _LEAST_OVERLAP


def _is_subsequence(part: Iterable[str], whole: Iterable[str]) -> bool:
    """Return whether all numbers of a part occur in the whole, in this order."""
    rest = iter(whole)
    return all(number in rest for number in part)


def _content(text: str) -> list[str]:
    return [word.text for word in words(text) if word.text not in _STOPS]
