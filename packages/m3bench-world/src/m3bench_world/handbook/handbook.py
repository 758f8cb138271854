"""The knowledge base: articles of several companies, and a search over them."""

from __future__ import annotations

import math
import re
from datetime import date, timedelta
from functools import cached_property

import msgspec

from m3bench.core import normalize
from m3bench_world.handbook.articles import Article, Section, Template, Version, as_fact, templates
from m3bench_world.world import World

_AIRLINES = ("Skylark Air", "Meridian Wings", "Corvus Airways", "Blue Heron Air")
_TELECOMS = ("Brook Mobile", "Lantern Telecom", "Signalhouse", "Peak Wireless")
_INSURERS = ("Oakshield", "Harbour Mutual", "Stonebridge Insurance", "Fairlea Insurance")
_WORD = re.compile(r"[a-z0-9]+")
_IGNORED = frozenset((
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from",
    "how", "i", "if", "in", "is", "it", "may", "me", "my", "of", "on", "or", "our",
    "the", "to", "up", "we", "what", "when", "who", "within", "you", "your",
))  # fmt: skip
_FIRST_NUMBER = 101
_IN_TITLE, _IN_HEADING = 3.0, 2.0


class Hit(msgspec.Struct, frozen=True):
    """A section that fits a search."""

    article: Article
    version: Version
    section: Section
    score: float


class Handbook:
    """The articles and their facts. The shop is the company of `World.office`."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self.today = world.now.date()
        self.companies = {
            "shop": world.office.company,
            "airline": self._chance.pick(_AIRLINES, "handbook", "airline"),
            "telecom": self._chance.pick(_TELECOMS, "handbook", "telecom"),
            "insurer": self._chance.pick(_INSURERS, "handbook", "insurer"),
        }
        """The company of each sector."""

    @cached_property
    def articles(self) -> dict[str, Article]:
        """All articles by id."""
        drawn = list(enumerate(templates(), _FIRST_NUMBER))
        ids = {(each.sector, each.topic): f"KB-{number}" for number, each in drawn}
        return {
            f"KB-{number}": Article(
                f"KB-{number}",
                self.companies[each.sector],
                each.topic,
                each.title,
                tuple(ids[each.sector, topic] for topic in each.links),
                self._versions(each),
            )
            for number, each in drawn
        }

    def find(self, sector: str, topic: str) -> Article:
        """Return the article of a sector, such as `airline`, about a topic, such as `baggage`."""
        company = self.companies[sector]
        return next(
            article
            for article in self.articles.values()
            if (article.company, article.topic) == (company, topic)
        )

    def search(self, query: str, *, company: str | None = None, topic: str | None = None) -> list[Hit]:
        """Return the sections of all versions that have words of a query, best first."""
        wanted = set(words(query))
        hits = [
            Hit(article, version, section, score)
            for article in self.articles.values()
            if company in (None, article.company) and topic in (None, article.topic)
            for version in article.versions
            for section in version.sections
            if (score := self._score(wanted, article, section)) > 0
        ]
        return sorted(
            hits, key=lambda hit: (-hit.score, hit.article.id, -hit.version.number, hit.section.heading)
        )

    def _score(self, wanted: set[str], article: Article, section: Section) -> float:
        places = (
            (_IN_TITLE, words(f"{article.title} {article.topic} {article.company}")),
            (_IN_HEADING, words(section.heading)),
            (1.0, words(section.text)),
        )
        return sum(
            weight * self._rarity.get(word, 0.0)
            for weight, found in places
            for word in sorted(wanted & set(found))
        )

    @cached_property
    def _rarity(self) -> dict[str, float]:
        """How much a word tells: those of few sections tell more."""
        counts: dict[str, int] = {}
        total = 0
        for article in self.articles.values():
            for section in article.versions[-1].sections:
                total += 1
                text = f"{article.title} {article.topic} {article.company} {section.heading} {section.text}"
                for word in set(words(text)):
                    counts[word] = counts.get(word, 0) + 1
        return {word: math.log(1 + total / count) for word, count in counts.items()}

    def _versions(self, template: Template) -> tuple[Version, ...]:
        """Draw the current version, up to two older ones, and sometimes one that is planned."""
        name = (template.sector, template.topic)
        older = self._chance.whole(1, 2, "handbook", "older", *name)
        planned = self._chance.happens(0.25, "handbook", "planned", *name)
        starts = [self.today - timedelta(days=self._chance.whole(20, 300, "handbook", "start", *name))]
        for index in range(older):
            days = self._chance.whole(200, 500, "handbook", "before", *name, index)
            starts.insert(0, starts[0] - timedelta(days=days))
        if planned:
            days = self._chance.whole(15, 60, "handbook", "planned day", *name)
            starts.append(self.today + timedelta(days=days))
        chosen: dict[str, str] = {}
        found = []
        for index, start in enumerate(starts):
            chosen = self._choice(template, chosen, index)
            end = starts[index + 1] - timedelta(days=1) if index + 1 < len(starts) else None
            found.append(_version(template, index + 1, (start, end), chosen))
        return tuple(found)

    def _choice(self, template: Template, before: dict[str, str], place: int) -> dict[str, str]:
        """Draw the facts of a version. Half of them differ from the version before, and at least one."""
        slots = template.slots
        name = (template.sector, template.topic, place)
        certain = self._chance.pick(tuple(slots), "handbook", "changed", *name)
        found = {}
        for slot, choices in slots.items():
            if before and slot != certain and self._chance.happens(0.5, "handbook", "kept", *name, slot):
                found[slot] = before[slot]
                continue
            others = [choice for choice in choices if choice != before.get(slot)]
            found[slot] = self._chance.pick(others, "handbook", "fact", *name, slot)
        return found


def _version(
    template: Template, number: int, days: tuple[date, date | None], chosen: dict[str, str]
) -> Version:
    facts = {name: as_fact(value) for name, value in chosen.items()}
    return Version(number, *days, template.filled(chosen), facts)


def words(text: str) -> list[str]:
    """Return the words of a text without those that tell nothing; plurals as singulars."""
    found = _WORD.findall(normalize(text))
    return [
        word[:-1] if len(word) > 3 and word.endswith("s") else word for word in found if word not in _IGNORED
    ]
