"""The papers: which exist, and their content, generated on demand from the seed."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

import msgspec

from m3bench_world.authors import person
from m3bench_world.chance import Chance
from m3bench_world.data import written
from m3bench_world.papers.draws import Draws
from m3bench_world.papers.genetics import GENETICS, gene_slots
from m3bench_world.papers.ids import FIRST_MONTH, HOMES, Ids, Key
from m3bench_world.papers.study import Study, draw_study, families
from m3bench_world.papers.subjects import vocabulary
from m3bench_world.papers.types import Subject, Topic
from m3bench_world.papers.writing import Draft, write_draft

GROUPS = 6
PEOPLE = 16
_FIELD_NAMES = written("papers", "field_names", dict[str, str])
_TITLES_OF_JOURNALS = (
    "Archives of {}", "Open {}", "Reports in {}", "Nordic Journal of {}", "{} Letters",
    "Advances in {} Practice",
    "International Review of {}", "Annals of Practical {}",
)  # fmt: skip


class Record(msgspec.Struct, frozen=True):
    """A paper in its own archive."""

    key: Key
    native: str
    doi: str
    subject: Subject
    partner: Subject
    family: str
    study: Study
    draft: Draft
    authors: tuple[str, ...]
    published: date
    updated: date
    version: int
    journal: str
    categories: tuple[str, ...]
    citations: int
    open_access: bool


class Shelf:
    def __init__(self, chance: Chance, today: date) -> None:
        self._chance = chance
        self.today = today
        self.ids = Ids(chance)
        self.record = lru_cache(maxsize=2_000)(self._record)
        self.circle = lru_cache(maxsize=400)(self._circle)

    def exists(self, key: Key) -> bool:
        subject = vocabulary().numbered(key.subject)
        if subject is None or key.month < FIRST_MONTH[key.home]:
            return False
        rate = vocabulary().topic_of(subject).rates.get(key.home, 0.0)
        return self._drawn(key, rate) and self.published(key) <= self.today

    def _drawn(self, key: Key, rate: float) -> bool:
        portion = (2 / 3, 1 / 3)[key.turn]
        return self._chance.happens(rate * portion, "paper", key.home, key.month, key.code)

    def published(self, key: Key) -> date:
        year, month = divmod(key.month, 12)
        last = calendar.monthrange(year, month + 1)[1]
        return date(year, month + 1, self._chance.whole(1, last, "day", key.home, key.month, key.code))

    def keys(self, home: str, subject: Subject, since: date | None = None) -> Iterator[Key]:
        """Return the papers of a subject in an archive, newest months first."""
        rate = vocabulary().topic_of(subject).rates.get(home, 0.0)
        now = self.today.year * 12 + self.today.month - 1
        first = max(FIRST_MONTH[home], since.year * 12 + since.month - 1 if since else 0)
        if rate == 0.0:
            return
        for month in range(now, first - 1, -1):
            for turn in (0, 1):
                key = Key(home, month, subject.number, turn)
                if self._drawn(key, rate) and (month < now or self.published(key) <= self.today):
                    yield key

    def homes(self, subject: Subject) -> list[str]:
        rates = vocabulary().topic_of(subject).rates
        return [home for home in HOMES if rates.get(home)]

    def _record(self, key: Key) -> Record:
        subject = vocabulary().numbered(key.subject)
        assert subject is not None
        topic = vocabulary().topic_of(subject)
        draws = Draws(self._chance, "text", key.home, key.month, key.code)
        slots: dict[str, str] = {}
        if topic is GENETICS:
            disease, slots = gene_slots(self._chance, subject, draws)
            partner = vocabulary().find(disease)[0]
        else:
            partner = self._partner(subject, topic, draws)
        family = families()[topic.family]
        published = self.published(key)
        study = draw_study(family, draws, published.year)
        draft = write_draft(subject, partner, family, study, draws, further=slots)
        version = self._version(key, draws)
        updated = min(published + timedelta(days=(version - 1) * draws.whole(9, 90)), self.today)
        native = self.ids.native(key, published, version)
        age = (self.today - published).days / 365
        return Record(
            key=key,
            native=native,
            doi=self.ids.doi(key, native),
            subject=subject,
            partner=partner,
            family=topic.family,
            study=study,
            draft=draft,
            authors=self._authors(subject, draws),
            published=published,
            updated=updated,
            version=version,
            journal=self._journal(key, subject, draws),
            categories=self._categories(topic, partner, draws),
            citations=int(age * 9 * draws.share() ** 3 / (1.02 - draws.share())),
            open_access=key.home != "pubmed" or draws.share() < 0.45,
        )

    def _partner(self, subject: Subject, topic: Topic, draws: Draws) -> Subject:
        pool = vocabulary().by_topic[draws.pick(topic.partners)]
        partner = draws.pick(pool)
        return partner if partner.number != subject.number else pool[(pool.index(partner) + 1) % len(pool)]

    def _version(self, key: Key, draws: Draws) -> int:
        newest = self.today.year * 12 + self.today.month - 1
        chance_of_more = draws.share()
        if key.home != "arxiv" or key.month >= newest - 1:
            return 1
        return 1 if chance_of_more < 0.7 else 2 if chance_of_more < 0.93 else 3

    def _circle(self, topic: str, group: int) -> list[str]:
        """Return the authors of a sixth of a topic's subjects."""
        return list(
            dict.fromkeys(person(self._chance, "paper", topic, group, number) for number in range(PEOPLE))
        )

    def _authors(self, subject: Subject, draws: Draws) -> tuple[str, ...]:
        circle = self.circle(subject.topic, subject.number % GROUPS)
        return tuple(draws.several(circle, 1 + int(7 * draws.share() ** 1.3)))

    def _journal(self, key: Key, subject: Subject, draws: Draws) -> str:
        pattern = draws.pick(_TITLES_OF_JOURNALS)
        if key.home != "pubmed":
            return {"biorxiv": "bioRxiv", "medrxiv": "medRxiv", "iacr": "Cryptology ePrint Archive"}.get(
                key.home, ""
            )
        return pattern.format(_FIELD_NAMES.get(subject.topic, subject.topic.capitalize()))

    def _categories(self, topic: Topic, partner: Subject, draws: Draws) -> tuple[str, ...]:
        primary = draws.pick(topic.categories)
        other = draws.pick(vocabulary().topics[partner.topic].categories)
        return (primary,) if other == primary or draws.share() < 0.5 else (primary, other)
