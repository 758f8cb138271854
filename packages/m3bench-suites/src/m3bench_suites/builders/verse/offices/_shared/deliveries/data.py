"""The deliveries of a parcel service."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import NamedTuple

from m3bench.suites import DataFile
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.words import people

FILE = "deliveries.csv"
MANY = 1300
"""So many rows exceed what is shown to a model with the request."""
DEPOTS = ("Ashford", "Brightwater", "Copperfield", "Drayton", "Elmswood", "Foxhollow")
MONTHS = {"January": "2025-01", "February": "2025-02", "March": "2025-03", "April": "2025-04"}
_FIRST_DAY, _DAYS = date(2025, 1, 1), 119


class Delivery(NamedTuple):
    """A tour of a driver on one day."""

    delivery: str
    day: str
    depot: str
    driver: str
    parcels: int
    kilometres: float
    minutes: int
    status: str
    """`late` or `on time`: words that no reader takes for true and false."""


def draw_deliveries(draw: TaskDraw, part: int = 0, *, count: int = 260, depots: int = 5) -> list[Delivery]:
    """Draw deliveries, in the order of their numbers."""
    places = draw.sample(DEPOTS, depots, "depots", part)
    drivers = people(draw, 11, "drivers", part)
    found, number = [], draw.whole(1000, 4000, "first", part)
    for index in range(count):
        number += draw.whole(1, 4, "number", part, index)
        driver = draw.pick(drivers, "driver", part, index)
        day = _FIRST_DAY + timedelta(days=draw.whole(0, _DAYS, "day", part, index))
        found.append(
            Delivery(
                f"D{number}",
                day.isoformat(),
                draw.pick(places, "depot", part, driver, draw.whole(0, 2, "turn", part, index)),
                driver,
                draw.whole(8, 90, "parcels", part, index),
                draw.whole(120, 2400, "kilometres", part, index) / 10,
                draw.whole(60, 480, "minutes", part, index),
                "late" if draw.whole(1, 100, "late", part, index) <= 22 else "on time",
            )
        )
    return found


def table_file(name: str, header: Iterable[str], rows: Iterable[Iterable[object]]) -> DataFile:
    """Return a CSV file."""
    return DataFile(name, "csv", [list(header), *(list(row) for row in rows)])


def deliveries_file(rows: Iterable[Delivery]) -> DataFile:
    """Return the file of the deliveries."""
    return table_file(FILE, Delivery._fields, rows)


def sums(
    rows: Iterable[Delivery], key: Callable[[Delivery], str], value: Callable[[Delivery], float] = lambda _: 1
) -> dict[str, float]:
    """Return the sum of a value by a key, in the order of the keys."""
    found: defaultdict[str, float] = defaultdict(float)
    for row in rows:
        found[key(row)] += value(row)
    return {name: round(found[name], 1) for name in sorted(found)}


def leader(values: dict[str, float]) -> str | None:
    """Return the key of the largest value, unless two share it."""
    ranked = sorted(values, key=lambda name: values[name], reverse=True)
    clear = len(ranked) > 1 and values[ranked[0]] > values[ranked[1]]
    return ranked[0] if clear else None
