"""One company: its tables are made when they are first used."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Final

from m3bench_world.chance import Chance
from m3bench_world.service.accounts import accounts
from m3bench_world.service.bookings import bookings, offers
from m3bench_world.service.orders import orders, products, vouchers
from m3bench_world.service.people import agents, customers
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
