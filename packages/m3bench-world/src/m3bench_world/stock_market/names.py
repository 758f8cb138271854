"""Invented persons, brokers, funds and publishers."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from m3bench_world.chance import Chance

PAPERS = (
    ("Market Lantern", "marketlantern.example.com"),
    ("The Ticker Post", "tickerpost.example.org"),
    ("Closing Bell Review", "closingbell.example.net"),
    ("Ledger Daily", "ledgerdaily.example.com"),
)


@cache
def _lists() -> dict[str, list[str]]:
    lines = (files(__package__) / "names.txt").read_text(encoding="utf-8").splitlines()
    return {kind: names.split("|") for kind, names in (line.split("\t") for line in lines)}


def brokers() -> list[str]:
    return _lists()["brokers"]


def institutions() -> list[str]:
    return _lists()["institutions"]


def funds() -> list[str]:
    return _lists()["funds"]


def person(chance: Chance, *name: object) -> str:
    first, last = _lists()["first_names"], _lists()["last_names"]
    return f"{chance.pick(first, 'first', *name)} {chance.pick(last, 'last', *name)}"


def sample(chance: Chance, choices: list[str], number: int, *name: object) -> list[str]:
    """Return different choices in random order."""
    return sorted(choices, key=lambda choice: chance.bits("some", *name, choice))[:number]
