"""National parks: real names and places; campgrounds, visitor centers, alerts and events from the seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from functools import lru_cache
from typing import TypeVar

from m3bench.core import near_misses, normalize
from m3bench_world.parks import alerts, camping, centres, events, prose, register
from m3bench_world.parks.naming import STATES, contact, spot_names
from m3bench_world.parks.types import Alert, Campground, Contact, Event, Fee, Hours, Park, VisitorCenter
from m3bench_world.world import World

__all__ = [
    "STATES",
    "Alert",
    "Campground",
    "Contact",
    "Event",
    "Fee",
    "Hours",
    "Park",
    "Parks",
    "T",
    "VisitorCenter",
    "filter_by_words",
]

T = TypeVar("T")


class Parks:
    """National parks. Their details are generated on demand."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.chance
        self._campgrounds = lru_cache(256)(lambda park: camping.campgrounds(self._chance, park))
        self._centers = lru_cache(256)(lambda park: centres.visitor_centers(self._chance, park))

    # Parks

    def all(self) -> list[Park]:
        return list(register.parks().values())

    def park(self, code: str) -> Park | None:
        """Return a park by its four-letter code, in any case."""
        return register.parks().get(code.strip().casefold())

    def near_misses(self, text: str) -> list[str]:
        """Return similar codes with names for a wrong code or name."""
        labels = {f"{park.code} ({park.full_name})": park for park in self.all()}
        names = {
            name: label for label, park in labels.items() for name in (park.code, park.name, park.full_name)
        }
        return list(dict.fromkeys(names[name] for name in near_misses(text, names, 8)))[:5]

    def named(self, text: str) -> Park | None:
        """Return a park by name, with or without its kind: `Yosemite`, `yosemite national park`."""
        wanted = normalize(text)
        return next(
            (park for park in self.all() if wanted in (normalize(park.name), normalize(park.full_name))), None
        )

    def search(self, text: str) -> list[Park]:
        """Return parks whose name, place, activities or description contain every word; name matches
        first."""
        found = filter_by_words(self.all(), text, self._wording)
        wanted = normalize(text)
        return sorted(found, key=lambda park: wanted not in normalize(park.full_name))

    def _wording(self, park: Park) -> str:
        states = " ".join(STATES[state] for state in park.states)
        return " ".join(
            (
                park.code,
                park.full_name,
                park.town,
                states,
                self.description(park),
                *self.activities(park),
                *self.topics(park),
            )
        )

    # What a park is like

    def description(self, park: Park) -> str:
        return prose.description(self._chance, park)

    def activities(self, park: Park) -> list[str]:
        return prose.activities(park)

    def topics(self, park: Park) -> list[str]:
        return prose.topics(park)

    def directions(self, park: Park) -> str:
        return prose.directions(self._chance, park)

    def fees(self, park: Park) -> tuple[Fee, ...]:
        return prose.fees(self._chance, park)

    def hours(self, park: Park) -> Hours:
        return prose.hours(park)

    def contact(self, park: Park) -> Contact:
        return contact(self._chance, park)

    def spots(self, park: Park, count: int = 6) -> list[str]:
        """Return names of sights and trails in the park, as used by its alerts and events."""
        return spot_names(self._chance, park, count)

    def weather_info(self, park: Park) -> str:
        """Return the usual temperatures of January and July."""
        january, july = (self._world.sky.normal(park.lat, park.lng, month) for month in (1, 7))
        low, high = (f"{_fahrenheit(span[0])} to {_fahrenheit(span[1])} °F" for span in (january, july))
        snow = " Snow closes high roads from November to May." if "snow" in park.traits else ""
        return (
            f"Usual temperatures are {low} in January and {high} in July.{snow} Be ready for quick changes."
        )

    # What is in it

    def campgrounds(self, code: str) -> list[Campground]:
        return self._of(code, self._campgrounds)

    def visitor_centers(self, code: str) -> list[VisitorCenter]:
        return self._of(code, self._centers)

    def alerts(self, code: str) -> list[Alert]:
        """Return the current alerts, newest first."""
        now = self._world.now
        return self._of(code, lambda park: alerts.alerts(self._chance, park, self._campgrounds(park), now))

    def events(self, code: str, first: date | None = None, last: date | None = None) -> list[Event]:
        """Return events with a day in the span, by default the next 30 days; soonest first."""
        start = first or self._world.now.date()
        end = last or start + timedelta(days=30)
        found = self._of(
            code, lambda park: list(events.events(self._chance, park, self._centers(park), start, end))
        )
        return sorted(found, key=lambda event: (event.dates[0], event.title))

    def _of(self, code: str, make: Callable[[Park], list[T]]) -> list[T]:
        park = self.park(code)
        return [] if park is None else make(park)


def filter_by_words(items: Iterable[T], text: str, wording: Callable[[T], str]) -> list[T]:
    """Return the items whose wording contains every word of the text."""
    wanted = normalize(text).split()
    return [item for item in items if all(word in normalize(wording(item)) for word in wanted)]


def _fahrenheit(celsius: float) -> int:
    return round(celsius * 1.8 + 32)
