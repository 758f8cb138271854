"""Invented clinical trials, seeded per condition, with reversible numbers."""

from __future__ import annotations

import re
from datetime import date, timedelta
from importlib.resources import files

import msgspec

from m3bench_world.clinic.entities import Condition, Site, Trial
from m3bench_world.data import written
from m3bench_world.pharmacy import Drug
from m3bench_world.world import World


class _Places(msgspec.Struct, frozen=True):
    cities: tuple[tuple[str, str, str], ...]
    facilities: tuple[str, ...]
    sponsors: tuple[str, ...]


_PLACES = msgspec.json.decode((files("m3bench_world.clinic") / "places.json").read_bytes(), type=_Places)
CITIES = _PLACES.cities
"""City, state or province, country."""
FACILITIES = _PLACES.facilities
SPONSORS = _PLACES.sponsors


MOST_TRIALS = 40
"""Maximum trials of one condition."""
FEWEST_DRUGS = 3
"""If fewer drugs name the condition, drugs of the classes usual for its chapter are tested too."""
_SLOTS = 64
"""Numbers reserved for each condition; not all are used."""
_FIRST_NUMBER = 3_200_000
_PRIME = 3_000_409
"""A prime above 46,881 codes × 64 slots, for a reversible scatter of numbers."""
_NCT = re.compile(r"NCT([0-9]{8})", re.IGNORECASE)

STATUSES = {
    "recruiting": ("RECRUITING",),
    "completed": ("COMPLETED",),
    "active": ("ACTIVE_NOT_RECRUITING",),
    "not_recruiting": ("NOT_YET_RECRUITING", "SUSPENDED", "TERMINATED", "WITHDRAWN"),
}
_WEIGHTED: tuple[str, ...] = ("RECRUITING",) * 6 + ("COMPLETED",) * 7 + ("ACTIVE_NOT_RECRUITING",) * 3
_WEIGHTED += ("NOT_YET_RECRUITING", "NOT_YET_RECRUITING", "TERMINATED", "WITHDRAWN", "SUSPENDED")
_ENDED = ("COMPLETED", "TERMINATED", "WITHDRAWN")
OTHER_TREATMENTS = written("clinic", "other_treatments", tuple[str, ...])
_DRUG_DESIGNS = (
    ("{treatment} in Adults With {condition}: A Randomised, Placebo-Controlled Trial", ("PHASE2", "PHASE3")),
    ("Safety and Efficacy of {treatment} for {condition}", ("PHASE2", "PHASE2/PHASE3", "PHASE3")),
    ("{treatment} Compared With Usual Care in {condition}", ("PHASE3", "PHASE4")),
    ("Long-Term Outcomes of {treatment} in People With {condition}", ("PHASE3", "PHASE4")),
    ("A Dose-Finding Study of {treatment} in {condition}", ("EARLY_PHASE1", "PHASE1", "PHASE1/PHASE2")),
    ("{treatment} Added to Standard Therapy for {condition}: An Open-Label Study", ("PHASE2", "PHASE4")),
)
_OTHER_DESIGNS = (
    ("{treatment} for People With {condition}: A Randomised Trial", ("NA",)),
    ("{treatment} Compared With Usual Care in {condition}", ("NA",)),
    ("Feasibility of {treatment} in {condition}", ("NA",)),
)
_OBSERVED_DESIGNS = (
    ("A Registry of People Living With {condition}", ("NA",)),
    ("Natural History of {condition}: A Prospective Cohort", ("NA",)),
    ("Quality of Life and Daily Function in {condition}", ("NA",)),
)
_CLASSES_BY_CHAPTER = written("clinic", "classes_by_chapter", dict[str, tuple[str, ...]])
"""Drug classes that a trial may test if few drugs name the condition."""
_ELSEWHERE = ("analgesic", "nsaid", "opioid")


class Registry:
    """Trials by condition and by number."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._factor = world.chance.whole(1_000_003, _PRIME - 2, "trial numbers") | 1
        self._shift = world.chance.whole(0, _PRIME - 1, "trial shift")

    def count(self, code: str) -> int:
        """Return the number of trials of a condition."""
        return self._world.chance.whole(12, MOST_TRIALS, "trials", code)

    def of(self, condition: Condition, place: int) -> list[Trial]:
        """Return all trials of the condition whose code is at `place` of the codebook."""
        treatments = self._treatments(condition)
        return [self._trial(condition, place, slot, treatments) for slot in range(self.count(condition.code))]

    def origin(self, nct_id: str) -> tuple[int, int] | None:
        """Decode a number into the place in the codebook and the slot."""
        match = _NCT.fullmatch(nct_id.strip())
        if match is None:
            return None
        scattered = int(match[1]) - _FIRST_NUMBER
        if not 0 <= scattered < _PRIME:
            return None
        return divmod((scattered - self._shift) * pow(self._factor, -1, _PRIME) % _PRIME, _SLOTS)

    def trial(self, condition: Condition, place: int, slot: int) -> Trial | None:
        if slot >= self.count(condition.code):
            return None
        return self._trial(condition, place, slot, self._treatments(condition))

    def _number(self, place: int, slot: int) -> str:
        scattered = ((place * _SLOTS + slot) * self._factor + self._shift) % _PRIME
        return f"NCT{_FIRST_NUMBER + scattered:08d}"

    def _treatments(self, condition: Condition) -> list[Drug]:
        pharmacy = self._world.pharmacy
        names = (condition.name, *condition.synonyms)
        fitting = {drug.name: drug for name in names for drug in pharmacy.treating(name)}
        if len(fitting) < FEWEST_DRUGS:
            keys = _CLASSES_BY_CHAPTER.get(condition.code[0], _ELSEWHERE)
            fitting |= {drug.name: drug for drug in pharmacy.of_class(*keys)}
        return list(fitting.values())

    def _trial(self, condition: Condition, place: int, slot: int, drugs: list[Drug]) -> Trial:
        chance = self._world.chance
        name = ("trial", condition.code, slot)
        observed = chance.happens(0.15, *name, "observed")
        intervention = self._intervention(drugs, name)
        treatment = intervention.split(": ", 1)[1]
        designs = _DRUG_DESIGNS if intervention.startswith("Drug") else _OTHER_DESIGNS
        title, phases = chance.pick(_OBSERVED_DESIGNS if observed else designs, *name, "title")
        status, start, end = self._course(name)
        enrollment = 0 if status == "WITHDRAWN" else 10 * chance.whole(2, 90, *name, "enrollment")
        return Trial(
            nct_id=self._number(place, slot),
            title=title.format(treatment=_capitals(treatment), condition=_capitals(condition.name)),
            status=status,
            phase=chance.pick(phases, *name, "phase"),
            study_type="OBSERVATIONAL" if observed else "INTERVENTIONAL",
            conditions=(condition.name,),
            interventions=() if observed else (intervention,),
            sponsor=chance.pick(SPONSORS, *name, "sponsor"),
            enrollment=enrollment,
            start=start.isoformat(),
            completion=end.isoformat(),
            summary=_summary(condition.name, treatment, enrollment, observed=observed),
            sex="ALL",
            minimum_age=chance.pick((12, 18, 18, 18, 40), *name, "youngest"),
            maximum_age=chance.pick((65, 75, 80, 85, 99), *name, "oldest"),
            sites=self._sites(name),
        )

    def _intervention(self, drugs: list[Drug], name: tuple[object, ...]) -> str:
        if self._world.chance.happens(0.3, *name, "no drug"):
            return self._world.chance.pick(OTHER_TREATMENTS, *name, "other")
        return f"Drug: {self._world.chance.pick(drugs, *name, 'drug').name}"

    def _course(self, name: tuple[object, ...]) -> tuple[str, date, date]:
        """Return a status, and dates consistent with it and with the clock."""
        chance = self._world.chance
        today = self._world.now.date()
        status = chance.pick(_WEIGHTED, *name, "status")
        length = chance.whole(240, 1500, *name, "length")
        if status in _ENDED:
            end = today - timedelta(days=chance.whole(20, 2600, *name, "since"))
            return status, end - timedelta(days=length), end
        if status == "NOT_YET_RECRUITING":
            start = today + timedelta(days=chance.whole(10, 200, *name, "until"))
            return status, start, start + timedelta(days=length)
        start = today - timedelta(days=int(length * chance.between(0.1, 0.9, *name, "passed")))
        return status, start, start + timedelta(days=length)

    def _sites(self, name: tuple[object, ...]) -> tuple[Site, ...]:
        chance = self._world.chance
        chosen = [
            chance.pick(CITIES, *name, "city", index) for index in range(chance.whole(1, 4, *name, "sites"))
        ]
        sites = []
        for city, state, country in dict.fromkeys(chosen):
            facility = chance.pick(FACILITIES, "facility", city, *name).format(city=city)
            sites.append(Site(facility=facility, city=city, state=state, country=country))
        return tuple(sites)


def _capitals(text: str) -> str:
    """Capitalize as in a title; words with capitals stay unchanged."""
    words = (word if word in ("and", "of", "with") else word[:1].upper() + word[1:] for word in text.split())
    return " ".join(words)


def _summary(condition: str, treatment: str, enrollment: int, *, observed: bool) -> str:
    disease = condition[:1].lower() + condition[1:] if condition[1:2].islower() else condition
    if observed:
        return (
            f"This study follows {enrollment} people with {disease} and records symptoms, treatments and "
            " quality of life. No treatment is assigned."
        )
    return (
        f"This study asks whether {treatment.lower()} improves the course of {disease}. It plans for "
        f"{enrollment} participants, who are seen at regular visits; the main outcome is a symptom score."
    )
