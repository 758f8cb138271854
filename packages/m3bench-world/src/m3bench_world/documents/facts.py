"""What documents are about: companies, people, goods, dates and amounts, drawn from the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any

from m3bench_world.authors import person
from m3bench_world.data import written
from m3bench_world.settings import Settings
from m3bench_world.world import World

_FIRST = (
    "Alder", "Birch", "Cobalt", "Delta", "Ember", "Falcon", "Granite", "Harbour", "Indigo", "Juniper",
    "Kestrel", "Larch", "Meridian", "Northgate", "Orchard", "Pinecrest", "Quarry", "Rowan", "Silver",
    "Tidewater",
)  # fmt: skip
_SECOND = written("documents", "second", tuple[str, ...])
_FORMS = ("Ltd", "LLC", "GmbH", "Inc", "Co")
_STREETS = written("documents", "streets", tuple[str, ...])
_TOWNS = ("Ashford", "Brookfield", "Carlow", "Dunmore", "Eastham", "Fairview", "Glenwood", "Hartley")
GOODS = written("documents", "goods", tuple[tuple[str, int], ...])
DEPARTMENTS = ("Sales", "Accounting", "Human Resources", "Production", "Purchasing", "Support")
REGIONS = ("North", "South", "East", "West", "Central")
ROLES = ("Clerk", "Manager", "Analyst", "Engineer", "Assistant", "Technician")


class Facts:
    """Draws for one document: the same kind and number give the same facts.

    Settings by the name of a draw are said instead of what is drawn: a text, a whole number, or a day.
    """

    def __init__(
        self, world: World, kind: str, number: int, settings: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        self._chance = world.chance
        self._name = ("document", kind, number)
        self.today = world.now.date()
        self.settings = Settings(f"documents of the kind {kind}", settings)

    def whole(self, low: int, high: int, *name: object) -> int:
        return int(self._set(name, self._chance.whole(low, high, *self._name, *name)))

    def pick(self, choices: tuple[str, ...], *name: object) -> str:
        return str(self._set(name, self._chance.pick(choices, *self._name, *name)))

    def bits(self, *name: object) -> int:
        return self._chance.bits(*self._name, *name)

    def ordered(self, choices: tuple[str, ...], *name: object) -> list[str]:
        """Return the choices in a drawn order."""
        return sorted(choices, key=lambda choice: self.bits(*name, choice))

    def person(self, *name: object) -> str:
        return str(self._set(name, person(self._chance, *self._name, *name)))

    def people(self, count: int, *name: object) -> list[str]:
        """Return different people."""
        drawn = (self.person(*name, index) for index in range(10 * count))
        return list(dict.fromkeys(drawn))[:count]

    def company(self, *name: object) -> str:
        parts = (self.pick(_FIRST, *name, 1), self.pick(_SECOND, *name, 2), self.pick(_FORMS, *name, 3))
        return str(self._set(name, " ".join(parts)))

    def address(self, *name: object) -> str:
        street = f"{self.whole(1, 180, *name, 'house')} {self.pick(_STREETS, *name, 'street')}"
        place = f"{self.whole(10_000, 99_999, *name, 'code')} {self.pick(_TOWNS, *name, 'town')}"
        # Who and where they live may have the same name: `buyer` and `buyer address`.
        return str(self._set((" ".join(map(str, dict.fromkeys((*name, "address")))),), f"{street}, {place}"))

    def phone(self) -> str:
        return str(self._set(("phone",), f"555-{self.whole(100, 999, 'p')}-{self.whole(1_000, 9_999, 'q')}"))

    def day(self, first: int, last: int, *name: object) -> date:
        """Return a day between so many days from today, both included; negative ones are past."""
        drawn = self.today + timedelta(days=self._chance.whole(first, last, *self._name, *name))
        return date.fromisoformat(str(self._set(name, drawn)))

    def _set(self, name: Sequence[object], drawn: Any) -> Any:
        """Return a setting, or what is drawn. Only draws with one name can be set."""
        return self.settings.get(str(name[0]), drawn) if len(name) == 1 else drawn

    def goods(self, count: int, *name: object) -> list[tuple[str, int]]:
        """Return different articles and their prices in cents."""
        chosen = sorted(GOODS, key=lambda each: self.bits(*name, each[0]))[:count]
        return [
            (article, usual * self.whole(85, 125, *name, "price", article) // 100)
            for article, usual in chosen
        ]


def money(cents: int) -> str:
    """Return an amount such as `1,249.50`."""
    return f"{cents // 100:,}.{cents % 100:02d}"


def spoken_day(day: date) -> str:
    """Return a date such as `5 November 2025`."""
    return f"{day.day} {day:%B %Y}"
