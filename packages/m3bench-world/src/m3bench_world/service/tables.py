"""The written tables: companies, goods, tariffs, and what can be booked."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

Record = dict[str, Any]
"""A record as JSON. Amounts are whole numbers of cents."""


class Profile(msgspec.Struct, frozen=True):
    """What is written about a company."""

    code: str
    domain: str
    name: str
    currency: str
    country: str
    dial: str
    cities: tuple[str, ...]
    teams: tuple[str, ...]


class BookingClass(msgspec.Struct, frozen=True):
    """A fare, rate or kind of place, with the rules of change and cancellation."""

    name: str
    percent: int
    """The price in percent of the offer's."""
    change_fee_cents: int
    cancel_percent: int
    """What a cancellation costs, in percent of the price."""
    free_hours: int
    """Changes and cancellations are free until so many hours before the start; −1: never."""


class Bookable(msgspec.Struct, frozen=True):
    """What a domain offers for booking."""

    kind: str
    offers: tuple[tuple[str, int, int], ...]
    """Name, cents, hours."""
    classes: tuple[BookingClass, ...]
    extras: tuple[tuple[str, int], ...]


def stamp(moment: datetime) -> str:
    """Return a time as records have it: `2025-11-05T15:00:00Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _rows(name: str) -> list[list[str]]:
    text = (files("m3bench_world.service") / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


@cache
def profiles() -> dict[str, Profile]:
    """Return the companies by code."""
    found = {}
    for code, domain, name, currency, country, dial, cities, teams in _rows("companies.tsv"):
        places, groups = tuple(cities.split("|")), tuple(teams.split("|"))
        found[code] = Profile(code, domain, name, currency, country, dial, places, groups)
    return found


@cache
def goods(domain: str, kind: str) -> tuple[tuple[str, int], ...]:
    """Return names and usual prices of the `goods` or `tariff`s of a domain."""
    return tuple((row[2], int(row[3])) for row in _rows("goods.tsv") if row[:2] == [domain, kind])


@cache
def bookable(domain: str) -> Bookable | None:
    """Return what can be booked in a domain; None if nothing can."""
    rows = [row for row in _rows("offers.tsv") if row[0] == domain]
    if not rows:
        return None
    return Bookable(
        rows[0][1],
        tuple((row[3], int(row[4]), int(row[5])) for row in rows if row[2] == "offer"),
        tuple(BookingClass(row[3], *(int(cell) for cell in row[4:8])) for row in rows if row[2] == "class"),
        tuple((row[3], int(row[4])) for row in rows if row[2] == "extra"),
    )
