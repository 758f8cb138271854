"""Matching and ranking of papers for a query."""

from __future__ import annotations

import re
from datetime import date

import msgspec

from m3bench_world.papers.draws import words
from m3bench_world.papers.query import All, Dates, Node, Some, Term, Without, terms_of
from m3bench_world.papers.shelf import Record
from m3bench_world.papers.subjects import stems, vocabulary
from m3bench_world.papers.types import Subject

COMMON_WORDS = frozenset(words("common"))


class Reading(msgspec.Struct, frozen=True):
    """A paper prepared for matching: its stems, separated by spaces."""

    record: Record
    title: str
    abstract: str


def prepare(record: Record) -> Reading:
    return Reading(record, _joined(record.draft.title), _joined(record.draft.abstract))


def _joined(text: str) -> str:
    return f" {' '.join(stems(text))} "


class Matcher:
    """A prepared query, with the words and subjects of each term."""

    def __init__(self, query: Node) -> None:
        self._query = query
        self._terms = terms_of(query)
        self._words = {term: stems(term.text) for term in self._terms}
        self.subjects = self._subjects()

    def _subjects(self) -> list[Subject]:
        named = [
            subject
            for term in self._terms
            if term.field in ("all", "title", "abstract")
            for subject in vocabulary().find(term.text)
        ]
        return list({subject.number: subject for subject in named}.values())

    @property
    def authors(self) -> list[str]:
        return [term.text for term in self._terms if term.field == "author"]

    @property
    def until(self) -> date | None:
        """Return the last day that the query itself asks for, if any."""
        parts = self._query.parts if isinstance(self._query, All) else (self._query,)
        return next((part.until for part in parts if isinstance(part, Dates)), None)

    @property
    def categories(self) -> list[str]:
        return [term.text for term in self._terms if term.field == "category"]

    def accepts(self, reading: Reading) -> bool:
        return self._holds(self._query, reading)

    def _holds(self, node: Node, reading: Reading) -> bool:
        if isinstance(node, All):
            return all(self._holds(part, reading) for part in node.parts)
        if isinstance(node, Some):
            return any(self._holds(part, reading) for part in node.parts)
        if isinstance(node, Without):
            return not self._holds(node.part, reading)
        if isinstance(node, Dates):
            return node.since <= reading.record.published <= node.until
        return self._meets(node, reading)

    def _meets(self, term: Term, reading: Reading) -> bool:
        if term.field not in ("all", "title", "abstract"):
            return _meets_field(term, reading.record)
        text = _text(term.field, reading)
        term_words = self._words.get(term) or stems(term.text)
        if f" {' '.join(term_words)} " in text:
            return True
        named = vocabulary().find(term.text)
        if term.quoted:
            return term.field == "all" and reading.record.subject in named and len(term_words) <= 4
        if named:
            return any(_names(subject, text, reading) for subject in named)
        return bool(term_words) and all(
            f" {word} " in text for word in term_words if word not in COMMON_WORDS
        )

    def score(self, reading: Reading) -> float:
        """Score a paper: higher for title matches, whole phrases, and more of the query's words."""
        total = 0.0
        for term, term_words in self._words.items():
            phrase = f" {' '.join(term_words)} "
            total += 6 * (phrase in reading.title) + 3 * (phrase in reading.abstract)
            key_words = [word for word in term_words if word not in COMMON_WORDS] or list(term_words)
            for word in key_words:
                found = 2 * (f" {word} " in reading.title) + (f" {word} " in reading.abstract)
                total += found * 3 / len(key_words)
            if term.field == "title" and phrase == reading.title:
                total += 10
        return round(total, 6)


def _text(field: str, reading: Reading) -> str:
    if field == "title":
        return reading.title
    return reading.abstract if field == "abstract" else f"{reading.title}.{reading.abstract}"


def _names(subject: Subject, text: str, reading: Reading) -> bool:
    if subject.number in (reading.record.subject.number, reading.record.partner.number):
        return True
    return f" {' '.join(stems(subject.name))} " in text


def _meets_field(term: Term, record: Record) -> bool:
    if term.field == "author":
        wanted = set(stems(term.text.replace("_", " ")))
        return bool(wanted) and any(wanted <= set(stems(author)) for author in record.authors)
    if term.field == "category":
        return any(same_category(term.text, category) for category in record.categories)
    if term.field == "journal":
        return term.text.casefold() in record.journal.casefold()
    if term.field == "year":
        years = [int(year) for year in re.findall(r"\b\d{4}\b", term.text, re.ASCII)]
        return bool(years) and years[0] <= record.published.year <= years[-1]
    bare = term.text.casefold()
    return bare in (record.native.casefold(), record.native.split("v")[0].casefold(), record.doi.casefold())


def same_category(wanted: str, category: str) -> bool:
    """Return whether a category matches: `cs.CV` exactly, `cs.*` and `cs` by prefix."""
    head = wanted.casefold().removesuffix("*").removesuffix(".")
    return category.casefold() == head or category.casefold().startswith(head + ".")
