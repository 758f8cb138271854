"""The tables of departments and kinds, read from files of this package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from m3bench_world.museum.types import Culture, Department, Kind


def _rows(name: str) -> list[list[str]]:
    lines = (files(__package__) / name).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split(" | ")] for line in lines if not line.startswith("#")]


@cache
def kinds() -> dict[str, Kind]:
    return {row[0]: _kind(row) for row in _rows("kinds.txt")}


def _kind(row: list[str]) -> Kind:
    name, classification, shape, heights, materials, titles, fact = row
    low, high = heights.split("-")
    return Kind(
        name=name,
        classification=classification,
        shape=shape,
        low=float(low),
        high=float(high),
        materials=tuple(materials.split("; ")),
        titles=tuple(titles.split("; ")),
        fact=fact,
    )


@cache
def departments() -> tuple[Department, ...]:
    return tuple(_department(row) for row in _rows("departments.txt"))


def _department(row: list[str]) -> Department:
    number, name, letters, named, cultures = row
    return Department(
        id=int(number),
        name=name,
        letters=letters,
        kinds=tuple(named.split("; ")),
        cultures=tuple(_culture(text) for text in cultures.split("; ")),
    )


def _culture(text: str) -> Culture:
    name, period, first, last = text.split("@")
    return Culture(name, period, int(first), int(last))
