"""Recalls of drugs, by month of their start."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date, timedelta

from m3bench_world.data import written
from m3bench_world.genome import targeted_drugs
from m3bench_world.pharmacy import Drug
from m3bench_world.regulator.entities import Recall, RecallEntry
from m3bench_world.world import World

YEARS = 5
_A_MONTH = 14
_AREAS = ("Nationwide in the USA", "CA, NV, AZ", "NY, NJ, CT, MA", "TX, OK, LA")
_NUMBER = re.compile(r"D-(\d{4})-(\d{4})", re.IGNORECASE | re.ASCII)
_REASONS = written("regulator", "reasons", tuple[tuple[str, tuple[int, ...]], ...])


def pool(world: World) -> list[Drug]:
    """Return the drugs that recalls and shortages are about: the common ones and those with a known
    target."""
    known = [drug for name in targeted_drugs() if (drug := world.pharmacy.find(name))]
    return list({drug.name: drug for drug in (*world.pharmacy.common(), *known)}.values())


def recalls(world: World, drugs: list[Drug]) -> Iterator[RecallEntry]:
    """Return the recalls of the last years, the newest month first."""
    now = world.now.year * 12 + world.now.month - 1
    for month in range(now, now - 12 * YEARS, -1):
        found = (_entry(world, drugs, month, slot) for slot in range(_A_MONTH))
        yield from sorted((one for one in found if one), key=lambda one: one.started, reverse=True)


def recall(world: World, drugs: list[Drug], number: str) -> Recall | None:
    """Return the recall with a number such as D-0123-2025."""
    match = _NUMBER.fullmatch(number.strip())
    if match is None:
        return None
    month, slot = divmod(int(match[1]) - 1, _A_MONTH)
    year = int(match[2])
    oldest = world.now.year * 12 + world.now.month - 12 * YEARS
    if not (0 <= month < 12 and slot >= 0) or not oldest <= year * 12 + month <= world.now.year * 12 + 11:
        return None
    entry = _entry(world, drugs, year * 12 + month, slot)
    return _in_full(world, entry, ("recall", year * 12 + month, slot)) if entry else None


def _entry(world: World, drugs: list[Drug], month: int, slot: int) -> RecallEntry | None:
    chance = world.chance
    name = ("recall", month, slot)
    year, within = divmod(month, 12)
    last = calendar.monthrange(year, within + 1)[1]
    started = date(year, within + 1, chance.whole(1, last, *name, "day"))
    if started > world.now.date() or not chance.happens(0.85, *name):
        return None
    drug = chance.pick(drugs, *name, "drug")
    reason, grades = chance.pick(_REASONS, *name, "reason")
    status, ended = _state(world, started, name)
    product = drug.products[0]
    strength = chance.pick(product.strengths, *name, "strength") if product.strengths else ""
    return RecallEntry(
        number=f"D-{within * _A_MONTH + slot + 1:04d}-{year}",
        drug=drug.name,
        product=f"{drug.name} {product.form} {strength}".strip(),
        grade=chance.pick(grades, *name, "grade"),
        status=status,
        reason=reason,
        started=started,
        ended=ended,
    )


def _in_full(world: World, entry: RecallEntry, name: tuple[object, ...]) -> Recall | None:
    chance = world.chance
    drug = world.pharmacy.find(entry.drug)
    if drug is None:
        return None
    label = world.pharmacy.label(drug)
    letters = "ABCDEFGHKLMNP"
    lots = tuple(
        f"{chance.pick(letters, *name, 'letter', turn)}{chance.whole(10_000, 99_999, *name, 'lot', turn)}"
        for turn in range(chance.whole(1, 4, *name, "lots"))
    )
    return Recall(
        entry=entry,
        brand=label.brand,
        ndc=label.ndc,
        firm=label.manufacturer,
        lots=lots,
        quantity=f"{chance.whole(3, 900, *name, 'quantity') * 100:,} units",
        distribution=chance.pick(_AREAS, *name, "where"),
    )


def _state(world: World, started: date, name: tuple[object, ...]) -> tuple[str, date | None]:
    """Return ongoing, then completed, then terminated, by the age of the recall."""
    completed = started + timedelta(days=world.chance.whole(90, 500, *name, "completed"))
    terminated = completed + timedelta(days=world.chance.whole(60, 400, *name, "terminated"))
    today = world.now.date()
    if today < completed:
        return "Ongoing", None
    return ("Completed", None) if today < terminated else ("Terminated", terminated)
