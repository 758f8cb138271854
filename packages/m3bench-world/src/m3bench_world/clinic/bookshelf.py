"""Conditions, and chapters of invented handbooks, several for each condition and common drug."""

from __future__ import annotations

from functools import cache, cached_property
from importlib.resources import files

from m3bench.core import normalize
from m3bench_world.clinic.entities import Chapter, Condition
from m3bench_world.data import written
from m3bench_world.world import World

_LAY_WORDS = {
    "cancer": "malignant neoplasm",
    "broken": "fracture",
    "tumor": "neoplasm",
    "kidney failure": "renal",
}


@cache
def conditions() -> tuple[Condition, ...]:
    """Read the table `conditions.tsv`: name, code, other names."""
    text = (files("m3bench_world.clinic") / "conditions.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return tuple(
        Condition(name=name, code=code, synonyms=tuple(other for other in others.split(",") if other))
        for name, code, others in rows
    )


@cache
def condition_names() -> dict[str, Condition]:
    """Map normalized names to conditions; a main name takes precedence over other names."""
    names = {_key(condition.name): condition for condition in conditions()}
    for condition in conditions():
        for synonym in condition.synonyms:
            names.setdefault(_key(synonym), condition)
    return names


def known_condition(text: str) -> Condition | None:
    """Return the condition that a text names or contains; the longest name wins."""
    key = _key(text)
    if found := condition_names().get(key):
        return found
    padded = f" {key} "
    inside = [name for name in condition_names() if len(name) > 3 and f" {name} " in padded]
    return condition_names()[max(inside, key=lambda name: (len(name), name))] if inside else None


def in_medical_words(text: str) -> str:
    """Replace everyday words by those of the classification."""
    words = normalize(text)
    for everyday, medical in _LAY_WORDS.items():
        words = words.replace(everyday, medical)
    return words


def _key(text: str) -> str:
    return " ".join(normalize(text).replace("'s ", " ").replace("'", "").replace("-", " ").split())


_FIRST_NUMBER = 430_000
_ASPECTS_OF_CONDITIONS = (
    ("{name}", "The Open Ward Handbook of Medicine"),
    ("{name}: Causes and Risk Factors", "Foundations of Disease"),
    ("Diagnosis of {name}", "Bedside Diagnosis, Step by Step"),
    ("Management of {name} in Primary Care", "Primary Care in Practice"),
    ("Nursing Care in {name}", "Principles of Nursing Care"),
    ("Patient Information: {name}", "Plain Words for Patients"),
)
_ASPECTS_OF_DRUGS = (
    ("{name}", "The Open Pharmacopoeia"),
    ("{name}: Use in Pregnancy and Breast-feeding", "Medicines for Mother and Child"),
    ("{name} and the Liver", "Medicines and the Liver"),
)
_FOCUS = (
    "an overview",
    "causes and risk factors",
    "signs, tests and criteria",
    "treatment and follow-up",
    "care at the bedside",
    "answers to common questions",
)
_PUBLISHERS = (
    "Elmwood University Press",
    "Open Ward Press",
    "Harrowfield Institute",
    "Quillan Medical Publishing",
)
_FIRST = written("clinic", "first", tuple[str, ...])
_LAST = written("clinic", "last", tuple[str, ...])


class Bookshelf:
    """Chapters by subject and number."""

    def __init__(self, world: World) -> None:
        self._world = world

    def search(self, query: str, limit: int) -> list[Chapter]:
        """Return chapters on the subjects that the query names, the closest subject first."""
        found: list[Chapter] = []
        for subject in self._named(query):
            found += self.chapters(subject)
            if len(found) >= limit:
                break
        return found[:limit]

    @cached_property
    def subjects(self) -> list[str]:
        """Return the subjects of chapters: conditions, then common drugs."""
        return [condition.name for condition in conditions()] + [
            drug.name for drug in self._world.pharmacy.common()
        ]

    def chapters(self, subject: str) -> list[Chapter]:
        place = self.subjects.index(subject)
        aspects = _ASPECTS_OF_CONDITIONS if place < len(conditions()) else _ASPECTS_OF_DRUGS
        return [self._chapter(subject, place, aspect) for aspect in range(len(aspects))]

    def chapter(self, number: str) -> Chapter | None:
        """Return the chapter with an id such as NBK430123."""
        digits = number.strip().upper().removeprefix("NBK")
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
            return None
        place, aspect = divmod(int(digits) - _FIRST_NUMBER, 8)
        if not 0 <= place < len(self.subjects):
            return None
        chapters = self.chapters(self.subjects[place])
        return chapters[aspect] if aspect < len(chapters) else None

    def _named(self, query: str) -> list[str]:
        wanted = normalize(query)
        words = [word for word in wanted.replace("-", " ").split() if len(word) > 2]
        if not words:
            return []
        scored: dict[str, float] = {}
        names = [(name, condition.name) for name, condition in condition_names().items()]
        names += [(normalize(drug.name), drug.name) for drug in self._world.pharmacy.common()]
        names += [
            (normalize(brand), drug.name) for drug in self._world.pharmacy.common() for brand in drug.brands
        ]
        for name, subject in names:
            parts = name.replace("-", " ").split()
            shared = sum(word in parts or word.rstrip("s") in parts for word in words)
            whole = f" {name} " in f" {wanted.replace('-', ' ')} "
            score = shared / max(len(parts), 1) + shared / len(words) + 2 * whole
            if whole or shared * 2 > len(words) or shared == len(parts):
                scored[subject] = max(scored.get(subject, 0), score)
        return sorted(scored, key=lambda subject: (-scored[subject], subject))[:40]

    def _chapter(self, subject: str, place: int, aspect: int) -> Chapter:
        of_condition = place < len(conditions())
        title, book = (_ASPECTS_OF_CONDITIONS if of_condition else _ASPECTS_OF_DRUGS)[aspect]
        chance = self._world.chance
        authors = dict.fromkeys(
            f"{chance.pick(_FIRST, 'chapter first', subject, aspect, index)} "
            f"{chance.pick(_LAST, 'chapter last', subject, aspect, index)}"
            for index in range(chance.whole(1, 3, "chapter authors", subject, aspect))
        )
        return Chapter(
            id=f"NBK{_FIRST_NUMBER + 8 * place + aspect}",
            title=title.format(name=subject),
            book=book,
            authors=tuple(authors),
            publisher=chance.pick(_PUBLISHERS, "book publisher", book),
            year=self._world.now.year - chance.whole(0, 6, "chapter year", subject, aspect),
            summary=self._about_condition(subject, aspect) if of_condition else self._about_drug(subject),
            subject=subject,
        )

    def _about_condition(self, name: str, aspect: int) -> str:
        code = next(condition.code for condition in conditions() if condition.name == name)
        drugs = ", ".join(drug.name for drug in self._world.pharmacy.treating(name, limit=4))
        treated = f" Medicines in use include {drugs}." if drugs else ""
        return f"The chapter gives {_FOCUS[aspect]} of {name.lower()} (ICD-10-CM {code}).{treated}"

    def _about_drug(self, name: str) -> str:
        drug = self._world.pharmacy.find(name)
        if drug is None:
            return name
        uses = ", ".join(drug.indications)
        return f"{name} is {drug.kind.with_article}. It {drug.kind.action}. Uses: {uses}."
