"""Texts that records of all applications are drawn from. People, companies and addresses are invented."""

from __future__ import annotations

from collections.abc import Callable

from m3bench_world import Chance

_FIRST = (
    "Ada", "Bruno", "Carla", "David", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Katya", "Liam",
    "Mira", "Nils", "Olga", "Pablo", "Rosa", "Samir", "Tessa", "Viktor", "Wanda", "Yusuf",
)  # fmt: skip
_LAST = (
    "Albers", "Brandt", "Castell", "Dorn", "Egger", "Falk", "Galvin", "Hartl", "Ivers", "Jansen", "Keller",
    "Lorenz", "Marsh", "Novak", "Ortega", "Prins", "Quist", "Rossi", "Sorel", "Tamm", "Ulrich", "Vance",
    "Weiss", "Zander",
)  # fmt: skip
_FIRM = (
    "Alder", "Birch", "Cobalt", "Delta", "Ember", "Fjord", "Granite", "Harbour", "Indigo", "Juniper",
    "Kestrel", "Linden", "Meridian", "Northgate", "Orchard", "Pinnacle", "Quarry", "Ridgeway", "Summit",
)  # fmt: skip
_TRADE = ("Trading", "Works", "Partners", "Supply", "Services", "Group", "Logistics", "Studio")
_CITIES = (
    "Aldwick", "Brenford", "Castelmar", "Dunhaven", "Eskdale", "Fairwater", "Gransee", "Holmby", "Inverlay",
    "Kirkstead", "Lindau", "Marlow", "Northolt", "Ostend", "Penrith", "Rosenau",
)  # fmt: skip
_NOTES = (
    "Asked for a written answer.", "Everything as agreed.", "Needs a second look.", "Checked on the phone.",
    "Waiting for a signature.", "Done earlier than planned.", "Photos are in the folder.",
    "To be discussed at the next meeting.", "Colleague will take over.", "No special remarks.",
)  # fmt: skip


def _person(chance: Chance, *key: object) -> str:
    return f"{chance.pick(_FIRST, *key, 'first')} {chance.pick(_LAST, *key, 'last')}"


def _company(chance: Chance, *key: object) -> str:
    return f"{chance.pick(_FIRM, *key, 'firm')} {chance.pick(_TRADE, *key, 'trade')}"


def _city(chance: Chance, *key: object) -> str:
    return chance.pick(_CITIES, *key)


def _email(chance: Chance, *key: object) -> str:
    return f"{_person(chance, *key).lower().replace(' ', '.')}@mail.example"


def _phone(chance: Chance, *key: object) -> str:
    return f"555 01{chance.whole(0, 99, *key):02d}"


def _note(chance: Chance, *key: object) -> str:
    return chance.pick(_NOTES, *key)


POOLS: dict[str, Callable[..., str]] = {
    "person": _person,
    "company": _company,
    "city": _city,
    "email": _email,
    "phone": _phone,
    "note": _note,
}
"""How texts are drawn, by pool: from the chance of the world and a key."""
EXAMPLES = {
    "person": "Ada Brandt",
    "company": "Birch Works",
    "city": "Fairwater",
    "email": "ada.brandt@mail.example",
    "phone": "555 0142",
    "note": "Needs a second look.",
}
"""An example of each pool, for descriptions of parameters."""
