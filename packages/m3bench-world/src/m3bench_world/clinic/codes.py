"""The ICD-10-CM: codes with their hierarchy, and text search."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property

import msgspec

from m3bench.core import normalize
from m3bench_world import data
from m3bench_world.clinic.entities import Diagnosis

MOST_WORDS = 10
_CODE = re.compile(r"[A-Z]\d[0-9A-Z](?:\.?[0-9A-Z]{1,4})?")
_SMALL_WORDS = frozenset(
    (
        "the",
        "a",
        "an",
        "of",
        "in",
        "to",
        "with",
        "and",
        "or",
        "for",
        "by",
        "due",
        "on",
        "at",
        "from",
        "as",
        "is",
    )
)
_CATEGORY_LENGTH = 3
_SHORT = 3
_SIGNS = "()[],;:/-.'\""


class CodeColumns(msgspec.Struct):
    code: list[str]
    title: list[str]
    section: list[int]


class SectionColumns(msgspec.Struct):
    id: list[str]
    title: list[str]
    chapter: list[str]


class Codebook:
    """All 46,881 codes, in order."""

    def __init__(self) -> None:
        self._columns = data.load("icd", CodeColumns)
        self._sections = data.load("icd_sections", SectionColumns)

    def __len__(self) -> int:
        return len(self._columns.code)

    def at(self, place: int) -> Diagnosis:
        columns = self._columns
        section = columns.section[place]
        following = columns.code[place + 1] if place + 1 < len(columns.code) else ""
        return Diagnosis(
            code=columns.code[place],
            title=columns.title[place],
            section=f"{self._sections.id[section]}: {self._sections.title[section]}",
            chapter=self._sections.chapter[section],
            is_leaf=not _below(following, columns.code[place]),
        )

    def place(self, text: str) -> int | None:
        """Return the position of a code, with or without its dot."""
        code = dotted(text)
        if code is None:
            return None
        place = bisect_left(self._columns.code, code)
        return place if place < len(self) and self._columns.code[place] == code else None

    def parent(self, code: str) -> str | None:
        """Return the parent code, if there is one."""
        for length in range(len(code) - 1, _CATEGORY_LENGTH - 1, -1):
            shorter = code[:length].rstrip(".")
            if shorter != code and self.place(shorter) is not None:
                return shorter
        return None

    def children(self, code: str) -> list[str]:
        """Return the child codes."""
        place = self.place(code)
        if place is None:
            return []
        below: list[str] = []
        for other in self._columns.code[place + 1 :]:
            if not _below(other, code):
                break
            if not any(_below(other, child) for child in below[-1:]):
                below.append(other)
        return below

    def beginning(self, prefix: str, limit: int) -> list[str]:
        """Return the first codes with this prefix; parents come before children."""
        place = bisect_left(self._columns.code, prefix)
        codes = self._columns.code[place : place + limit]
        return [code for code in codes if code.startswith(prefix)]

    def titled(self, code: str) -> str:
        place = self.place(code)
        return "" if place is None else self._columns.title[place]

    def search(self, text: str, limit: int) -> list[Diagnosis]:
        """Return diagnoses whose titles contain the words of the text, the most general and most literal
        first. If no title contains all of them, return those with at least two thirds."""
        wanted = [word for word in dict.fromkeys(_words(text)) if word not in _SMALL_WORDS][:MOST_WORDS]
        if not wanted:
            return []
        best = self._having_all(wanted) or self._having_most(wanted)
        best.sort(key=lambda place: self._rank(place, wanted))
        return [self.at(place) for place in best[:limit]]

    def _having_all(self, wanted: list[str]) -> list[int]:
        needles = sorted(map(_needle, wanted), key=len, reverse=True)
        titles = self._plain_titles
        places = [index for index, title in enumerate(titles) if needles[0] in title]
        return [place for place in places if all(needle in titles[place] for needle in needles[1:])]

    def _having_most(self, wanted: list[str]) -> list[int]:
        hits: dict[int, int] = {}
        for needle in map(_needle, wanted):
            for index, title in enumerate(self._plain_titles):
                if needle in title:
                    hits[index] = hits.get(index, 0) + 1
        most = max(hits.values(), default=0)
        if most * 3 < len(wanted) * 2:
            return []
        return [place for place, count in hits.items() if count == most]

    def _rank(self, place: int, wanted: list[str]) -> tuple[int, int, int, str]:
        words = _words(self._plain_titles[place])
        whole = sum(word in words for word in wanted)
        leading = bool(words) and words[0] in wanted
        code = self._columns.code[place]
        return -whole, len(words) - 2 * leading, len(code), code

    @cached_property
    def _plain_titles(self) -> list[str]:
        """Return titles in lower case, with spaces around them and instead of punctuation."""
        joined = " \n ".join(self._columns.title).lower()
        for sign in _SIGNS:
            joined = joined.replace(sign, " ")
        return f" {joined} ".split("\n")


def dotted(text: str) -> str | None:
    """Return a code as the table writes it, or None if it cannot be one."""
    bare = normalize(text).upper().replace(".", "").replace(" ", "").replace("-", "")
    if _CODE.fullmatch(bare) is None:
        return None
    return bare if len(bare) == _CATEGORY_LENGTH else f"{bare[:3]}.{bare[3:]}"


def _below(code: str, other: str) -> bool:
    return len(code) > len(other) and code.startswith(other)


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", normalize(text) if not text.isascii() else text.lower())


def _needle(word: str) -> str:
    """Return a prefix that matches plural and adjective too; short words must match exactly."""
    if len(word) <= _SHORT:
        return f" {word} "
    return f" {word[:-1] if word.endswith(('s', 'y')) else word}"
