"""Runs of a solar wind model that forecast ejections."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from m3bench_world.chance import Chance
from m3bench_world.space.effects import transit
from m3bench_world.space.events import RECORDS_BEGIN, Ejection, Impact, Simulation, event_id, minutes

_ELSEWHERE = ("Mars", "STEREO A", "Solar Orbiter", "Parker Solar Probe", "BepiColombo", "Juice", "Lucy")


def simulations_of(chance: Chance, day: date, ejections: Iterable[Ejection]) -> tuple[Simulation, ...]:
    """Return the runs completed on a day; `ejections` are those of that day and of the two days before."""
    runs = [_simulation(chance, each) for each in ejections if _is_modelled(chance, each)]
    by_time = {run.at: run for run in runs if run.at.date() == day}
    return tuple(by_time[at] for at in sorted(by_time))


def _is_modelled(chance: Chance, ejection: Ejection) -> bool:
    likely = 0.95 if ejection.hits_earth or ejection.glances_earth else 0.5
    return ejection.speed >= 400 and chance.happens(likely, "modelled", ejection.id)


def _simulation(chance: Chance, ejection: Ejection) -> Simulation:
    completed = ejection.far_out + minutes(chance.between(100, 600, "model run", ejection.id))
    impacts = list(_at_earth(chance, ejection))
    for place in _ELSEWHERE:
        if chance.happens(0.12, "modelled impact", place, ejection.id):
            travel = transit(ejection.speed) * round(chance.between(0.4, 1.6, "way", place, ejection.id), 3)
            arrival = ejection.at + minutes(travel / timedelta(minutes=1))
            impacts.append(Impact(place, arrival, chance.happens(0.4, "glance", place, ejection.id)))
    met = bool(impacts) and impacts[0].location == "Earth"
    strength = min(9, 2 + ejection.speed // 320) if met else 0
    return Simulation(
        id=event_id("WSA", completed),
        at=completed,
        number=_run_number(ejection),
        ejection=ejection,
        impacts=tuple(impacts),
        hours=round(chance.between(6, 30, "model hours", ejection.id), 1) if met else 0.0,
        kp=(max(0, strength - 2), max(0, strength - 1), strength, min(9, strength + 1) if met else 0),
    )


def _run_number(ejection: Ejection) -> int:
    """Return an increasing run number; ejections start at least twelve minutes apart."""
    elapsed = ejection.at.date() - RECORDS_BEGIN
    return 1_000 + elapsed.days * 120 + (ejection.at.hour * 60 + ejection.at.minute) // 12


def _at_earth(chance: Chance, ejection: Ejection) -> Iterable[Impact]:
    if ejection.hits_earth or ejection.glances_earth:
        error = minutes(chance.between(-540, 540, "model error", ejection.id))
        yield Impact("Earth", ejection.at + transit(ejection.speed) + error, ejection.glances_earth)
