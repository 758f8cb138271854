"""Weight, height and body surface."""

from __future__ import annotations

import math
from typing import Any

from m3bench.servers.kit import check_choice
from m3bench_world.servers.mcp_bench.medical_calculator.checking import (
    HEIGHT_CM,
    HEIGHT_INCHES,
    WEIGHT,
    check,
)

# WHO, Technical Report Series 854 (1995) and 894 (2000); the names are those of healthcare-mcp.
_CLASSES = (
    (16.0, "Severe thinness"),
    (17.0, "Moderate thinness"),
    (18.5, "Underweight"),
    (25.0, "Normal weight"),
    (30.0, "Overweight"),
    (35.0, "Obesity class I"),
    (40.0, "Obesity class II"),
)


def body_mass_class(bmi: float) -> str:
    return next((name for bound, name in _CLASSES if bmi < bound), "Obesity class III")


def ideal_weight(inches: float, *, male: bool) -> float:
    """Devine (Drug Intell Clin Pharm 1974;8:650), in kg."""
    return (50.0 if male else 45.5) + 2.3 * (inches - 60)


def adjusted_weight(weight: float, ideal: float) -> float:
    """The ideal weight and 40 % of what exceeds it (Bauer, Eur J Clin Pharmacol 1983;24:643)."""
    return ideal + 0.4 * (weight - ideal)


def mass_and_surface(weight: float, height: float, height_unit: str) -> dict[str, Any]:
    """Body-mass index, and body surface by Mosteller (N Engl J Med 1987;317:1098)."""
    unit = check_choice(height_unit, "height_unit", ("cm", "m"))
    centimetres = check(height * (1 if unit == "cm" else 100), "height", HEIGHT_CM)
    check(weight, "weight", WEIGHT)
    bmi = round(weight / (centimetres / 100) ** 2, 2)
    return {
        "bmi": bmi,
        "bmi_class": body_mass_class(bmi),
        "bsa_m2": round(math.sqrt(weight * centimetres / 3600), 3),
        "weight_kg": weight,
        "height_cm": round(centimetres, 2),
        "formulas": {"bmi": "kg / m²", "bsa": "√(kg · cm / 3600), Mosteller"},
        "note": "Classes are for adults.",
    }


def weights(weight: float, inches: float, *, male: bool) -> dict[str, Any]:
    """Ideal and adjusted weight, and the share of the ideal."""
    check(weight, "weight_kg", WEIGHT)
    ideal = ideal_weight(check(inches, "height_inches", HEIGHT_INCHES), male=male)
    share = 100 * weight / ideal
    return {
        "actual_weight_kg": weight,
        "ideal_weight_kg": round(ideal, 2),
        "adjusted_weight_kg": round(adjusted_weight(weight, ideal), 2),
        "percent_of_ideal": round(share, 1),
        "status": _status(share),
        "formulas": {
            "ideal": f"{50 if male else 45.5} + 2.3 · (inches − 60), Devine",
            "adjusted": "ideal + 0.4 · (actual − ideal)",
        },
    }


def _status(share: float) -> str:
    """Bounds of dosing by weight: the ideal, and 120 % of it."""
    if share < 100:
        return "below ideal weight: dose by actual weight"
    if share <= 120:
        return "not obese: within 120 % of ideal weight"
    return "obese: above 120 % of ideal weight; consider the adjusted weight"
