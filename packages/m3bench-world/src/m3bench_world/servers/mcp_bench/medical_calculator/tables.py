"""Coefficients of published models, read when a model is first used."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files


@cache
def coefficients(name: str) -> dict[str, dict[str, float]]:
    """Return the columns of a table: for each column, its number in each row by the row's first cell."""
    header, *rows = _rows(name)
    return {
        column: {row[0]: float(row[place]) for row in rows}
        for place, column in enumerate(header[1:], start=1)
    }


@cache
def height_curves(sex: str) -> list[tuple[float, float, float, float]]:
    """Return the height of children by age: months, then L, M and S of the CDC's curve for the sex.

    Source: CDC growth charts of 2000 (Kuczmarski, Vital Health Stat 11 (246), 2002; public domain): recumbent
    length below 24 months, stature from 24 months.
    """
    _, *rows = _rows("height_for_age")
    return [
        (float(m), float(box), float(median), float(s)) for kind, m, box, median, s in rows if kind == sex
    ]


def _rows(name: str) -> list[list[str]]:
    text = files(__package__).joinpath("data", f"{name}.tsv").read_text(encoding="utf-8")
    return list(csv.reader(text.splitlines(), delimiter="\t"))
