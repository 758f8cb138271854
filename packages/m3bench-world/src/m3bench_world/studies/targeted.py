"""Trials that ask for a biomarker: invented from the seed, with absolute dates.

Each drug of a biomarker has lanes. In a lane, one trial follows the other, so that one of them is
always open. Their numbers lie above those of the clinic's trials.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from functools import cached_property

import msgspec

from m3bench_world.clinic import CITIES, FACILITIES, SPONSORS, Site, Trial
from m3bench_world.genome import Biomarker, biomarkers
from m3bench_world.world import World

_LANES = 3
_DRUGS = 8
_TURNS = 64
_FIRST_NUMBER = 9_000_000
_PRIME = 262_147
"""A prime above 128 rows × 8 drugs × 3 lanes × 64 turns, for a reversible scatter of numbers."""
_FIRST_DAY = date(2008, 1, 1)
_OLDEST = 7 * 365
_AHEAD = 200
_NCT = re.compile(r"NCT([0-9]{8})", re.IGNORECASE | re.ASCII)
_TITLES = (
    "{drug} in {condition} With {marker}: A Randomised Trial",
    "Efficacy and Safety of {drug} in People With {marker} {condition}",
    "{drug} With or Without Standard Therapy in {marker} {condition}",
)
_GENOTYPE_TITLES = (
    "Genotype-Guided {drug} Dosing in {condition}: A Pharmacogenetic Trial of {marker}",
    "Pharmacogenetic Testing for {marker} Before {drug} in {condition}",
    "{marker} and {drug} in {condition}: A Genotype-Guided Study",
)


class Slot(msgspec.Struct, frozen=True):
    """The place of a trial: row of the biomarkers, drug of the row, lane and turn."""

    row: int
    drug: int
    lane: int
    turn: int

    @property
    def code(self) -> int:
        return ((self.row * _DRUGS + self.drug) * _LANES + self.lane) * _TURNS + self.turn


class TargetedTrials:
    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self._today = world.now.date()
        self._factor = world.chance.whole(1_009, _PRIME - 2, "targeted trials") | 1
        self._shift = world.chance.whole(0, _PRIME - 1, "targeted shift")

    @cached_property
    def all(self) -> list[tuple[Trial, Biomarker]]:
        """Return every trial with its biomarker."""
        return self.of(lambda _: True)

    def of(self, fits: Callable[[Biomarker], bool]) -> list[tuple[Trial, Biomarker]]:
        """Return the trials of the biomarkers that fit."""
        return [
            (self._trial(marker, Slot(row, drug, lane, turn)), marker)
            for row, marker in enumerate(biomarkers())
            if fits(marker)
            for drug in range(len(marker.drugs))
            for lane in range(_LANES)
            for turn in self._turns(row, drug, lane)
        ]

    def get(self, nct_id: str) -> tuple[Trial, Biomarker] | None:
        match = _NCT.fullmatch(nct_id.strip())
        if match is None or not 0 <= int(match[1]) - _FIRST_NUMBER < _PRIME:
            return None
        scattered = int(match[1]) - _FIRST_NUMBER - self._shift
        code, turn = divmod(scattered * pow(self._factor, -1, _PRIME) % _PRIME, _TURNS)
        row, rest = divmod(code, _DRUGS * _LANES)
        drug, lane = divmod(rest, _LANES)
        if row >= len(biomarkers()) or drug >= len(biomarkers()[row].drugs):
            return None
        if turn not in self._turns(row, drug, lane):
            return None
        return self._trial(biomarkers()[row], Slot(row, drug, lane, turn)), biomarkers()[row]

    def _lane(self, row: int, drug: int, lane: int) -> tuple[date, int]:
        name = ("lane", biomarkers()[row].name, biomarkers()[row].condition, drug, lane)
        period = self._chance.whole(900, 1_500, *name, "period")
        return _FIRST_DAY + timedelta(days=self._chance.whole(0, period, *name, "first")), period

    def _turns(self, row: int, drug: int, lane: int) -> range:
        first, period = self._lane(row, drug, lane)
        passed = (self._today - first).days
        oldest, newest = (passed - _OLDEST) // period + 1, (passed + _AHEAD) // period
        return range(max(0, oldest), min(newest, _TURNS - 1) + 1)

    def _number(self, slot: Slot) -> str:
        return f"NCT{_FIRST_NUMBER + (slot.code * self._factor + self._shift) % _PRIME:08d}"

    def _trial(self, marker: Biomarker, slot: Slot) -> Trial:
        chance = self._chance
        name = ("targeted", marker.name, marker.condition, slot.drug, slot.lane, slot.turn)
        drug = marker.drugs[slot.drug]
        genotype = marker.kind == "genotype"
        title = chance.pick(_GENOTYPE_TITLES if genotype else _TITLES, *name, "title")
        status, start, end = self._course(slot, name)
        enrollment = 10 * chance.whole(4, 90, *name, "enrollment")
        return Trial(
            nct_id=self._number(slot),
            title=title.format(drug=drug, condition=_capitals(marker.condition), marker=marker.name),
            status=status,
            phase=self._phase(slot.lane, name, genotype=genotype),
            study_type="INTERVENTIONAL",
            conditions=(marker.condition,),
            interventions=(f"Drug: {drug}", f"Diagnostic Test: {_capital(marker.assay)}"),
            sponsor=chance.pick(SPONSORS, *name, "sponsor"),
            enrollment=enrollment,
            start=start.isoformat(),
            completion=end.isoformat(),
            summary=_summary(marker, drug, enrollment),
            sex="ALL",
            minimum_age=chance.pick((12, 18, 18, 18), *name, "youngest"),
            maximum_age=chance.pick((75, 80, 85, 99), *name, "oldest"),
            sites=self._sites(name),
        )

    def _phase(self, lane: int, name: tuple[object, ...], *, genotype: bool) -> str:
        if lane < 2:
            return (("PHASE4", "PHASE3") if genotype else ("PHASE3", "PHASE2"))[lane]
        return self._chance.pick(("PHASE1", "PHASE1/PHASE2", "PHASE2/PHASE3"), *name, "phase")

    def _course(self, slot: Slot, name: tuple[object, ...]) -> tuple[str, date, date]:
        first, period = self._lane(slot.row, slot.drug, slot.lane)
        start = first + timedelta(days=slot.turn * period)
        passed = (self._today - start).days / period
        stopped = slot.lane == 2 and self._chance.happens(0.3, *name, "stopped")
        end = start + timedelta(days=int(period * (0.6 if stopped else 1.4)))
        if passed < 0:
            return "NOT_YET_RECRUITING", start, end
        if stopped and passed >= 0.6:
            return "TERMINATED", start, end
        if passed < 1:
            return "RECRUITING", start, end
        return ("ACTIVE_NOT_RECRUITING" if passed < 1.4 else "COMPLETED"), start, end

    def _sites(self, name: tuple[object, ...]) -> tuple[Site, ...]:
        chance = self._chance
        number = chance.whole(3, 7, *name, "sites")
        chosen = dict.fromkeys(chance.pick(CITIES, *name, "city", index) for index in range(number))
        return tuple(
            Site(
                facility=chance.pick(FACILITIES, "facility", city, *name).format(city=city),
                city=city,
                state=state,
                country=country,
            )
            for city, state, country in chosen
        )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _capitals(text: str) -> str:
    return " ".join(word if word == "of" else _capital(word) for word in text.split())


def _summary(marker: Biomarker, drug: str, enrollment: int) -> str:
    asked = "guides the dose of" if marker.kind == "genotype" else "predicts the response to"
    words = "genotype-guided (pharmacogenetic) " if marker.kind == "genotype" else ""
    return (
        f"This {words}study asks whether {marker.name} ({marker.gene}) {asked} {drug.lower()} in people with "
        f"{marker.condition}. It plans for {enrollment} participants, who are tested by {marker.assay} first."
    )
