"""Scores of the heart and the circulation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from m3bench.servers.kit import Answer, about, check_choice
from m3bench_world.data import written
from m3bench_world.servers.mcp_bench.medical_calculator.checking import (
    AGE,
    Age,
    Diabetes,
    Female,
    HeartFailure,
    Span,
    check,
)

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


# Lip, Chest 2010;137:263.
def chads2_vasc_score(
    age: Age,
    female: Female,
    chf: HeartFailure,
    hypertension: Annotated[bool, about("Hypertension.")],
    stroke_history: Annotated[bool, about("Earlier stroke, TIA or thromboembolism.")],
    vascular_disease: Annotated[
        bool, about("Myocardial infarction, peripheral artery disease, aortic plaque.")
    ],
    diabetes: Diabetes,
) -> Answer:
    """CHA₂DS₂-VASc score of the risk of stroke in atrial fibrillation."""
    check(age, "age", AGE)
    points = {
        "age": 2 if age >= 75 else 1 if age >= 65 else 0,
        "female": int(female),
        "chf": int(chf),
        "hypertension": int(hypertension),
        "stroke_history": 2 * stroke_history,
        "vascular_disease": int(vascular_disease),
        "diabetes": int(diabetes),
    }
    score = sum(points.values())
    # A woman without another factor is at low risk (ESC guideline, update of 2012).
    low = score == points["female"]
    risk = "low" if low else "intermediate" if score == 1 else "high"
    yearly = _STROKES[score]
    return Answer({"score": score, "risk": risk, "stroke_risk_percent_per_year": yearly, "points": points})


# Thromb Haemost 2000;83:416. The table of points is in the order of the parameters.
def wells_pe_criteria(
    clinical_signs_dvt: Annotated[bool, about("Signs of a deep vein thrombosis (3 points).")] = False,
    alternative_diagnosis_less_likely: Annotated[
        bool, about("Embolism is the likeliest diagnosis (3).")
    ] = False,
    heart_rate_over_100: Annotated[bool, about("More than 100 beats a minute (1.5).")] = False,
    immobilization_or_surgery: Annotated[bool, about("3 days in bed, or surgery in 4 weeks (1.5).")] = False,
    previous_dvt_or_pe: Annotated[bool, about("Earlier thrombosis or embolism (1.5).")] = False,
    hemoptysis: Annotated[bool, about("Coughs up blood (1).")] = False,
    malignancy: Annotated[bool, about("Cancer treated in the last 6 months (1).")] = False,
) -> Answer:
    """Wells' score of the probability of pulmonary embolism."""
    first = (clinical_signs_dvt, alternative_diagnosis_less_likely, heart_rate_over_100)
    signs = (*first, immobilization_or_surgery, previous_dvt_or_pe, hemoptysis, malignancy)
    points = {name: weight for (name, weight), present in zip(_WELLS.items(), signs, strict=True) if present}
    score = sum(points.values())
    return Answer(
        {
            "score": score,
            "three_tier": "low" if score < 2 else "moderate" if score <= 6 else "high",
            "two_tier": "PE likely" if score > 4 else "PE unlikely",
            "points": points,
        }
    )


# Lee, Circulation 1999;100:1043.
def revised_cardiac_risk_index(
    high_risk_surgery: Annotated[
        bool, about("Intraperitoneal, intrathoracic or suprainguinal vascular.")
    ] = False,
    ischemic_heart_disease: Annotated[bool, about("Ischemic heart disease.")] = False,
    congestive_heart_failure: HeartFailure = False,
    cerebrovascular_disease: Annotated[bool, about("Stroke or TIA.")] = False,
    insulin_treatment: Annotated[bool, about("Diabetes treated with insulin.")] = False,
    creatinine_over_2mg: Annotated[bool, about("Creatinine above 2 mg/dL.")] = False,
) -> Answer:
    """Revised cardiac risk index before noncardiac surgery (Lee)."""
    factors = {
        "high_risk_surgery": high_risk_surgery,
        "ischemic_heart_disease": ischemic_heart_disease,
        "congestive_heart_failure": congestive_heart_failure,
        "cerebrovascular_disease": cerebrovascular_disease,
        "insulin_treatment": insulin_treatment,
        "creatinine_over_2mg": creatinine_over_2mg,
    }
    present = [name for name, true in factors.items() if true]
    risk, name = _CARDIAC[min(len(present), 3)]
    return Answer(
        {
            "score": len(present),
            "factors": present,
            "risk_percent": risk,
            "risk_class": name,
            "outcome": "major cardiac complication after noncardiac surgery",
        }
    )


def qtc_calculator(
    qt_interval: Annotated[float, about("QT interval in ms.")],
    heart_rate: Annotated[float, about("Beats a minute.")],
    formula: Annotated[str, about("bazett, fridericia, framingham, hodges or rautaharju.")] = "bazett",
) -> Answer:
    """QT interval corrected for the heart rate."""
    name = check_choice(formula, "formula", tuple(_QT_FORMULAS))
    check(qt_interval, "qt_interval", QT)
    rr = 60 / check(heart_rate, "heart_rate", HEART_RATE)
    compute, working = _QT_FORMULAS[name]
    qtc = round(compute(qt_interval, heart_rate, rr), 1)
    reading, risk = _qt_reading(qtc)
    return Answer(
        {
            "qtc_ms": qtc,
            "rr_seconds": round(rr, 4),
            "formula": name,
            "interpretation": reading,
            "risk": risk,
            "working": f"{working}; QT {qt_interval:g} ms, HR {heart_rate:g}",
        }
    )


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
