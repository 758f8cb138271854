"""The clinic: diagnoses, trials, health topics and handbooks."""

from __future__ import annotations

from functools import cached_property

from m3bench.core import near_misses, normalize
from m3bench_world.clinic.bookshelf import (
    Bookshelf,
    condition_names,
    conditions,
    in_medical_words,
    known_condition,
)
from m3bench_world.clinic.codes import Codebook, dotted
from m3bench_world.clinic.entities import Chapter, Condition, Diagnosis, Topic, Trial
from m3bench_world.clinic.topics import find_topics, near_topics, topics
from m3bench_world.clinic.trials import STATUSES, Registry
from m3bench_world.world import World

_SEVENTH = {"A": "initial encounter", "D": "subsequent encounter", "S": "sequela"}


class Clinic:
    """Medical reference data."""

    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def codes(self) -> Codebook:
        """The ICD-10-CM."""
        return Codebook()

    def diagnosis(self, code: str) -> Diagnosis | None:
        """Return a diagnosis by code, with or without its dot."""
        place = self.codes.place(code)
        return None if place is None else self.codes.at(place)

    def with_seventh(self, code: str) -> tuple[Diagnosis, str] | None:
        """Strip the seventh character (A, D or S) of an injury code and return its meaning."""
        full = dotted(code)
        if full is None or len(full) < 8 or full[0] not in "ST" or full[-1] not in _SEVENTH:
            return None
        base = self.diagnosis(full[:-1].rstrip("X").rstrip("."))
        return (base, _SEVENTH[full[-1]]) if base else None

    def diagnoses(self, description: str, limit: int) -> list[Diagnosis]:
        """Return diagnoses by words; an everyday name gives its code first."""
        condition = known_condition(description)
        first = self.diagnosis(condition.code) if condition else None
        found = [first] if first else []
        searched = self.codes.search(description, limit)
        searched = searched or self.codes.search(in_medical_words(description), limit)
        found += [diagnosis for diagnosis in searched if diagnosis != first]
        return found[:limit]

    def near_codes(self, code: str) -> list[str]:
        """Return codes with the longest common prefix with an unknown code."""
        bare = normalize(code).upper().replace(" ", "")[:8]
        full = dotted(code) or bare
        for length in range(len(full), 0, -1):
            if near := self.codes.beginning(full[:length].rstrip("."), 5):
                return near
        return []

    def near_conditions(self, text: str) -> list[str]:
        return near_misses(text, [*(condition.name for condition in conditions()), *condition_names()])

    def conditions(self) -> tuple[Condition, ...]:
        """Return about 160 diseases under everyday names."""
        return conditions()

    def condition(self, text: str) -> Condition | None:
        """Return the disease that a text names: an everyday name, or the best matching diagnosis."""
        if known := known_condition(text):
            return known
        found = self.diagnosis(text)
        searched = [found] if found else self.codes.search(in_medical_words(text), 1)
        return _as_condition(searched[0]) if searched else None

    @cached_property
    def _registry(self) -> Registry:
        return Registry(self._world)

    def trials(self, condition: Condition, status: str = "all") -> list[Trial]:
        """Return trials of a condition. `status` is a key of `STATUSES`, or "all"."""
        place = self.codes.place(condition.code)
        if place is None:
            return []
        trials = self._registry.of(condition, place)
        return [trial for trial in trials if status == "all" or trial.status in STATUSES[status]]

    def trial(self, nct_id: str) -> Trial | None:
        """Return the trial with a number such as NCT04812345."""
        origin = self._registry.origin(nct_id)
        if origin is None or origin[0] >= len(self.codes):
            return None
        diagnosis = self.codes.at(origin[0])
        return self._registry.trial(self._condition_of(diagnosis), *origin)

    def topics(self, language: str = "en") -> list[Topic]:
        return topics(language)

    def find_topics(self, text: str, language: str = "en", limit: int = 3) -> list[Topic]:
        return find_topics(text, language, limit)

    def near_topics(self, text: str, language: str = "en") -> list[str]:
        return near_topics(text, language)

    @cached_property
    def _bookshelf(self) -> Bookshelf:
        return Bookshelf(self._world)

    def chapters(self, query: str, limit: int = 10) -> list[Chapter]:
        """Return handbook chapters on the subjects of the query."""
        return self._bookshelf.search(query, limit)

    def chapter(self, number: str) -> Chapter | None:
        """Return the chapter with an id such as NBK430123."""
        return self._bookshelf.chapter(number)

    def near_chapters(self, query: str) -> list[str]:
        return near_misses(query, self._bookshelf.subjects)

    def _condition_of(self, diagnosis: Diagnosis) -> Condition:
        """Return the condition of a code. It is unique, so that a number always gives the same trial."""
        known = (condition for condition in conditions() if condition.code == diagnosis.code)
        return next(known, _as_condition(diagnosis))


def _as_condition(diagnosis: Diagnosis) -> Condition:
    name = diagnosis.title.removesuffix(", unspecified").removesuffix(", not elsewhere classified")
    return Condition(name=name, code=diagnosis.code)
