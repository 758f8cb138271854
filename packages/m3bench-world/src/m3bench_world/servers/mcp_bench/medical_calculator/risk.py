"""Ten-year risks of cardiovascular disease."""

from __future__ import annotations

import math
from typing import Annotated

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.mcp_bench.medical_calculator.checking import (
    AdultAge,
    Diabetes,
    Female,
    Sex,
    Smoker,
    Span,
    Treated,
    check,
    check_sex,
    coefficients,
)

# The ranges that the PREVENT equations were made for (Khan, Circulation 2024;149:430).
MODEL_AGE = Span(30, 79, "years")
TOTAL = Span(3.3, 8.3, "mmol/L", (100, 400), "mg/dL: multiply by 0.02586")
HDL = Span(0.5, 2.6, "mmol/L", (15, 110), "mg/dL: multiply by 0.02586")
MODEL_SBP = Span(90, 200, "mmHg")
EGFR = Span(15, 150, "mL/min/1.73 m²")
TOTAL_MG = Span(100, 405, "mg/dL", (2.5, 12), "mmol/L: divide by 0.02586")
HDL_MG = Span(10, 150, "mg/dL", (0.3, 4), "mmol/L: divide by 0.02586")
_CLASSES = ((5.0, "low"), (7.5, "borderline"), (20.0, "intermediate"))


# Total CVD (Khan, Circulation 2024;149:430, supplement table S12A).
def prevent_cvd_risk(
    age: AdultAge,
    female: Female,
    tc: Annotated[float, about("Total cholesterol in mmol/L (mg/dL × 0.02586).")],
    hdl: Annotated[float, about("HDL cholesterol in mmol/L (mg/dL × 0.02586).")],
    sbp: Annotated[int, about("Systolic pressure in mmHg, 90 to 200.")],
    diabetes: Diabetes,
    current_smoker: Smoker,
    egfr: Annotated[float, about("Glomerular filtration rate in mL/min/1.73 m², 15 to 150.")],
    using_antihtn: Treated,
    using_statins: Annotated[bool, about("Takes a statin.")],
) -> Answer:
    """Ten-year risk of cardiovascular disease by the PREVENT equations (base model)."""
    check(tc, "tc", TOTAL)
    if check(hdl, "hdl", HDL) >= tc:
        raise BadArgument("hdl", f"{hdl:g} is not below the total cholesterol, {tc:g}")
    check(sbp, "sbp", MODEL_SBP)
    check(egfr, "egfr", EGFR)
    terms = {
        "constant": 1.0,
        "age": (check(age, "age", MODEL_AGE) - 55) / 10,
        "non_hdl": tc - hdl - 3.5,
        "hdl": (hdl - 1.3) / 0.3,
        "low_sbp": (min(sbp, 110) - 110) / 20,
        "high_sbp": (max(sbp, 110) - 130) / 20,
        "diabetes": float(diabetes),
        "smoker": float(current_smoker),
        "low_egfr": (min(egfr, 60) - 60) / -15,
        "high_egfr": (max(egfr, 60) - 90) / -15,
        "antihypertensive": float(using_antihtn),
        "statin": float(using_statins),
    }
    score = _linear(coefficients("prevent")["female" if female else "male"], terms)
    percent = round(100 / (1 + math.exp(-score)), 2)
    del terms["constant"]
    return Answer(
        {
            "ten_year_cvd_risk_percent": percent,
            "risk_class": next((name for bound, name in _CLASSES if percent < bound), "high"),
            "model": "PREVENT base model, total cardiovascular disease",
            "transformed_inputs": {name: round(value, 4) + 0.0 for name, value in terms.items()},
            "model_score": round(score, 6),
        }
    )


# ATP III (JAMA 2001;285:2486; Circulation 2002;106:3143). The age in the term of smokers stops at 70 in men
# and 78 in women, as the study's own calculator has it.
def framingham_risk_score(
    age: AdultAge,
    total_cholesterol: Annotated[float, about("Total cholesterol in mg/dL.")],
    hdl_cholesterol: Annotated[float, about("HDL cholesterol in mg/dL.")],
    systolic_bp: Annotated[float, about("Systolic pressure in mmHg.")],
    treated_for_bp: Treated,
    smoker: Smoker,
    gender: Sex,
) -> Answer:
    """Ten-year risk of hard coronary heart disease in per cent (Framingham, ATP III)."""
    sex = check_sex(gender, "gender")
    check(total_cholesterol, "total_cholesterol", TOTAL_MG)
    if check(hdl_cholesterol, "hdl_cholesterol", HDL_MG) >= total_cholesterol:
        raise BadArgument("hdl_cholesterol", f"{hdl_cholesterol:g} is not below the total cholesterol")
    terms = {
        "constant": 1.0,
        "age": math.log(check(age, "age", MODEL_AGE)),
        "cholesterol": math.log(total_cholesterol),
        "hdl": math.log(hdl_cholesterol),
        "pressure": math.log(check(systolic_bp, "systolic_bp", Span(80, 250, "mmHg"))),
        "treated": float(treated_for_bp),
        "smoker": float(smoker),
        "smoker_age": math.log(min(age, 70 if sex == "male" else 78)),
    }
    survival = 0.9402 if sex == "male" else 0.98767
    score = _linear(coefficients("framingham")[sex], terms)
    return Answer(round(100 * (1 - math.pow(survival, math.exp(score))), 2))


def _linear(weights: dict[str, float], terms: dict[str, float]) -> float:
    """Sum the weighted terms; `a*b` in the table is the product of two terms."""
    return math.fsum(
        weight * math.prod(terms[part] for part in name.split("*")) for name, weight in weights.items()
    )
