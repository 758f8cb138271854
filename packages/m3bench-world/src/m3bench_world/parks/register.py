"""Real parks: names, locations, kinds.

Sequoia and Kings Canyon share one entry because they share one code, so the 63 national parks are 62
entries.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

from m3bench_world.parks.types import Park

_RADIUS_KM = {"S": 1.0, "M": 6.0, "L": 18.0}


def _full_name(name: str, designation: str) -> str:
    if designation == "National Park of":
        return f"{designation} {name}"
    return name if designation.startswith("Part of") or not designation else f"{name} {designation}"


def _park(row: dict[str, str]) -> Park:
    town, state = row["town"].rsplit(", ", 1)
    return Park(
        code=row["code"],
        name=row["name"],
        full_name=_full_name(row["name"], row["designation"]),
        designation="National Park" if row["designation"] == "National Park of" else row["designation"],
        states=tuple(row["states"].split(",")),
        lat=float(row["lat"]),
        lng=float(row["lng"]),
        radius_km=_RADIUS_KM[row["size"]],
        campground_count=int(row["campgrounds"]),
        since=int(row["since"]),
        town=town,
        state=state,
        traits=frozenset(row["traits"].split()),
    )


@cache
def parks() -> dict[str, Park]:
    """Return all parks by code, national parks first, each group sorted by name."""
    text = (files(__package__) / "places.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {row["code"]: _park(row) for row in rows}
