"""The regulator: everything it publishes on drugs and devices, such as shortages."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property, lru_cache

from m3bench_world.data import written
from m3bench_world.pharmacy import Drug, Label
from m3bench_world.regulator.approvals import application, drug_of
from m3bench_world.regulator.devices import device_report, device_reports
from m3bench_world.regulator.entities import (
    Application,
    DeviceReport,
    Recall,
    RecallEntry,
    SafetyReport,
    Shortage,
)
from m3bench_world.regulator.recalls import pool, recall, recalls
from m3bench_world.regulator.reports import DrugReports, drug_and_index
from m3bench_world.world import World

_WINDOW = 2 * 365
_FIRST_DAY = date(2010, 1, 1)
_SHOWN_WINDOWS = 5
_REASONS = (
    "Demand increase for the drug",
    "Shortage of an active ingredient",
    "Manufacturing delay",
    "Discontinuation by one manufacturer",
    "Delay in shipping",
    "Requirements of good manufacturing practice",
)
CATEGORIES = written("regulator", "categories", dict[str, tuple[str, ...]])
"""Therapeutic categories, with the classes of the pharmacy in them."""


def category(drug: Drug) -> str:
    return next((name for name, keys in CATEGORIES.items() if drug.kind.key in keys), "Other")


def shortages(world: World, drug: Drug) -> list[Shortage]:
    """Return the shortages of a drug in the last ten years, the newest first."""
    newest = (world.now.date() - _FIRST_DAY).days // _WINDOW
    found = (_shortage(world, drug, turn) for turn in range(newest, max(-1, newest - _SHOWN_WINDOWS), -1))
    return [one for one in found if one]


def _shortage(world: World, drug: Drug, turn: int) -> Shortage | None:
    chance = world.chance
    name = ("shortage", drug.name, turn)
    injected = bool(drug.products) and "injection" in drug.products[0].form
    started = _FIRST_DAY + timedelta(days=turn * _WINDOW + chance.whole(0, 360, *name, "start"))
    if not chance.happens(0.3 if injected else 0.12, *name) or started > world.now.date():
        return None
    length = chance.whole(60, 700, *name, "length")
    ended = started + timedelta(days=length)
    over = ended <= world.now.date()
    return Shortage(
        drug=drug.name,
        status="Resolved" if over else "Current",
        category=category(drug),
        reason=chance.pick(_REASONS, *name, "reason"),
        started=started,
        ended=ended if over else None,
        expected=started + timedelta(days=int(length * chance.between(0.7, 1.3, *name, "expected"))),
        forms=tuple(
            f"{product.form} {', '.join(product.strengths[:4])}".strip() for product in drug.products[:3]
        ),
    )


_BOXED = (
    "opioid", "nsaid", "coxib", "ssri", "snri", "tricyclic", "antidepressant", "benzo", "antipsychotic",
    "stimulant", "quinolone", "anticoagulant", "antiplatelet", "jak", "tnf", "cytotoxic", "ace",
    "arb", "glp1", "hypnotic",
)  # fmt: skip
"""Classes of the pharmacy whose first caution stands in a box on the label."""


class Regulator:
    def __init__(self, world: World) -> None:
        self._world = world
        self._reports = lru_cache(maxsize=40)(self._drug_reports)

    @cached_property
    def drugs(self) -> list[Drug]:
        """The drugs that recalls and shortages are about."""
        return pool(self._world)

    def drug(self, text: str) -> Drug | None:
        """Return a drug by any name of the pharmacy, or by the brand of a drug with a known target."""
        known = self._world.genome.targeted_drug(text)
        return self._world.pharmacy.find(known.name if known else text)

    def reports(self, drug: Drug) -> DrugReports | None:
        """Return the safety reports of a drug."""
        number = self._world.pharmacy.number(drug)
        return None if number is None else self._reports(number)

    def _drug_reports(self, number: int) -> DrugReports:
        drug = self._world.pharmacy.numbered(number)
        assert drug is not None
        return DrugReports(self._world, drug, number)

    def report(self, identifier: str) -> SafetyReport | None:
        """Return the safety report with an id."""
        found = drug_and_index(self._world, identifier)
        drug = self._world.pharmacy.numbered(found[0]) if found else None
        if found is None or drug is None:
            return None
        reports = self.reports(drug)
        return reports.report(found[1]) if reports and found[1] < reports.total else None

    def application(self, drug: Drug) -> Application | None:
        return application(self._world, drug)

    def summarized_year(self, one: Application) -> int:
        """Return the year of an approval as summaries of drugs state it.

        Some contradict the application: they are compiled later, by others, and are off by a few years.
        """
        return one.approved.year + self._world.errata.whole("drug summaries", one.drug, 10) - 10

    def application_numbered(self, number: str) -> tuple[Application, Drug] | None:
        drug = drug_of(self._world, number)
        found = application(self._world, drug) if drug else None
        return (found, drug) if found and drug else None

    @cached_property
    def recalls(self) -> list[RecallEntry]:
        """The recalls of the last five years, the newest first."""
        return list(recalls(self._world, self.drugs))

    def recall(self, number: str) -> Recall | None:
        return recall(self._world, self.drugs, number)

    def shortages(self, drug: Drug) -> list[Shortage]:
        return shortages(self._world, drug)

    @cached_property
    def all_shortages(self) -> list[Shortage]:
        found = (shortage for drug in self.drugs for shortage in shortages(self._world, drug))
        return sorted(found, key=lambda one: (one.status != "Current", -one.started.toordinal(), one.drug))

    def category(self, drug: Drug) -> str:
        return category(drug)

    @property
    def categories(self) -> list[str]:
        return [*CATEGORIES, "Other"]

    @cached_property
    def device_reports(self) -> list[DeviceReport]:
        """The device reports of the last three years, the newest first."""
        return list(device_reports(self._world))

    def device_report(self, key: str) -> DeviceReport | None:
        return device_report(self._world, key)

    def labels(self, drug: Drug) -> list[Label]:
        """Return the labels of a drug, one for each brand."""
        return [self._world.pharmacy.label(drug, brand) for brand in drug.brands or (drug.name,)]

    def boxed_warning(self, drug: Drug) -> str:
        """Return the warning in the box on the label; empty if there is none."""
        if drug.kind.key not in _BOXED or not drug.kind.cautions:
            return ""
        first = drug.kind.cautions[0]
        return f"WARNING: {first[0].upper()}{first[1:]}."

    def label(self, set_id: str) -> tuple[Label, Drug] | None:
        """Return the label with a set id."""
        wanted = set_id.strip().lower()
        bare = wanted.replace("-", "")[:16]
        if len(wanted) != 36 or not all(letter in "0123456789abcdef" for letter in bare):
            return None
        for name, brand in self._world.pharmacy.labelled():
            if f"{self._world.chance.bits('label', f'{name}, {brand}', 1):016x}" == bare:
                drug = self._world.pharmacy.find(name)
                label = self._world.pharmacy.label(drug, brand) if drug else None
                return (label, drug) if drug and label and label.set_id == wanted else None
        return None
