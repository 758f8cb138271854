"""Scores of the heart and the circulation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from m3bench.servers.kit import check_choice
from m3bench_world.data import written
from m3bench_world.servers.mcp_bench.medical_calculator.checking import AGE, Span, check

QT = Span(150, 1000, "ms", (0.15, 1), "seconds: multiply by 1000")
HEART_RATE = Span(20, 300, "beats a minute")

# Strokes in 100 patient-years at scores 0 to 9 (Lip, Chest 2010;137:263; ESC guideline 2010, table 8).
_STROKES = (0.0, 1.3, 2.2, 3.2, 4.0, 6.7, 9.8, 9.6, 6.7, 15.2)
_WELLS = written("servers/mcp_bench/medical_calculator", "wells", dict[str, float])
# Major cardiac complications in the validation cohort, in per cent (Lee, Circulation 1999;100:1043).
_CARDIAC = ((0.4, "I"), (0.9, "II"), (7.0, "III"), (11.0, "IV"))
# QT in ms, heart rate a minute, RR in seconds.
_QT_FORMULAS: dict[str, tuple[Callable[[float, float, float], float], str]] = {
    "bazett": (lambda qt, _, rr: qt / rr**0.5, "QT / √RR (Heart 1920;7:353)"),
    "fridericia": (lambda qt, _, rr: qt / rr ** (1 / 3), "QT / ∛RR (Acta Med Scand 1920;53:469)"),
    "framingham": (lambda qt, _, rr: qt + 154 * (1 - rr), "QT + 154 · (1 − RR) (Am J Cardiol 1992;70:797)"),
    "hodges": (
        lambda qt, rate, _: qt + 1.75 * (rate - 60),
        "QT + 1.75 · (HR − 60) (J Am Coll Cardiol 1983;1:694)",
    ),
    "rautaharju": (
        lambda qt, rate, _: qt * (120 + rate) / 180,
        "QT · (120 + HR) / 180 (Int J Cardiol 2014;174:535)",
    ),
}


def stroke_score(age: int, *, female: bool, **history: bool) -> dict[str, Any]:
    """CHA₂DS₂-VASc (Lip, Chest 2010;137:263)."""
    check(age, "age", AGE)
    points = {
        "age": 2 if age >= 75 else 1 if age >= 65 else 0,
        "female": int(female),
        **{name: int(present) * (2 if name == "stroke_history" else 1) for name, present in history.items()},
    }
    score = sum(points.values())
    # A woman without another factor is at low risk (ESC guideline, update of 2012).
    low = score == points["female"]
    return {
        "score": score,
        "risk": "low" if low else "intermediate" if score == 1 else "high",
        "stroke_risk_percent_per_year": _STROKES[score],
        "points": points,
    }


def wells(signs: dict[str, bool]) -> dict[str, Any]:
    """Wells' criteria of pulmonary embolism (Thromb Haemost 2000;83:416)."""
    points = {name: _WELLS[name] for name, present in signs.items() if present}
    score = sum(points.values())
    return {
        "score": score,
        "three_tier": "low" if score < 2 else "moderate" if score <= 6 else "high",
        "two_tier": "PE likely" if score > 4 else "PE unlikely",
        "points": points,
    }


def cardiac_index(factors: dict[str, bool]) -> dict[str, Any]:
    """Revised cardiac risk index (Lee, Circulation 1999;100:1043)."""
    present = [name for name, true in factors.items() if true]
    risk, name = _CARDIAC[min(len(present), 3)]
    return {
        "score": len(present),
        "factors": present,
        "risk_percent": risk,
        "risk_class": name,
        "outcome": "major cardiac complication after noncardiac surgery",
    }


def corrected_qt(qt: float, rate: float, formula: str) -> dict[str, Any]:
    name = check_choice(formula, "formula", tuple(_QT_FORMULAS))
    check(qt, "qt_interval", QT)
    rr = 60 / check(rate, "heart_rate", HEART_RATE)
    compute, working = _QT_FORMULAS[name]
    qtc = round(compute(qt, rate, rr), 1)
    reading, risk = _qt_reading(qtc)
    return {
        "qtc_ms": qtc,
        "rr_seconds": round(rr, 4),
        "formula": name,
        "interpretation": reading,
        "risk": risk,
        "working": f"{working}; QT {qt:g} ms, HR {rate:g}",
    }


def _qt_reading(qtc: float) -> tuple[str, str]:
    """Bounds of the AHA/ACCF/HRS (Rautaharju, Circulation 2009;119:e241): 450 ms in men, 460 ms in women."""
    if qtc < 350:
        return "short", "arrhythmia possible"
    if qtc < 450:
        return "normal", "low"
    if qtc < 460:
        return "prolonged in men, normal in women", "slightly raised"
    if qtc < 500:
        return "prolonged", "raised"
    return "markedly prolonged", "high: torsades de pointes"
