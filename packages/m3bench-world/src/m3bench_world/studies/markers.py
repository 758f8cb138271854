"""Registers of biomarkers and interventions."""

from __future__ import annotations

from functools import cache

from m3bench_world.clinic import OTHER_TREATMENTS
from m3bench_world.genome import biomarkers, targeted_drugs
from m3bench_world.pharmacy import Drug
from m3bench_world.studies.entities import Intervention, Marker
from m3bench_world.world import World

_FIRST_MARKER = 20_000
_FIRST_INTERVENTION = 300_000
_FIRST_OTHER = 290_000


@cache
def markers() -> dict[str, Marker]:
    """Return the biomarkers by name; one may belong to several conditions."""
    found: dict[str, Marker] = {}
    for row in biomarkers():
        known = found.get(row.name)
        number = len(found) if known is None else int(known.id[3:]) - _FIRST_MARKER
        found[row.name] = Marker(
            id=f"BMK{_FIRST_MARKER + number}",
            name=row.name,
            gene=row.gene,
            variant=row.variant,
            kind=row.kind,
            assay=row.assay,
            conditions=(*(known.conditions if known else ()), row.condition),
            drugs=tuple(dict.fromkeys((*(known.drugs if known else ()), *row.drugs))),
        )
    return found


def interventions(world: World) -> list[Intervention]:
    """Return the interventions that trials test most: drugs with a target, common drugs, other treatments."""
    pharmacy = world.pharmacy
    tested = [drug for name in targeted_drugs() if (drug := pharmacy.find(name))]
    drugs = {drug.name: drug for drug in (*tested, *pharmacy.common())}
    return [
        *(_of_drug(world, drug) for drug in drugs.values()),
        *map(_of_other, range(len(OTHER_TREATMENTS))),
    ]


def intervention_of(world: World, drug: Drug) -> Intervention | None:
    return None if world.pharmacy.number(drug) is None else _of_drug(world, drug)


def intervention(world: World, identifier: str) -> tuple[Intervention, Drug | None] | None:
    """Return the intervention with an id such as INT300012, and its drug if it is one."""
    digits = identifier.strip().upper().removeprefix("INT")
    if not (digits.isascii() and digits.isdecimal() and len(digits) == 6):
        return None
    other = int(digits) - _FIRST_OTHER
    if 0 <= other < len(OTHER_TREATMENTS):
        return _of_other(other), None
    drug = world.pharmacy.numbered(int(digits) - _FIRST_INTERVENTION)
    return (_of_drug(world, drug), drug) if drug else None


def _of_drug(world: World, drug: Drug) -> Intervention:
    known = targeted_drugs().get(drug.name)
    names = (*drug.brands, *((known.brand,) if known and known.brand else ()), *drug.names[:6])
    return Intervention(
        id=f"INT{_FIRST_INTERVENTION + (world.pharmacy.number(drug) or 0)}",
        name=drug.name,
        kind="Biological" if drug.name.endswith(("mab", "cept")) else "Drug",
        synonyms=tuple(dict.fromkeys(names)),
    )


def _of_other(place: int) -> Intervention:
    kind, _, name = OTHER_TREATMENTS[place].partition(": ")
    return Intervention(id=f"INT{_FIRST_OTHER + place}", name=name, kind=kind, synonyms=())
