"""Values in a text that may serve as arguments: quotations, names, numbers, dates, codes, URLs, files."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

_QUOTED = re.compile(
    r"\"([^\"\n]{1,200})\"|“([^”\n]{1,200})”|«([^»\n]{1,200})»|(?<!\w)'([^'\n]{2,200})'(?!\w)"
)
_URL = re.compile(r"https?://[^\s\"'<>)\]]+[^\s\"'<>)\].,;:!?]")
_FILE = re.compile(
    r"(?<![\w/.-])[\w./-]*\w\.(?:png|jpe?g|webp|gif|bmp|tiff?|pdf|xlsx?|pptx?|csv|json|txt|md|mp3|wav|mp4|dcm)\b",
    re.IGNORECASE,
)
_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z?)?\b")
_CODE = re.compile(
    r"\b(?=[\w-]*\d)(?:[A-Z]{1,5}[\w.-]*\d[\w.-]*|\d[\d-]{6,}[\dX])\b|\b[A-Z]{2,6}-[A-Z]{2,6}\b"
)
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\w.]*\w)")
_NAME = re.compile(r"[A-Z][\w'’.-]*\w(?:,? [A-Z][\w'’.-]*\w)*")
_ACRONYMS = re.compile(r"^(?:[A-Z\d.-]+(?:,? |$))+")
_SENTENCE = re.compile(r"(?:^|[.?!:;]\s+|\n\s*)$")
_BREAK = re.compile(
    r"(?<=[.?!;:])\s+(?:Then\s+)?|\n+|,?\s+(?:and\s+)?then\s+"
    r"|,\s+(?:and\s+)?(?=[a-z])|\s+and\s+(?=[a-z]{3,})"
)
_PARENTHESIS = re.compile(r"\([^()\n]*\)")
_MAX_DIGITS = 20
_MIN_WORDS = 2
_MAX_CLAUSES = 12


class Clues(msgspec.Struct, frozen=True):
    """The values of each kind, in order of appearance."""

    text: str
    quoted: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    numbers: tuple[int | float, ...] = ()
    dates: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def words(self) -> frozenset[str]:
        return content_words(self.text)


def read_clues(text: str) -> Clues:
    """Extract the clues of a text. Each part of the text belongs to one kind only."""
    clues: dict[str, tuple[str, ...]] = {}
    rest = text
    patterns = {"quoted": _QUOTED, "urls": _URL, "files": _FILE, "dates": _DATE, "codes": _CODE}
    for kind, pattern in patterns.items():
        hits = [next(filter(None, match.groups()), match[0]) for match in pattern.finditer(rest)]
        clues[kind] = tuple(dict.fromkeys(hits))
        rest = pattern.sub(lambda match: " " * len(match[0]), rest)
    figures = [match[0] for match in _NUMBER.finditer(rest) if len(match[0]) <= _MAX_DIGITS]
    return Clues(text, names=_names(rest), numbers=tuple(map(_number, figures)), **clues)


def clauses(text: str) -> list[str]:
    """Split a request into parts that may each need a tool. Quotations and parentheses stay whole."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[0])
        return f"\0{len(kept) - 1}\0"

    def restored(part: str) -> str:
        # Later placeholders may contain earlier ones.
        for index in reversed(range(len(kept))):
            part = part.replace(f"\0{index}\0", kept[index])
        return part.strip()

    protected = _PARENTHESIS.sub(keep, _QUOTED.sub(keep, text.replace("\0", " ")))
    whole = map(restored, _BREAK.split(protected))
    return [part for part in whole if len(content_words(part)) >= _MIN_WORDS][:_MAX_CLAUSES]


def content_words(text: str) -> frozenset[str]:
    """Return the words of a text in lower case, without stop words."""
    return frozenset(re.findall(r"[^\W_]{3,}", text.casefold())) - _STOP


def _names(text: str) -> tuple[str, ...]:
    """Find runs of capitalised words. The first word of a sentence does not count."""
    names: list[str] = []
    for match in _NAME.finditer(text):
        name = match[0]
        if _SENTENCE.search(text[: match.start()]):
            first, _, rest = name.partition(" ")
            name = rest if rest or first.casefold() in _STOP or not text.isascii() else ""
        name = _ACRONYMS.sub("", name)
        if name:
            names.append(name)
    return tuple(dict.fromkeys(names))


def _number(text: str) -> int | float:
    plain = text.replace(",", "")
    return float(plain) if "." in plain else int(plain)


def best_line(lines: Sequence[str], wanted: str) -> str | None:
    """Return the line, such as ``runtime: 90``, whose name shares most words with `wanted`.

    Among equals, lines with a digit come first.
    """
    words = content_words(wanted)

    def fitness(line: str) -> tuple[int, bool]:
        name, colon, value = line.partition(": ")
        shared = len(words & content_words(name.replace("_", " ")))
        return shared, bool(colon) and any(letter.isdigit() for letter in value)

    return max(lines, key=fitness, default=None)


_STOP = frozenset((
    "about", "and", "any", "are", "ask", "both", "but", "can", "did", "does", "every", "find", "for", "from",
    "get", "give", "has", "have", "how", "into", "its", "like", "look", "make", "many", "much", "need", "now",
    "please", "said", "same", "save", "say", "says", "search", "see", "she", "show", "some", "tell", "than",
    "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "two", "use", "was",
    "were", "what", "when", "where", "which", "who", "why", "will", "with", "would", "you", "your",
))  # fmt: skip
