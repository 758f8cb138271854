"""One company and its people: its tables are made when they are first used."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import cached_property
from random import Random
from typing import Final

from m3bench.core import normalize
from m3bench_world.authors import person
from m3bench_world.chance import Chance
from m3bench_world.service.accounts import accounts, bookings, offers
from m3bench_world.service.orders import orders, products, vouchers
from m3bench_world.service.tables import Profile, Record
from m3bench_world.service.tickets import tickets

TABLES: Final = {
    "customers": "C",
    "products": "P",
    "vouchers": "V",
    "orders": "O",
    "offers": "F",
    "bookings": "B",
    "accounts": "A",
    "tickets": "T",
}
"""The tables of a company, and the letter in the ids of their records: order `BRI-O20101`."""


class Company:
    """A company and the records of its service, by table and id. Records must not be changed in place."""

    def __init__(self, chance: Chance, profile: Profile, now: datetime) -> None:
        self._chance, self._profile, self._now = chance, profile, now
        self.code, self.name, self.domain = profile.code, profile.name, profile.domain
        self.currency, self.teams = profile.currency, profile.teams

    def table(self, name: str) -> dict[str, Record]:
        """Return the records of one of `TABLES`."""
        if name not in TABLES:
            raise KeyError(name)
        records: dict[str, Record] = getattr(self, name)
        return records

    @cached_property
    def agents(self) -> dict[str, str]:
        """The people of the service and their teams."""
        return agents(self._chance, self._profile)

    @cached_property
    def customers(self) -> dict[str, Record]:
        return customers(self._chance, self._profile, self._now)

    @cached_property
    def products(self) -> dict[str, Record]:
        """Goods, with their stock, and tariffs."""
        return products(self._chance, self._profile)

    @cached_property
    def vouchers(self) -> dict[str, Record]:
        return vouchers(self._chance, self._profile, self._now) if self._of_kind("goods") else {}

    @cached_property
    def orders(self) -> dict[str, Record]:
        return orders(self._chance, self._profile, self._now, self.customers, self._of_kind("goods"))

    @cached_property
    def offers(self) -> dict[str, Record]:
        """What can be booked."""
        return offers(self._chance, self._profile, self._now)

    @cached_property
    def bookings(self) -> dict[str, Record]:
        return bookings(self._chance, self._now, self.customers, self.offers)

    @cached_property
    def accounts(self) -> dict[str, Record]:
        return accounts(self._chance, self._profile, self._now, self.customers, self._of_kind("tariff"))

    @cached_property
    def tickets(self) -> dict[str, Record]:
        about = {"orders": self.orders, "bookings": self.bookings, "accounts": self.accounts}
        return tickets(self._chance, self._profile, self._now, about, self.agents)

    def _of_kind(self, kind: str) -> list[Record]:
        return [product for product in self.products.values() if product["kind"] == kind]


COUNT = 28
NAMESAKES, DUPLICATE = (5, 6), (3, 27)
"""Numbers of two people with the same name, and of two records of the same person."""
_STREETS = (
    "Alder Lane", "Bridge Street", "Canal Walk", "Elm Road", "Foundry Street", "Garden Row", "Hill Street",
    "Kiln Close", "Market Square", "Mill Lane", "Orchard Way", "Quay Street", "Station Road", "Tower Street",
)  # fmt: skip
_TIERS = ("standard", "standard", "standard", "silver", "silver", "gold")
_LANGUAGES = ("en", "en", "en", "de", "fr", "es", "it", "nl", "pt")
_ANSWERS = {
    "first_school": ("Hillside", "Saint Brigid", "Northfield", "Riverbank", "Oakwood", "Lindenhof"),
    "birth_town": ("Ashford", "Mirandela", "Kendal", "Tralee", "Amberg", "Vesoul"),
    "first_pet": ("Biscuit", "Pixel", "Momo", "Tarzan", "Nutmeg", "Flocke"),
    "favourite_dish": ("lasagne", "pea soup", "paella", "dumplings", "fish pie", "goulash"),
}


def customers(chance: Chance, profile: Profile, now: datetime) -> dict[str, Record]:
    """Return the customers of a company by id."""
    made = [_customer(chance, profile, now, number) for number in range(COUNT)]
    made[NAMESAKES[1]]["name"] = made[NAMESAKES[0]]["name"]
    original, double = (made[number] for number in DUPLICATE)
    double |= {key: original[key] for key in ("name", "security", "address", "language")}
    return {each["id"]: each for each in made}


def _customer(chance: Chance, profile: Profile, now: datetime, number: int) -> Record:
    draw = chance.stream("service customer", profile.code, number)
    name = person(chance, "service", profile.code, number)
    born = date(draw.randint(1948, 2005), draw.randint(1, 12), draw.randint(1, 28))
    since = (now - timedelta(days=draw.randint(140, 3000))).date()
    return {
        "id": f"{profile.code}-C{1001 + number}",
        "company": profile.code,
        "name": name,
        "email": f"{_mailbox(name)}{draw.randint(2, 99)}@example.{draw.choice(('org', 'com', 'net'))}",
        "phone": f"+{profile.dial} 555 01{draw.randint(10, 99)} {draw.randint(100, 999)}",
        "address": _address(draw, profile),
        "language": draw.choice(_LANGUAGES),
        "tier": draw.choice(_TIERS),
        "since": since.isoformat(),
        "status": "active",
        "merged_into": None,
        "security": {"date_of_birth": born.isoformat(), **_answers(draw)},
        "failed_verifications": 0,
        "verified_at": None,
    }


def _answers(draw: Random) -> dict[str, str]:
    return {question: draw.choice(_ANSWERS[question]) for question in sorted(draw.sample(list(_ANSWERS), 2))}


def _address(draw: Random, profile: Profile) -> Record:
    return {
        "street": f"{draw.randint(1, 140)} {draw.choice(_STREETS)}",
        "city": draw.choice(profile.cities),
        "postcode": str(draw.randint(10_000, 99_999)),
        "country": profile.country,
    }


def _mailbox(name: str) -> str:
    return ".".join(part.strip(".") for part in normalize(name).split())


def agents(chance: Chance, profile: Profile) -> dict[str, str]:
    """Return the people of the service by name, with their teams: two in each."""
    return {
        person(chance, "service agent", profile.code, team, number): team
        for team in profile.teams
        for number in range(2)
    }
