"""Corrections of laboratory values."""

from __future__ import annotations

from typing import Any

from m3bench_world.servers.mcp_bench.medical_calculator.checking import (
    ALBUMIN,
    CALCIUM,
    GLUCOSE,
    SODIUM,
    Span,
    check,
)

INSULIN = Span(0.1, 1000, "µIU/mL")


def correct_calcium(calcium: float, albumin: float, normal: float) -> dict[str, Any]:
    """Payne (Br Med J 1973;4:643), in mg/dL: 0.8 for each g/dL of albumin."""
    check(calcium, "serum_calcium", CALCIUM)
    check(albumin, "patient_albumin", ALBUMIN)
    check(normal, "normal_albumin", Span(3, 5.5, "g/dL", (30, 55), "g/L: divide by 10"))
    corrected = round(calcium + 0.8 * (normal - albumin), 2)
    return {
        "measured_calcium": calcium,
        "corrected_calcium": corrected,
        "unit": "mg/dL",
        "interpretation": "low" if corrected < 8.5 else "normal" if corrected <= 10.5 else "high",
        "albumin_status": "low" if albumin < 3.5 else "normal" if albumin <= 5.5 else "high",
        "working": f"{calcium:g} + 0.8 · ({normal:g} − {albumin:g}) = {corrected:g}",
    }


def correct_sodium(sodium: float, glucose: float) -> dict[str, Any]:
    """Katz (N Engl J Med 1973;289:843) and Hillier (Am J Med 1999;106:399); glucose up to 100 needs none."""
    check(sodium, "measured_sodium", SODIUM)
    excess = max(check(glucose, "serum_glucose", GLUCOSE) - 100, 0) / 100
    return {
        "measured_sodium": sodium,
        "serum_glucose": glucose,
        "katz": round(sodium + 1.6 * excess, 2),
        "hillier": round(sodium + 2.4 * excess, 2),
        "unit": "mEq/L",
        "working": "sodium + 1.6 (Katz) or 2.4 (Hillier) · (glucose − 100) / 100",
    }


def insulin_resistance(insulin: float, glucose: float) -> float:
    """HOMA-IR (Matthews, Diabetologia 1985;28:412); 405 is 22.5 for glucose in mg/dL."""
    return round(
        check(insulin, "fasting_insulin", INSULIN) * check(glucose, "fasting_glucose", GLUCOSE) / 405, 3
    )
