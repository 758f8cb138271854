"""People in films, with their work only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property

import msgspec

from m3bench_world.films.titles import TitleIndex

_FIRST_ID = 1_000
_DEPARTMENTS = ("Acting", "Directing", "Writing")


class Person(msgspec.Struct, frozen=True):
    """A person named in a film, with films by department."""

    id: int
    name: str
    credits: dict[str, tuple[int, ...]]
    """Acting, Directing, Writing → ids of films."""

    @property
    def department(self) -> str:
        return max(_DEPARTMENTS, key=lambda kind: (len(self.credits[kind]), -_DEPARTMENTS.index(kind)))


class People:
    """All people, numbered alphabetically."""

    def __init__(self, columns: Sequence[Sequence[str | None]], film_id: Callable[[int], int]) -> None:
        self._columns = columns
        self._film_id = film_id

    @cached_property
    def _names(self) -> list[str]:
        lists = (names.split(", ") for column in self._columns for names in column if names)
        return sorted({name for names in lists for name in names if name})

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {name: _FIRST_ID + index for index, name in enumerate(self._names)}

    @cached_property
    def _index(self) -> TitleIndex:
        return TitleIndex(self._names)

    def id_of(self, name: str) -> int:
        return self._ids[name]

    def person(self, person_id: int) -> Person | None:
        place = person_id - _FIRST_ID
        return self._person(place) if 0 <= place < len(self._names) else None

    def search(self, text: str, limit: int) -> list[Person]:
        found = self._index.search(text)
        ranked = sorted(found, key=lambda place: (-found[place], place))
        people = [self._person(place) for place in ranked[: 4 * limit]]
        return sorted(people, key=lambda one: (-found[one.id - _FIRST_ID], -_made(one), one.id))[:limit]

    def near(self, text: str) -> list[str]:
        return self._index.near(text)

    def _person(self, place: int) -> Person:
        name = self._names[place]
        made: dict[str, list[int]] = defaultdict(list)
        for kind, column in zip(_DEPARTMENTS, self._columns, strict=True):
            for film, names in enumerate(column):
                if names and name in names and name in names.split(", "):
                    made[kind].append(self._film_id(film))
        return Person(_FIRST_ID + place, name, {kind: tuple(made[kind]) for kind in _DEPARTMENTS})


def _made(person: Person) -> int:
    return sum(map(len, person.credits.values()))
