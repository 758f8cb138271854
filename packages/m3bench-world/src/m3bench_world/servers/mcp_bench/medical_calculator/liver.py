"""Scores of liver disease."""

from __future__ import annotations

import math

from m3bench.servers.kit import check_choice, check_range
from m3bench_world.servers.mcp_bench.medical_calculator.checking import (
    ALBUMIN,
    BILIRUBIN,
    CREATININE,
    INR,
    SODIUM,
    Span,
    check,
)

ASCITES = ("absent", "slight", "moderate")


def child_pugh(bilirubin: float, albumin: float, inr: float, ascites: str, encephalopathy_grade: int) -> int:
    """Child-Pugh (Pugh, Br J Surg 1973;60:646), with INR 1.7 and 2.3 for the prothrombin time."""
    check(bilirubin, "bilirubin", BILIRUBIN)
    check(albumin, "albumin", ALBUMIN)
    check(inr, "inr", INR)
    fluid = ASCITES.index(check_choice(ascites, "ascites", ASCITES)) + 1
    grade = check_range(encephalopathy_grade, "encephalopathy_grade", 0, 4)
    points = (
        1 if bilirubin < 2 else 2 if bilirubin <= 3 else 3,
        1 if albumin > 3.5 else 2 if albumin >= 2.8 else 3,
        1 if inr < 1.7 else 2 if inr <= 2.3 else 3,
        fluid,
        1 if grade == 0 else 2 if grade <= 2 else 3,
    )
    return sum(points)


def meld(
    *,
    age: int,
    female: bool,
    bilirubin: float,
    inr: float,
    creatinine: float,
    albumin: float,
    sodium: float,
    dialysis: bool,
) -> int:
    """MELD 3.0 (Kim, Gastroenterology 2021;161:1887).

    From 12 to 17 years the points of women are given to both sexes (OPTN policy 9.1.D).
    """
    check(age, "age", Span(12, 120, "years"))
    bili = math.log(max(check(bilirubin, "bilirubin", BILIRUBIN), 1.0))
    clotting = math.log(max(check(inr, "inr", INR), 1.0))
    kidney = check(creatinine, "creatinine", CREATININE)
    kidney = math.log(3.0 if dialysis else min(max(kidney, 1.0), 3.0))
    salt = 137 - min(max(check(sodium, "sodium", SODIUM), 125), 137)
    protein = 3.5 - min(max(check(albumin, "albumin", ALBUMIN), 1.5), 3.5)
    score = 1.33 * (female or age < 18) + 4.56 * bili + 0.82 * salt - 0.24 * salt * bili
    score += 9.09 * clotting + 11.14 * kidney + 1.85 * protein - 1.83 * protein * kidney + 6
    return min(max(math.floor(score + 0.5), 6), 40)
