"""Applications for drugs: one for each, with reversible numbers."""

from __future__ import annotations

import re
from datetime import date, timedelta

from m3bench_world.genome import targeted_drugs
from m3bench_world.pharmacy import Drug
from m3bench_world.regulator.entities import Application, Submission
from m3bench_world.world import World

_PRIME = 89_003
_FIRST = 900_000
"""Above the numbers that are in use."""
_NUMBER = re.compile(r"(NDA|BLA|ANDA)?\s*0*(\d{6})", re.IGNORECASE | re.ASCII)
_CHANGES = (
    "Efficacy: new indication",
    "Labeling: warnings",
    "Labeling: package insert",
    "Manufacturing",
    "Efficacy: new strength",
)
_MOST_SUPPLEMENTS = 40


def application(world: World, drug: Drug) -> Application | None:
    """Return the application of a drug; none for combinations that no table lists."""
    number = world.pharmacy.number(drug)
    if number is None:
        return None
    label = world.pharmacy.label(drug)
    approved = _approved(world, drug)
    factor, shift = _scatter(world)
    biological = drug.name.lower().endswith(("mab", "cept", "ase", "vaccine", "stim"))
    known = targeted_drugs().get(drug.name)
    return Application(
        number=f"{'BLA' if biological else 'NDA'}{_FIRST + (number * factor + shift) % _PRIME}",
        drug=drug.name,
        brand=label.brand if label.brand != drug.name or not known else known.brand or label.brand,
        sponsor=label.manufacturer,
        approved=approved,
        submissions=_submissions(world, drug, approved),
    )


def drug_of(world: World, number: str) -> Drug | None:
    """Return the drug of an application number such as NDA912345."""
    match = _NUMBER.fullmatch(number.strip())
    if match is None or not 0 <= int(match[2]) - _FIRST < _PRIME:
        return None
    factor, shift = _scatter(world)
    code = (int(match[2]) - _FIRST - shift) * pow(factor, -1, _PRIME) % _PRIME
    found = world.pharmacy.numbered(code)
    mine = application(world, found) if found else None
    prefix = (match[1] or "").upper()
    return found if mine and (not prefix or mine.number.startswith(prefix)) else None


def _scatter(world: World) -> tuple[int, int]:
    return world.chance.whole(2, _PRIME - 2, "applications"), world.chance.whole(
        0, _PRIME - 1, "application shift"
    )


def _approved(world: World, drug: Drug) -> date:
    known = targeted_drugs().get(drug.name)
    year = known.approved if known else world.chance.whole(1975, 2022, "approval year", drug.name)
    return date(year, 1, 1) + timedelta(days=world.chance.whole(4, 360, "approval day", drug.name))


def _submissions(world: World, drug: Drug, approved: date) -> tuple[Submission, ...]:
    chance = world.chance
    found = [Submission(number="ORIG-1", kind="Original approval", day=approved)]
    day = approved
    for turn in range(1, _MOST_SUPPLEMENTS):
        day += timedelta(days=chance.whole(150, 1_400, "supplement", drug.name, turn))
        if day > world.now.date():
            break
        found.append(
            Submission(number=f"SUPPL-{turn}", kind=chance.pick(_CHANGES, "change", drug.name, turn), day=day)
        )
    return tuple(found)
