"""Kidney function of adults."""

from __future__ import annotations

from typing import Any

from m3bench_world.servers.mcp_bench.medical_calculator.body import adjusted_weight, ideal_weight
from m3bench_world.servers.mcp_bench.medical_calculator.checking import (
    AGE,
    CREATININE,
    CYSTATIN,
    HEIGHT_INCHES,
    WEIGHT,
    check,
    check_sex,
)

INCH = 0.0254


def egfr_creatinine(scr: float, age: int, *, male: bool) -> float:
    """CKD-EPI 2021 from creatinine, without race (Inker, N Engl J Med 2021;385:1737)."""
    kappa, alpha = (0.9, -0.302) if male else (0.7, -0.241)
    ratio = check(scr, "scr", CREATININE) / kappa
    rate = 142 * min(ratio, 1) ** alpha * max(ratio, 1) ** -1.200 * 0.9938 ** check(age, "age", AGE)
    return round(float(rate) * (1 if male else 1.012), 2)


def egfr_both(scr: float, scys: float, age: int, *, male: bool) -> dict[str, Any]:
    """CKD-EPI 2021 from creatinine and cystatin C (Inker, N Engl J Med 2021;385:1737)."""
    kappa, alpha = (0.9, -0.144) if male else (0.7, -0.219)
    creatinine = check(scr, "scr", CREATININE) / kappa
    cystatin = check(scys, "scys", CYSTATIN) / 0.8
    rate = 135 * min(creatinine, 1) ** alpha * max(creatinine, 1) ** -0.544
    rate *= min(cystatin, 1) ** -0.323 * max(cystatin, 1) ** -0.778
    rate *= 0.9961 ** check(age, "age", AGE) * (1 if male else 0.963)
    return {
        "eGFR": round(rate, 2),
        "unit": "mL/min/1.73 m²",
        "equation": "CKD-EPI 2021, creatinine and cystatin C",
        "constants": {"kappa": kappa, "alpha": alpha, "sex_factor": 1 if male else 0.963},
    }


def creatinine_clearance(age: int, weight: float, height: float, scr: float, sex: str) -> dict[str, Any]:
    """Cockcroft & Gault (Nephron 1976;16:31), with the weight that suits the build.

    The choice follows Winter (Pharmacotherapy 2012;32:604): the actual weight of the underweight, the ideal
    weight at a normal body-mass index, and the adjusted weight above.
    """
    male = check_sex(sex) == "male"
    check(age, "age", AGE)
    inches = check(height, "height", HEIGHT_INCHES)
    weights = {"actual": check(weight, "weight", WEIGHT), "ideal": ideal_weight(inches, male=male)}
    weights["adjusted"] = adjusted_weight(weight, weights["ideal"])
    bmi = weight / (inches * INCH) ** 2
    used = "actual" if bmi < 18.5 else "ideal" if bmi < 25 else "adjusted"
    per_kilogram = (140 - age) * (1 if male else 0.85) / (72 * check(scr, "scr", CREATININE))
    return {
        "creatinine_clearance": round(weights[used] * per_kilogram, 1),
        "unit": "mL/min",
        "weight_used": used,
        "bmi": round(bmi, 2),
        **{f"{kind}_weight_kg": round(kilograms, 2) for kind, kilograms in weights.items()},
        "clearance_by_weight": {kind: round(each * per_kilogram, 1) for kind, each in weights.items()},
    }
