"""Safety reports of a drug, whose counts are those of the pharmacy.

Report `i` takes its reaction, seriousness, sex, age and year from the pharmacy's breakdowns, each in an
order of its own, so that every breakdown of the reports adds up to the pharmacy's.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from datetime import date
from itertools import accumulate
from math import gcd

from m3bench_world.pharmacy import AdverseEvents, Drug
from m3bench_world.regulator.entities import ReportCounts, SafetyReport
from m3bench_world.world import World

_PRIME = 895_000_031
"""A prime above 13,656 drugs × 65,536 reports, for a reversible scatter of numbers."""
_PER_DRUG = 65_536
_FIRST = 100_000_000
_OTHER = "All other reactions"
_RARE = ("Fall", "Anxiety", "Weight decreased", "Pyrexia", "Dyspnoea", "Arthralgia", "Cough", "Malaise")
_SERIOUS_OUTCOMES = (
    "Hospitalization",
    "Hospitalization",
    "Other serious",
    "Life threatening",
    "Disability",
    "Death",
)
_REPORTERS = ("Physician", "Pharmacist", "Consumer", "Nurse", "Other health professional")
_COUNTRIES = ("US", "US", "US", "GB", "CA", "DE", "FR", "JP", "BR", "AU")
_AGES = {
    "0-17 years": (0, 17),
    "18-44 years": (18, 44),
    "45-64 years": (45, 64),
    "65 years and over": (65, 94),
}


class DrugReports:
    """All reports of one drug."""

    def __init__(self, world: World, drug: Drug, number: int) -> None:
        self._world = world
        self._drug = drug
        self._number = number
        self._events: AdverseEvents = world.pharmacy.adverse_events(drug)
        self.total = self._events.total
        self._tables = {
            name: (list(table), list(accumulate(table.values())))
            for name, table in (
                ("reaction", self._events.reactions),
                ("serious", self._events.seriousness),
                ("sex", self._events.sex),
                ("age", self._events.age),
                ("year", self._events.years),
            )
        }
        self._orders = {name: self._order(name) for name in self._tables}

    def _order(self, name: str) -> tuple[int, int]:
        """Return factor and shift of a permutation of the reports."""
        total = max(self.total, 1)
        factor = self._world.chance.whole(1, total, "report order", self._drug.name, name)
        while gcd(factor, total) != 1:
            factor += 1
        return factor, self._world.chance.whole(0, total - 1, "report shift", self._drug.name, name)

    def _trait(self, name: str, index: int) -> str:
        names, ends = self._tables[name]
        factor, shift = self._orders[name]
        return names[bisect_right(ends, (index * factor + shift) % self.total)]

    def is_serious(self, index: int) -> bool:
        factor, shift = self._orders["serious"]
        return (index * factor + shift) % self.total < self._events.seriousness["Serious"]

    def counts(self, reaction: str = "", *, serious: bool | None = None) -> ReportCounts:
        """Count the reports with a main reaction (words of its name) and a seriousness."""
        found: dict[str, int] = {}
        heavy = 0
        for index in self._fitting(reaction, serious=serious):
            name = self._trait("reaction", index)
            found[name] = found.get(name, 0) + 1
            heavy += self.is_serious(index)
        ordered = dict(sorted(found.items(), key=lambda pair: (pair[0] == _OTHER, -pair[1], pair[0])))
        return ReportCounts(total=sum(found.values()), serious=heavy, reactions=ordered)

    def indices(self, reaction: str = "", *, serious: bool | None = None) -> list[int]:
        """Return the reports that fit, the newest first."""
        return sorted(self._fitting(reaction, serious=serious), key=lambda one: (-self._ordinal(one), one))

    def _fitting(self, reaction: str, *, serious: bool | None) -> Iterator[int]:
        wanted = reaction.casefold()
        names = {name for name in self._tables["reaction"][0] if wanted in name.casefold()}
        for index in range(self.total):
            if serious is not None and self.is_serious(index) != serious:
                continue
            if not wanted or self._trait("reaction", index) in names:
                yield index

    def report(self, index: int) -> SafetyReport:
        chance, drug = self._world.chance, self._drug
        name = ("report", drug.name, index)
        serious = self.is_serious(index)
        group = self._trait("age", index)
        low, high = _AGES.get(group, (0, 0))
        product = drug.products[0] if drug.products else None
        return SafetyReport(
            id=self._id(index),
            drug=drug.name,
            reactions=self._reactions(index),
            serious=serious,
            outcome=chance.pick(_SERIOUS_OUTCOMES, *name, "outcome") if serious else "Not serious",
            sex=self._trait("sex", index),
            age_group=group,
            age=chance.whole(low, high, *name, "age") if high else None,
            received=date.fromordinal(self._ordinal(index)),
            reporter=chance.pick(_REPORTERS, *name, "reporter"),
            country=chance.pick(_COUNTRIES, *name, "country"),
            dose=f"{chance.pick(product.strengths, *name, 'dose')} {product.form}"
            if product and product.strengths
            else "",
            indication=chance.pick(drug.indications, *name, "use") if drug.indications else "",
            other_drugs=self._others(name),
        )

    def _reactions(self, index: int) -> tuple[str, ...]:
        main = self._trait("reaction", index)
        name = ("report", self._drug.name, index, "reaction")
        if main == _OTHER:
            main = self._world.chance.pick(_RARE, *name)
        known = [one for one in self._tables["reaction"][0] if one not in (main, _OTHER)]
        second = self._world.chance.pick(known, *name, "second")
        return (main, second) if self._world.chance.happens(0.4, *name, "two") else (main,)

    def _others(self, name: tuple[object, ...]) -> tuple[str, ...]:
        shelf = self._world.pharmacy.common()
        chosen = (self._world.chance.pick(shelf, *name, "other", turn).name for turn in range(2))
        return tuple(
            one for one in chosen if self._world.chance.happens(0.45, *name, one) and one != self._drug.name
        )

    def _ordinal(self, index: int) -> int:
        """Return the day of receipt; one that has not come yet is taken from the year before."""
        names, ends = self._tables["year"]
        factor, shift = self._orders["year"]
        place = (index * factor + shift) % self.total
        year = bisect_right(ends, place)
        before = ends[year - 1] if year else 0
        within = (place - before) * 365 // (ends[year] - before)
        day = date(int(names[year]), 1, 1).toordinal() + within
        return day if day <= self._world.now.date().toordinal() else day - 365

    def _id(self, index: int) -> str:
        factor, shift = _scatter(self._world)
        return str(_FIRST + ((self._number * _PER_DRUG + index) * factor + shift) % _PRIME)


def _scatter(world: World) -> tuple[int, int]:
    return world.chance.whole(2, _PRIME - 2, "report ids"), world.chance.whole(
        0, _PRIME - 1, "report id shift"
    )


def drug_and_index(world: World, identifier: str) -> tuple[int, int] | None:
    """Decode the id of a report into the number of the drug and that of the report."""
    text = identifier.strip()
    if not (text.isascii() and text.isdecimal() and len(text) == 9):
        return None
    scattered = int(text) - _FIRST
    if not 0 <= scattered < _PRIME:
        return None
    factor, shift = _scatter(world)
    return divmod((scattered - shift) * pow(factor, -1, _PRIME) % _PRIME, _PER_DRUG)
