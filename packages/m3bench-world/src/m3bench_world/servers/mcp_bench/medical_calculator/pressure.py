"""Blood pressure: the mean of a cycle, and percentiles of children."""

from __future__ import annotations

import math
from bisect import bisect_right
from statistics import NormalDist
from typing import Annotated

from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.mcp_bench.medical_calculator.checking import (
    Diastolic,
    Sex,
    Span,
    Systolic,
    check,
    check_sex,
    coefficients,
    height_curves,
)

SYSTOLIC = Span(40, 300, "mmHg", (4, 30), "kPa: multiply by 7.5")
DIASTOLIC = Span(15, 200, "mmHg", (2, 15), "kPa: multiply by 7.5")
CHILD_HEIGHT = Span(60, 220, "cm", (23, 60), "inches: multiply by 2.54")
_NORMAL = NormalDist()


def check_pressures(systolic: float, diastolic: float, names: tuple[str, str]) -> None:
    check(systolic, names[0], SYSTOLIC)
    check(diastolic, names[1], DIASTOLIC)
    if diastolic >= systolic:
        raise BadArgument(names[1], f"{diastolic:g} is not below the systolic pressure, {systolic:g}")


def map_calculator(sbp: Systolic, dbp: Diastolic) -> Answer:
    """Mean arterial pressure from systolic and diastolic pressure."""
    check_pressures(sbp, dbp, ("sbp", "dbp"))
    mean = {"mean_arterial_pressure": round((sbp + 2 * dbp) / 3, 2), "unit": "mmHg"}
    return Answer(mean | {"formula": "(SBP + 2 · DBP) / 3", "sbp": sbp, "dbp": dbp})


def height_score(months: float, height: float, sex: str) -> float:
    """Return the z-score of a height, by the CDC's LMS curves (between two months, interpolated)."""
    rows = height_curves(sex)
    above = min(bisect_right(rows, months, key=lambda row: row[0]), len(rows) - 1)
    below = rows[above - 1]
    share = (months - below[0]) / (rows[above][0] - below[0])
    # At 24 months length gives way to stature: no curve leads from one to the other.
    share = min(share, 1.0) if not below[0] < 24 <= rows[above][0] else 0.0
    box, median, spread = (
        low + share * (high - low) for low, high in zip(below[1:], rows[above][1:], strict=True)
    )
    ratio = height / median
    return (math.pow(ratio, box) - 1) / (box * spread) if abs(box) > 1e-9 else math.log(ratio) / spread


def expected(kind: str, years: float, z: float, sex: str) -> tuple[float, float]:
    """Return the mean and the spread of a pressure.

    Source: the Fourth Report on blood pressure in children, appendix B (Pediatrics 2004;114:555).
    """
    numbers = coefficients("child_pressure")[f"{sex} {kind}"]
    mean = numbers["mean"]
    mean += sum(numbers[f"age{power}"] * (years - 10) ** power for power in range(1, 5))
    mean += sum(numbers[f"height{power}"] * z**power for power in range(1, 5))
    return mean, numbers["spread"]


def bp_children(
    years: Annotated[int, about("Full years of age, 1 to 17.")],
    months: Annotated[int, about("Months beyond the full years, 0 to 11.")],
    height: Annotated[int, about("Height in cm.")],
    sex: Sex,
    systolic: Systolic,
    diastolic: Diastolic,
) -> Answer:
    """Percentiles of a child's blood pressure for sex, age and height (Fourth Report, 2004)."""
    check_range(years, "years", 1, 17)
    check_range(months, "months", 0, 11)
    check(height, "height", CHILD_HEIGHT)
    check_pressures(systolic, diastolic, ("systolic", "diastolic"))
    sex = check_sex(sex)
    z = height_score(12 * years + months, height, sex)
    if abs(z) > 4:
        raise BadArgument(
            "height", f"{height} cm is {z:+.1f} standard deviations from the mean at this age; check it"
        )
    age = years + months / 12
    positions = {
        kind: _position(pressure, *expected(kind, age, z, sex))
        for kind, pressure in (("systolic", systolic), ("diastolic", diastolic))
    }
    return Answer(
        {
            **{f"{kind}_percentile": position["percentile"] for kind, position in positions.items()},
            "category": _category(systolic, diastolic, positions),
            "height_percentile": _percentile(z),
            **positions,
            "reference": "Fourth Report 2004; height by the CDC charts of 2000",
        }
    )


def _percentile(z: float) -> float:
    return round(100 * _NORMAL.cdf(z), 1)


def _position(pressure: float, mean: float, spread: float) -> dict[str, float]:
    z = (pressure - mean) / spread
    marks = {
        f"p{share}": round(mean + _NORMAL.inv_cdf(share / 100) * spread, 1) for share in (50, 90, 95, 99)
    }
    return {"percentile": _percentile(z), "z_score": round(z, 3), **marks}


def _category(systolic: int, diastolic: int, positions: dict[str, dict[str, float]]) -> str:
    """The Fourth Report's table 3; the higher of the two pressures decides."""
    values = ((systolic, positions["systolic"]), (diastolic, positions["diastolic"]))
    if any(value > mark["p99"] + 5 for value, mark in values):
        return "stage 2 hypertension range"
    if any(value >= mark["p95"] for value, mark in values):
        return "stage 1 hypertension range"
    if any(value >= mark["p90"] for value, mark in values) or systolic >= 120 or diastolic >= 80:
        return "prehypertension range"
    return "normal"
