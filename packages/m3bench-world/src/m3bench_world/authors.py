"""Invented authors of papers, books and works of art."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from m3bench_world.chance import Chance


@cache
def names() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return given names and family names."""
    text = (files("m3bench_world") / "authors.txt").read_text(encoding="utf-8")
    given, family = text.removeprefix("[given]").split("[family]")
    return tuple(given.split()), tuple(family.split())


def person(chance: Chance, *name: object) -> str:
    """Draw a full name from the world's seed."""
    given, family = names()
    bits = chance.bits("person", *name)
    first, last = given[bits % len(given)], family[(bits >> 16) % len(family)]
    middle = "ABCDEFGHIJKLMNOPRSTVW"[(bits >> 32) % 21]
    return f"{first} {middle}. {last}" if (bits >> 48) % 10 < 3 else f"{first} {last}"
