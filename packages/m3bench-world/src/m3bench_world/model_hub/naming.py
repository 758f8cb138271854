"""Owners and names of invented entries."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from importlib.resources import files

from m3bench_world.chance import Chance

EARLIEST = date(2021, 6, 1)
_DAYS = 1_700
"""Days after the earliest one until which entries are created; the last appear as the clock moves."""
_KNOWN_DAYS = 1_200
"""The same for well-known entries, and for the first of every field, so that no field is empty."""


@cache
def owners() -> tuple[str, ...]:
    """Invented users and organisations."""
    return tuple((files(__package__) / "owners.txt").read_text(encoding="utf-8").split())


def draw_owner(chance: Chance, *name: object) -> str:
    return chance.pick(owners(), "hub owner", *name)


def draw_creation(chance: Chance, *name: object, known: bool = False) -> date:
    most = _KNOWN_DAYS if known else _DAYS
    return EARLIEST + timedelta(days=chance.whole(0, most, "hub created", *name))


def draw_creation_after(chance: Chance, others: list[date], *name: object, known: bool = False) -> date:
    """Draw the day of an entry that is made from others."""
    first = max(others, default=EARLIEST) + timedelta(days=chance.whole(2, 60, "hub made", *name))
    return max(first, draw_creation(chance, *name, known=known))


def draw_hex(chance: Chance, *name: object) -> str:
    """Return 24 hexadecimal digits, as at the end of a collection's id."""
    return f"{chance.bits('hub hex', *name):016x}{chance.bits('hub hex', *name, 'more'):016x}"[:24]


def slugify(title: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())
