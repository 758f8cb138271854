"""Search and lookup of papers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import chain, islice

from m3bench_world.papers.draws import Draws
from m3bench_world.papers.fulltext import FullText, write_full_text
from m3bench_world.papers.genetics import GENETICS
from m3bench_world.papers.ids import FIRST_MONTH, HOMES, Key
from m3bench_world.papers.matching import Matcher, prepare, same_category
from m3bench_world.papers.pdf import draw_pdf
from m3bench_world.papers.query import parse
from m3bench_world.papers.shelf import GROUPS, Record, Shelf
from m3bench_world.papers.subjects import stems, vocabulary
from m3bench_world.papers.types import Paper, Subject
from m3bench_world.world import World

GATHERING = ("semantic", "scholar", "crossref")
"""Archives that list the papers of all others."""
ARCHIVES = HOMES + GATHERING
SORTS = ("relevance", "published", "updated", "citations")
MOST_SUBJECTS = 6
MOST_CANDIDATES = 600
ENOUGH = 200
"""Maximum candidates for a query without a subject; older months are then skipped."""


class Papers:
    """Invented papers of eight archives, about real subjects."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self.shelf = Shelf(world.chance, world.now.date())

    def search(
        self,
        archive: str,
        query: str,
        limit: int,
        since: date | None = None,
        until: date | None = None,
        *,
        sort: str = "relevance",
        ascending: bool = False,
        fits: Callable[[Paper], bool] | None = None,
        genes_only: bool = False,
    ) -> list[Paper]:
        """Return papers that match the query, best first.

        Raises `InvalidQuery` if it cannot be parsed. `sort` is one of `SORTS`; `fits` is a further
        condition. `genes_only` searches only papers whose subject is a gene or a variant.
        """
        exact = self.paper(query.strip(), archive)
        if exact:
            return [exact]
        matcher = Matcher(parse(query))
        found = []
        if genes_only:
            matcher.subjects = [subject for subject in matcher.subjects if subject.topic == GENETICS.key]
        for key in self._candidates(archive, matcher, since, until):
            reading = prepare(self.shelf.record(key))
            day = reading.record.published
            if (since and day < since) or (until and day > until) or not matcher.accepts(reading):
                continue
            found.append((matcher.score(reading), reading.record))
        ordered = _sort(found, sort, ascending=ascending)
        papers = (self._as_listed(record, archive) for record in ordered)
        return list(islice((paper for paper in papers if fits is None or fits(paper)), limit))

    def paper(self, identifier: str, archive: str | None = None) -> Paper | None:
        """Return the paper with an identifier: an archive's own, a DOI, or one of an aggregator."""
        record = self.record(identifier)
        if record is None or (archive in HOMES and record.key.home != archive):
            return None
        return self._as_listed(record, archive or record.key.home)

    def record(self, identifier: str) -> Record | None:
        """Return the full record of a paper, including its study."""
        if len(identifier) > 200:
            return None
        key = self.shelf.ids.key(identifier)
        if key is None or not self.shelf.exists(key):
            return None
        record = self.shelf.record(key)
        return record if _is_exact(identifier, record) else None

    def full_text(self, record: Record) -> FullText:
        key = record.key
        draws = Draws(self._chance, "full text", key.home, key.month, key.code)
        return write_full_text(record, self.references(record), draws)

    def pdf(self, record: Record) -> bytes:
        """Return the paper as a PDF, with reproducible bytes."""
        return draw_pdf(record, self.full_text(record))

    def references(self, record: Record, number: int = 10) -> list[Paper]:
        """Return earlier papers on the same subject and its partner, which can be looked up."""
        keys = chain(
            self._earlier(record, record.subject, number - number // 3),
            self._earlier(record, record.partner, number // 3),
        )
        return [self._as_listed(self.shelf.record(key), key.home) for key in keys]

    def _earlier(self, record: Record, subject: Subject, number: int) -> list[Key]:
        keys = (
            key
            for home in self.shelf.homes(subject)
            for key in self.shelf.keys(home, subject)
            if key.month < record.key.month
        )
        return list(islice(keys, number))

    def near_subjects(self, query: str, limit: int = 5) -> list[str]:
        """Return suggestions: subjects in the query, or names similar to its words."""
        known = [subject.name for subject in vocabulary().find(query[:300])]
        return known[:limit] or vocabulary().near(query[:80], limit)

    def near_ids(self, archive: str, identifier: str, limit: int = 3) -> list[str]:
        """Return papers of the month of an unknown identifier, nearest numbers first."""
        named = self.shelf.ids.month(identifier[:200])
        if named is None or (archive in HOMES and named[0] != archive):
            return []
        ids = [self.shelf.record(near).native for near in self._month(*named)]
        wanted = _digits(identifier)
        return sorted(ids, key=lambda each: (abs(_digits(each) - wanted), each))[:limit]

    def _month(self, home: str, month: int) -> list[Key]:
        keys = (Key(home, month, subject.number, 0) for subject in vocabulary().subjects)
        return list(islice((key for key in keys if self.shelf.exists(key)), 60))

    def _candidates(
        self, archive: str, matcher: Matcher, since: date | None, until: date | None
    ) -> list[Key]:
        homes = HOMES if archive in GATHERING else (archive,)
        subjects = matcher.subjects[:MOST_SUBJECTS]
        if not subjects and matcher.authors:
            subjects = self._subjects_of_author(matcher.authors[0])
        if not subjects and matcher.categories:
            return self._of_category(homes, matcher.categories[0], matcher.until or until)
        each = [self.shelf.keys(home, subject, since) for subject in subjects for home in homes]
        share = MOST_CANDIDATES // max(1, len(each))
        return [key for keys in each for key in islice(keys, share)]

    def _subjects_of_author(self, name: str) -> list[Subject]:
        wanted = set(stems(name.replace("_", " ")))
        subjects = []
        for topic, members in vocabulary().by_topic.items():
            for group in range(GROUPS):
                if any(wanted <= set(stems(person)) for person in self.shelf.circle(topic, group)):
                    subjects += [subject for subject in members if subject.number % GROUPS == group]
        return subjects[:40]

    def _of_category(self, homes: tuple[str, ...], category: str, until: date | None) -> list[Key]:
        """Return the newest papers of a category, by whole months."""
        known = vocabulary()
        topics = [
            topic
            for topic in known.topics.values()
            if any(same_category(category, each) for each in topic.categories)
        ]
        last = min(until or self.shelf.today, self.shelf.today)
        keys: list[Key] = []
        for month in range(last.year * 12 + last.month - 1, FIRST_MONTH["arxiv"] - 1, -1):
            keys += [
                key
                for topic in topics
                for home in homes
                if home in topic.rates
                for subject in known.by_topic[topic.key]
                if self.shelf.exists(key := Key(home, month, subject.number, 0))
            ]
            if len(keys) > ENOUGH or len(topics) == 0:
                break
        return keys[:MOST_CANDIDATES]

    def _as_listed(self, record: Record, archive: str) -> Paper:
        identifier = {
            "semantic": self.shelf.ids.sealed(record.key),
            "scholar": f"gs_{self.shelf.ids.sealed(record.key)}",
            "crossref": record.doi,
        }.get(archive, record.native)
        return Paper(
            id=identifier,
            archive=archive,
            title=record.draft.title,
            authors=record.authors,
            abstract=record.draft.abstract,
            published=record.published,
            updated=record.updated,
            doi=record.doi,
            journal=record.journal,
            url=_url(archive, identifier),
            pdf_url=_pdf_url(record),
            categories=record.categories,
            citations=record.citations,
            open_access=record.open_access,
            home=record.key.home,
            home_id=record.native,
            keywords=(record.subject.name, *record.subject.aliases, record.partner.name),
        )


def _sort(found: list[tuple[float, Record]], sort: str, *, ascending: bool) -> list[Record]:
    def rank(pair: tuple[float, Record]) -> tuple[float, ...]:
        score, record = pair
        day, code = record.published.toordinal(), record.key.code
        first = {"published": day, "updated": record.updated.toordinal(), "citations": record.citations}.get(
            sort, score
        )
        return (first, score, day, code)

    return [record for _, record in sorted(found, key=rank, reverse=not ascending)]


def _is_exact(identifier: str, record: Record) -> bool:
    """Return whether an identifier is exact, including the day or the version."""
    home = record.key.home
    if home == "arxiv":
        _, marker, version = identifier.lower().removesuffix(".pdf").rpartition("v")
        return not (marker and version.isdecimal()) or 1 <= int(version) <= record.version
    return home not in ("biorxiv", "medrxiv") or "10.1101/" not in identifier or record.native in identifier


def _digits(text: str) -> int:
    return int(
        "".join(letter for letter in text.split("v", maxsplit=1)[0] if letter in "0123456789")[:30] or 0
    )


def _url(archive: str, identifier: str) -> str:
    base = {
        "arxiv": "https://arxiv.org/abs/",
        "pubmed": "https://pubmed.ncbi.nlm.nih.gov/",
        "biorxiv": "https://www.biorxiv.org/content/",
        "medrxiv": "https://www.medrxiv.org/content/",
        "iacr": "https://eprint.iacr.org/",
        "semantic": "https://www.semanticscholar.org/paper/",
        "scholar": "https://scholar.google.com/scholar?cluster=",
        "crossref": "https://doi.org/",
    }[archive]
    return base + identifier.removeprefix("gs_")


def _pdf_url(record: Record) -> str:
    if not record.open_access:
        return ""
    return {
        "arxiv": f"https://arxiv.org/pdf/{record.native}",
        "pubmed": f"https://pmc.ncbi.nlm.nih.gov/articles/pmid/{record.native}/pdf/",
        "biorxiv": f"https://www.biorxiv.org/content/{record.native}v1.full.pdf",
        "medrxiv": f"https://www.medrxiv.org/content/{record.native}v1.full.pdf",
        "iacr": f"https://eprint.iacr.org/{record.native}.pdf",
    }[record.key.home]
