"""Checks of clinical values, with hints at the usual mistakes of unit; tables of several formulas."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Annotated, NamedTuple

from m3bench.servers.kit import BadArgument, about, check_choice

Age = Annotated[int, about("Age in years.")]
AdultAge = Annotated[int, about("Age in years, 30 to 79.")]
Albumin = Annotated[float, about("Serum albumin in g/dL.")]
Bilirubin = Annotated[float, about("Total bilirubin in mg/dL.")]
Creatinine = Annotated[float, about("Serum creatinine in mg/dL.")]
Diabetes = Annotated[bool, about("Diabetes mellitus.")]
Diastolic = Annotated[int, about("Diastolic pressure in mmHg.")]
Female = Annotated[bool, about("True for women, false for men.")]
HeartFailure = Annotated[bool, about("Congestive heart failure.")]
Inches = Annotated[float, about("Height in inches.")]
Inr = Annotated[float, about("International normalized ratio.")]
Kilograms = Annotated[float, about("Body weight in kg.")]
Male = Annotated[bool, about("True for men, false for women.")]
Sex = Annotated[str, about("'male' or 'female'.")]
Smoker = Annotated[bool, about("Smokes now.")]
Systolic = Annotated[int, about("Systolic pressure in mmHg.")]
Treated = Annotated[bool, about("Takes medicine against hypertension.")]


class Span(NamedTuple):
    """Plausible values of a quantity, and what a value outside them usually is.

    Ranges are wide enough for the sick; they catch another unit or a missing decimal point.
    """

    low: float
    high: float
    unit: str
    mistaken: tuple[float, float] = (0.0, 0.0)
    advice: str = ""


AGE = Span(18, 120, "years")
ALBUMIN = Span(0.5, 7, "g/dL", (8, 70), "g/L: divide by 10")
BILIRUBIN = Span(0.1, 60, "mg/dL", (60, 1000), "µmol/L: divide by 17.1")
CALCIUM = Span(2, 25, "mg/dL", (0.5, 2), "mmol/L: multiply by 4.008")
CREATININE = Span(0.1, 30, "mg/dL", (30, 2700), "µmol/L: divide by 88.4")
CYSTATIN = Span(0.1, 12, "mg/L")
GLUCOSE = Span(20, 2000, "mg/dL", (1, 20), "mmol/L: multiply by 18.016")
HEIGHT_CM = Span(40, 272, "cm", (0.4, 2.72), "metres: multiply by 100, or pass height_unit 'm'")
HEIGHT_INCHES = Span(48, 96, "inches", (120, 245), "centimetres: divide by 2.54")
INR = Span(0.5, 20, "(a ratio)")
SODIUM = Span(90, 200, "mEq/L")
WEIGHT = Span(2, 650, "kg")


def check(number: float, name: str, span: Span) -> float:
    """Return the number if it lies in the span; otherwise say which values do."""
    if span.low <= number <= span.high:
        return number
    first, last = span.mistaken
    hint = f" (it looks like {span.advice})" if span.advice and first <= number <= last else ""
    raise BadArgument(name, f"{number:g} is not between {span.low:g} and {span.high:g} {span.unit}{hint}")


def check_sex(text: str, name: str = "sex") -> str:
    """Return `male` or `female`; the first letter is enough."""
    word = {"m": "male", "f": "female"}.get(text.strip().casefold(), text)
    return check_choice(word, name, ("male", "female"))


@cache
def coefficients(name: str) -> dict[str, dict[str, float]]:
    """Return the columns of a table: for each column, its number in each row by the row's first cell."""
    header, *rows = _rows(name)
    return {
        column: {row[0]: float(row[index]) for row in rows}
        for index, column in enumerate(header[1:], start=1)
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
