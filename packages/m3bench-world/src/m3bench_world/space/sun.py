"""Solar events by day; each follows from the seed and the days shortly before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import chain
from typing import TypeVar

from m3bench_world.chance import Chance
from m3bench_world.space import effects
from m3bench_world.space.bulletins import bulletins_of
from m3bench_world.space.enlil import simulations_of
from m3bench_world.space.eruptions import ejections_of, flares_of
from m3bench_world.space.events import (
    Bulletin,
    Crossing,
    Ejection,
    Enhancement,
    Event,
    Flare,
    ParticleEvent,
    Shock,
    Simulation,
    Storm,
    Stream,
    event_time,
)

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
        for day in _days(event.at.date(), 0, effects.LONGEST_TRANSIT_DAYS + 1):
            ids.update(self._effects(day).get(event.id, ()))
        return sorted(each for each in ids if self.is_past(event_time(each)))

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
        coming = self._recent_ejections(day, effects.LONGEST_TRANSIT_DAYS)
        return effects.shocks_of(self._chance, day, coming)

    def _streams(self, day: date) -> tuple[Stream, ...]:
        return effects.streams_of(self._chance, day)

    def _disturbances(self, day: date) -> list[Shock | Stream]:
        found: list[Shock | Stream] = []
        for each in _days(day, -1, 0):
            found += [*self.shocks(each), *self.streams(each)]
        return found

    def _storms(self, day: date) -> tuple[Storm, ...]:
        sources = self._disturbances(day)
        worst = effects.worst_of(day, sources)
        if worst is None:
            return ()
        tomorrow = day + timedelta(days=1)
        following = effects.worst_of(tomorrow, self._disturbances(tomorrow))
        next_start = effects.storm_start(following.at) if following else None
        return (effects.storm_of(self._chance, worst, sources, next_start),)

    def _particles(self, day: date) -> tuple[ParticleEvent, ...]:
        flares = [flare for each in _days(day, -2, 0) for flare in self.flares(each)]
        return effects.particles_of(self._chance, day, flares, self._recent_ejections(day, 1))

    def _crossings(self, day: date) -> tuple[Crossing, ...]:
        shocks = [shock for each in _days(day, -1, 0) for shock in self.shocks(each)]
        return effects.crossings_of(self._chance, day, shocks)

    def _enhancements(self, day: date) -> tuple[Enhancement, ...]:
        sources: list[Storm | Stream] = []
        for each in _days(day, -3, 0):
            sources += [*self.storms(each), *self.streams(each)]
        return effects.enhancements_of(self._chance, day, sources)

    def _simulations(self, day: date) -> tuple[Simulation, ...]:
        return simulations_of(self._chance, day, self._recent_ejections(day, 2))

    def _bulletins(self, day: date) -> tuple[Bulletin, ...]:
        recent = chain.from_iterable(self.everything(each) for each in _days(day, -2, 0))
        week = chain.from_iterable(self.everything(each) for each in _days(day, -7, -1))
        return bulletins_of(self._chance, day, recent, week)

    def _effects_of(self, day: date) -> dict[str, list[str]]:
        return effects.effects_in(self.everything(day))


def _cached(build: Callable[[date], T]) -> Callable[[date], T]:
    return lru_cache(maxsize=_DAYS_KEPT)(build)


def _days(day: date, first: int, last: int) -> Iterator[date]:
    return (day + timedelta(days=step) for step in range(first, last + 1))
