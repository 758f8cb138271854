"""Search for conferences by words and places."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property, lru_cache

import msgspec

from m3bench.core import near_misses
from m3bench_world.conferences.editions import Conference, Series, all_series, edition
from m3bench_world.conferences.tables import City, cities, field_words, fields, words_of
from m3bench_world.world import World

ANNOUNCED = timedelta(days=240)
"""How long before its deadline a conference is announced."""
_CONTINENTS = {
    "europe": "EU", "european": "EU", "asia": "AS", "asian": "AS", "africa": "AF", "african": "AF",
    "oceania": "OC", "north america": "NA", "south america": "SA", "latin america": "SA",
}  # fmt: skip
_IGNORED = frozenset(
    words_of(
        "a an and the of on in for at to with or by next upcoming new call calls paper papers cfp conference "
        "conferences workshop workshops symposium symposia event events international year month week annual"
    )
)
_IN_TITLE, _IN_TOPICS = 3, 2


class Wish(msgspec.Struct, frozen=True):
    """What a text asks for."""

    words: tuple[str, ...]
    cities: tuple[City, ...]
    """Cities that a place in the text allows; empty for any."""
    years: tuple[int, ...]


class Conferences:
    """Conferences of this year and those that are announced."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self.today = world.now.date()
        self._of_field = lru_cache(maxsize=128)(self._editions)

    def search(self, text: str, limit: int) -> list[Conference]:
        """Return conferences that fit a text.

        Those with most of its words come first; among them those with an open call, the nearest deadline
        first, then other future ones, then those of this year that are over.
        """
        wish = self.read(text)
        if not wish.words and not wish.cities:
            return []
        found = []
        for index, known in enumerate(field_words()):
            if wish.words and known.isdisjoint(wish.words):
                continue
            for conference in self._of_field(index):
                score = self._score(wish, conference)
                if score is not None:
                    found.append((-score, *self._when(conference), conference.name, conference))
        found.sort(key=lambda entry: entry[:-1])
        return [entry[-1] for entry in found[:limit]]

    def near(self, text: str) -> list[str]:
        """Return fields with a similar name."""
        return near_misses(text, [field.title for field in fields()]) or [
            field.title for field in fields()[:5]
        ]

    def read(self, text: str) -> Wish:
        """Split a text into words about the subject, places and years."""
        words = words_of(text)
        spoken = f" {' '.join(words)} "
        allowed: dict[int, City] = {}
        used: set[str] = set()
        for name, there in self._places.items():
            if f" {name} " in spoken:
                allowed |= {city.id: city for city in there}
                used.update(name.split())
        years = tuple(int(word) for word in words if len(word) == 4 and word.isdecimal())
        rest = [word for word in words if word not in used and word not in _IGNORED and not _is_year(word)]
        return Wish(tuple(dict.fromkeys(rest)), tuple(allowed.values()), years)

    @cached_property
    def _places(self) -> dict[str, list[City]]:
        places: dict[str, list[City]] = {}
        for city in cities():
            names = [name for name, code in _CONTINENTS.items() if code == city.continent]
            for name in (city.name, city.country, *names):
                places.setdefault(" ".join(words_of(name)), []).append(city)
        return places

    @cached_property
    def _series(self) -> tuple[tuple[Series, ...], ...]:
        return all_series(self._chance)

    def _editions(self, place: int) -> tuple[Conference, ...]:
        made = (
            edition(self._chance, series, self.today.year + ahead)
            for series in self._series[place]
            for ahead in (0, 1)
        )
        return tuple(one for one in made if one.deadline - ANNOUNCED <= self.today)

    def _score(self, wish: Wish, conference: Conference) -> int | None:
        if wish.cities and conference.city not in wish.cities:
            return None
        if wish.years and conference.start.year not in wish.years:
            return None
        title = {*words_of(conference.title), *words_of(conference.field), conference.acronym.lower()}
        topics = {word for topic in conference.topics for word in words_of(topic)}
        hits = [_IN_TITLE if word in title else _IN_TOPICS if word in topics else 0 for word in wish.words]
        matched = sum(hit > 0 for hit in hits)
        return sum(hits) if 2 * matched >= len(hits) else None

    def _when(self, conference: Conference) -> tuple[int, int]:
        """Return a group and a place in it: open calls, other future conferences, past ones."""
        if conference.deadline >= self.today:
            return 0, _days(conference.deadline)
        if conference.start >= self.today:
            return 1, _days(conference.start)
        return 2, -_days(conference.start)


def _days(day: date) -> int:
    return day.toordinal()


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdecimal()
