"""The pharmacy: drugs by any name, labels and adverse events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from m3bench.core import near_misses
from m3bench_world.pharmacy.entities import AdverseEvents, Drug, Label, Product
from m3bench_world.pharmacy.labels import adverse_events, label
from m3bench_world.pharmacy.naming import (
    ALSO_CALLED,
    MOST_WORDS,
    CommonDrug,
    class_of,
    classes,
    common_drugs,
    drug_columns,
    ingredients,
    spellings,
    tidy,
)
from m3bench_world.text import join_names
from m3bench_world.world import World

UNCOMMON_FROM = 1_000
"""First number of the drugs that are only in the table of names."""
SHORTEST_NAME = 4
"""Minimum length of a name that is searched inside a longer text."""


class Pharmacy:
    """All drugs of DrugBank's open names, and combinations of them."""

    def __init__(self, world: World) -> None:
        self._world = world

    def find(self, text: str) -> Drug | None:
        """Return the drug that a text names by generic name, brand or salt, with or without form and
        strength, such as "hydrocortisone cream 1%" or "Percocet 5/325"."""
        name = tidy(text)
        found = self._single(name) or self._combination(name)
        return found or self._inside(name.split()[:MOST_WORDS])

    def near(self, text: str, limit: int = 5) -> list[str]:
        """Return names and brands similar to an unknown one."""
        name = next(iter(spellings(tidy(text))), "")
        if not name:
            return []
        familiar = {**self._familiar, **self._brands}
        candidates = dict.fromkeys([*familiar, *self._names_by_letter.get(name[0], [])])
        near = near_misses(name, candidates, limit)
        return [familiar.get(one) or self._name_at(one) for one in near]

    def common(self) -> list[Drug]:
        """Return the 350 drugs with handwritten names, brands, forms and strengths."""
        return list(self._shelf)

    def otc(self) -> list[Drug]:
        """Return the drugs sold without a prescription."""
        return [drug for drug in self.common() if drug.otc]

    def number(self, drug: Drug) -> int | None:
        """Return the number of a drug in the tables; a combination that no table lists has none."""
        row = self._rows.get(drug.name)
        if row is not None:
            return row
        place = self._positions.get(drug.name.lower())
        return None if place is None else UNCOMMON_FROM + place

    def numbered(self, number: int) -> Drug | None:
        """Return the drug with a number."""
        if 0 <= number < len(self._shelf):
            return self._shelf[number]
        place = number - UNCOMMON_FROM
        return self._at(place) if 0 <= place < len(drug_columns().name) else None

    def with_drugbank(self, identifier: str) -> Drug | None:
        """Return the drug with a number of DrugBank, such as DB00682."""
        known = drug_columns().drugbank
        return self._at(known.index(identifier)) if identifier and identifier in known else None

    def labelled(self) -> Iterator[tuple[str, str]]:
        """Return name and brand of every label, the common drugs first."""
        common = common_drugs()
        yield from ((row.name, brand) for row in common.values() for brand in row.brands or (row.name,))
        names = (name.strip() for name in drug_columns().name)
        yield from ((name, name) for name in names if name.lower() not in common)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {drug.name: row for row, drug in enumerate(self._shelf)}

    def treating(self, words: str, limit: int = 8) -> list[Drug]:
        """Return common drugs with an indication that contains all words of a condition."""
        wanted = [word.rstrip("s") for word in tidy(words).split() if len(word) > 2]
        if not wanted:
            return []
        fitting = (
            drug
            for drug in self._shelf
            if any(all(word in use.lower() for word in wanted) for use in drug.indications)
        )
        return [drug for drug, _ in zip(fitting, range(limit), strict=False)]

    def of_class(self, *keys: str) -> list[Drug]:
        """Return common drugs of the classes with these keys."""
        return [drug for drug in self._shelf if drug.kind.key in keys]

    def label(self, drug: Drug, text: str = "") -> Label:
        """Return the leaflet of its usual product, or of the brand and form in a text."""
        words = f" {tidy(text)} "
        brand = next((brand for brand in drug.brands if f" {tidy(brand)} " in words), None)
        asked_first = sorted(drug.products, key=lambda product: not _names_form(words, product.form))
        return label(self._world, msgspec.structs.replace(drug, products=tuple(asked_first)), brand)

    def adverse_events(self, drug: Drug) -> AdverseEvents:
        return adverse_events(self._world, drug)

    def _single(self, text: str) -> Drug | None:
        names = list(spellings(text))
        for name in names:
            if row := common_drugs().get(self._brands.get(name, "").lower() or name):
                return self._described(row)
        for name in names:
            place = self._positions.get(name)
            if place is None:
                place = self._synonyms.get(name)
            if place is not None:
                return self._at(place)
        return None

    def _combination(self, text: str) -> Drug | None:
        parts = [part for part in ingredients(text) if part]
        if len(parts) < 2:
            parts = self._segments(next(reversed([text, *spellings(text)])).split())
        drugs = [drug for part in parts[:6] if (drug := self._single(part))]
        if len(drugs) < 2 or len(drugs) < len(parts):
            return None
        names = tuple(dict.fromkeys(drug.name for drug in drugs))
        if len(names) == 1:
            return drugs[0]
        known = self._combinations.get(tuple(sorted(name.lower() for name in names)))
        return self._single(known) if known else _combine(drugs)

    def _segments(self, words: list[str]) -> list[str]:
        """Split words into consecutive names; none unless all words belong to one."""
        parts: list[str] = []
        place = 0
        while place < len(words):
            ends = range(min(len(words), place + 4), place, -1)
            end = next((end for end in ends if self._single(" ".join(words[place:end]))), None)
            if end is None:
                return []
            parts.append(" ".join(words[place:end]))
            place = end
        return parts

    def _inside(self, words: list[str]) -> Drug | None:
        """Return the longest common name within a longer text."""
        for length in range(min(4, len(words)), 0, -1):
            for index in range(len(words) - length + 1):
                name = " ".join(words[index : index + length]).strip(",.;")
                if len(name) < SHORTEST_NAME:
                    continue
                row = common_drugs().get(self._brands.get(name, "").lower() or name)
                if row:
                    return self._described(row)
        return None

    @cached_property
    def _shelf(self) -> tuple[Drug, ...]:
        return tuple(self._described(row) for row in common_drugs().values())

    @cached_property
    def _familiar(self) -> dict[str, str]:
        return {name: row.name for name, row in common_drugs().items()}

    @cached_property
    def _brands(self) -> dict[str, str]:
        brands = {tidy(brand): row.name for row in common_drugs().values() for brand in row.brands}
        return {brand.replace("-", " "): name for brand, name in brands.items()} | brands | ALSO_CALLED

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {name.strip().lower(): index for index, name in enumerate(drug_columns().name)}

    @cached_property
    def _synonyms(self) -> dict[str, int]:
        return {name: index for index, names in enumerate(drug_columns().names) for name in names}

    @cached_property
    def _combinations(self) -> dict[tuple[str, ...], str]:
        known = [name for name in self._positions if " and " in name or "/" in name]
        found = {ingredients(name): name for name in known}
        return found | {ingredients(name): name for name in common_drugs() if " and " in name}

    @cached_property
    def _names_by_letter(self) -> dict[str, list[str]]:
        letters: dict[str, list[str]] = {}
        for name in self._positions:
            letters.setdefault(name[0], []).append(name)
        return letters

    def _name_at(self, name: str) -> str:
        return drug_columns().name[self._positions[name]].strip()

    def _described(self, row: CommonDrug) -> Drug:
        columns = drug_columns()
        place = self._positions.get(row.name.lower())
        if place is None:
            place = self._synonyms.get(row.name.lower())
        return Drug(
            name=row.name,
            drugbank="" if place is None else columns.drugbank[place],
            common=True,
            invented=False,
            kind=classes()[row.kind],
            indications=row.indications,
            products=row.products,
            otc=row.sold != "RX",
            prescription=row.sold != "OTC",
            brands=row.brands,
            names=() if place is None else tuple(columns.names[place]),
            dose=row.dose,
        )

    def _at(self, place: int) -> Drug:
        columns = drug_columns()
        name = columns.name[place].strip()
        if row := common_drugs().get(name.lower()):
            return self._described(row)
        kind = class_of(name)
        return Drug(
            name=name,
            drugbank=columns.drugbank[place],
            common=columns.common[place],
            invented=True,
            kind=kind,
            indications=kind.indications,
            products=(self._guessed_product(name),),
            otc=False,
            prescription=True,
            brands=(),
            names=tuple(columns.names[place]),
        )

    def _guessed_product(self, name: str) -> Product:
        chance = self._world.chance
        injected = name.lower().split("-")[0].endswith(("mab", "cept", "vaccine", "ase", "stim"))
        form = "injection" if injected else chance.pick(("tablet", "capsule"), "drug form", name)
        unit = chance.pick((5, 10, 20, 25, 50, 100, 250), "drug strength", name)
        behind = "/mL" if injected else ""
        return Product(form=form, strengths=tuple(f"{unit * times} mg{behind}" for times in (1, 2)))


def _names_form(words: str, form: str) -> bool:
    last = form.rsplit(maxsplit=1)[-1]
    return any(f" {name} " in words for name in (form, f"{form}s", last, f"{last}s"))


def _combine(drugs: list[Drug]) -> Drug:
    """Return a combination that no table lists."""
    names = [drug.name for drug in drugs]
    first = drugs[0]
    return Drug(
        name=join_names(names),
        drugbank="",
        common=all(drug.common for drug in drugs),
        invented=True,
        kind=first.kind,
        indications=tuple(dict.fromkeys(use for drug in drugs for use in drug.indications))[:6],
        products=first.products[:1],
        otc=all(drug.otc for drug in drugs),
        prescription=any(drug.prescription for drug in drugs),
        brands=(),
        names=(),
    )
