"""Solar events by day; each follows from the seed and the days shortly before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import chain
from typing import TypeVar

from m3bench_world.chance import Chance
from m3bench_world.space import cycle
from m3bench_world.space.bulletins import bulletins_of
from m3bench_world.space.cycle import transit
from m3bench_world.space.eruptions import ejections_of, flares_of
from m3bench_world.space.events import (
    RECORDS_BEGIN,
    Bulletin,
    Crossing,
    Ejection,
    Enhancement,
    Event,
    Flare,
    Impact,
    ParticleEvent,
    Shock,
    Simulation,
    Storm,
    Stream,
    event_id,
    event_time,
    minutes,
)

_ELSEWHERE = ("Mars", "STEREO A", "Solar Orbiter", "Parker Solar Probe", "BepiColombo", "Juice", "Lucy")


def simulations_of(chance: Chance, day: date, ejections: Iterable[Ejection]) -> tuple[Simulation, ...]:
    """Return the runs completed on a day; `ejections` are those of that day and of the two days before."""
    runs = [_simulation(chance, ejection) for ejection in ejections if _is_modelled(chance, ejection)]
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


T = TypeVar("T")
_DAYS_KEPT = 1_000


class Sun:
    """Solar events. `flares(day)` and similar methods return all events of a day, past or future."""

    def __init__(self, chance: Chance, now: datetime) -> None:
        self.now = now
        self._chance = chance
        self.flares = _cached(self._flares)
        self.ejections = _cached(self._ejections)
        self.shocks = _cached(self._shocks)
        self.streams = _cached(self._streams)
        self.storms = _cached(self._storms)
        self.particles = _cached(self._particles)
        self.crossings = _cached(self._crossings)
        self.enhancements = _cached(self._enhancements)
        self.simulations = _cached(self._simulations)
        self.bulletins = _cached(self._bulletins)
        self._effects = _cached(self._effects_of)

    def is_past(self, moment: datetime) -> bool:
        return moment <= self.now

    def linked_events(self, event: Event) -> list[str]:
        """Return ids of the causes and effects of an event that are known by now, by time."""
        ids = set(event.causes)
        for day in _days(event.at.date(), 0, cycle.LONGEST_TRANSIT_DAYS + 1):
            ids.update(self._effects(day).get(event.id, ()))
        return sorted(key for key in ids if self.is_past(event_time(key)))

    def runs_for(self, ejection: Ejection) -> list[Simulation]:
        """Return the model runs for an ejection that are complete by now."""
        days = _days(ejection.at.date(), 0, 2)
        runs = chain.from_iterable(self.simulations(day) for day in days)
        return [run for run in runs if run.ejection.id == ejection.id and self.is_past(run.at)]

    def everything(self, day: date) -> tuple[Event, ...]:
        """Return all events that began on a day, except model runs."""
        return (
            *self.flares(day),
            *self.ejections(day),
            *self.shocks(day),
            *self.streams(day),
            *self.storms(day),
            *self.particles(day),
            *self.crossings(day),
            *self.enhancements(day),
        )

    def _flares(self, day: date) -> tuple[Flare, ...]:
        return flares_of(self._chance, day)

    def _ejections(self, day: date) -> tuple[Ejection, ...]:
        flares = chain.from_iterable(self.flares(each) for each in _days(day, -1, 0))
        return ejections_of(self._chance, day, flares)

    def _recent_ejections(self, day: date, days: int) -> list[Ejection]:
        return [ejection for each in _days(day, -days, 0) for ejection in self.ejections(each)]

    def _shocks(self, day: date) -> tuple[Shock, ...]:
        coming = self._recent_ejections(day, cycle.LONGEST_TRANSIT_DAYS)
        return cycle.shocks_of(self._chance, day, coming)

    def _streams(self, day: date) -> tuple[Stream, ...]:
        return cycle.streams_of(self._chance, day)

    def _disturbances(self, day: date) -> list[Shock | Stream]:
        found: list[Shock | Stream] = []
        for each in _days(day, -1, 0):
            found += [*self.shocks(each), *self.streams(each)]
        return found

    def _storms(self, day: date) -> tuple[Storm, ...]:
        sources = self._disturbances(day)
        worst = cycle.worst_of(day, sources)
        if worst is None:
            return ()
        tomorrow = day + timedelta(days=1)
        following = cycle.worst_of(tomorrow, self._disturbances(tomorrow))
        next_start = cycle.storm_start(following.at) if following else None
        return (cycle.storm_of(self._chance, worst, sources, next_start),)

    def _particles(self, day: date) -> tuple[ParticleEvent, ...]:
        flares = [flare for each in _days(day, -2, 0) for flare in self.flares(each)]
        return cycle.particles_of(self._chance, day, flares, self._recent_ejections(day, 1))

    def _crossings(self, day: date) -> tuple[Crossing, ...]:
        shocks = [shock for each in _days(day, -1, 0) for shock in self.shocks(each)]
        return cycle.crossings_of(self._chance, day, shocks)

    def _enhancements(self, day: date) -> tuple[Enhancement, ...]:
        sources: list[Storm | Stream] = []
        for each in _days(day, -3, 0):
            sources += [*self.storms(each), *self.streams(each)]
        return cycle.enhancements_of(self._chance, day, sources)

    def _simulations(self, day: date) -> tuple[Simulation, ...]:
        return simulations_of(self._chance, day, self._recent_ejections(day, 2))

    def _bulletins(self, day: date) -> tuple[Bulletin, ...]:
        recent = chain.from_iterable(self.everything(each) for each in _days(day, -2, 0))
        week = chain.from_iterable(self.everything(each) for each in _days(day, -7, -1))
        return bulletins_of(self._chance, day, recent, week)

    def _effects_of(self, day: date) -> dict[str, list[str]]:
        return cycle.effects_in(self.everything(day))


def _cached(build: Callable[[date], T]) -> Callable[[date], T]:
    return lru_cache(maxsize=_DAYS_KEPT)(build)


def _days(day: date, first: int, last: int) -> Iterator[date]:
    return (day + timedelta(days=step) for step in range(first, last + 1))
