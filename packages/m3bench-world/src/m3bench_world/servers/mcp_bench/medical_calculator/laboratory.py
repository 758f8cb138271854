"""Values of the laboratory: blood, kidney and liver."""

from __future__ import annotations

import math
from typing import Annotated

from m3bench.servers.kit import Answer, about, check_choice, check_range
from m3bench_world.servers.mcp_bench.medical_calculator.body import adjusted_weight, ideal_weight
from m3bench_world.servers.mcp_bench.medical_calculator.checking import (
    AGE,
    ALBUMIN,
    BILIRUBIN,
    CALCIUM,
    CREATININE,
    CYSTATIN,
    GLUCOSE,
    HEIGHT_INCHES,
    INR,
    SODIUM,
    WEIGHT,
    Age,
    Albumin,
    Bilirubin,
    Creatinine,
    Female,
    Inches,
    Inr,
    Kilograms,
    Male,
    Sex,
    Span,
    check,
    check_sex,
)

INSULIN = Span(0.1, 1000, "µIU/mL")


# Payne (Br Med J 1973;4:643), in mg/dL: 0.8 for each g/dL of albumin.
def corrected_calcium(
    serum_calcium: Annotated[float, about("Measured calcium in mg/dL.")],
    patient_albumin: Albumin,
    normal_albumin: Annotated[float, about("Albumin that counts as normal, in g/dL.")] = 4.0,
) -> Answer:
    """Serum calcium corrected for albumin (Payne)."""
    calcium = check(serum_calcium, "serum_calcium", CALCIUM)
    albumin = check(patient_albumin, "patient_albumin", ALBUMIN)
    normal = check(normal_albumin, "normal_albumin", Span(3, 5.5, "g/dL", (30, 55), "g/L: divide by 10"))
    corrected = round(calcium + 0.8 * (normal - albumin), 2)
    return Answer(
        {
            "measured_calcium": calcium,
            "corrected_calcium": corrected,
            "unit": "mg/dL",
            "interpretation": "low" if corrected < 8.5 else "normal" if corrected <= 10.5 else "high",
            "albumin_status": "low" if albumin < 3.5 else "normal" if albumin <= 5.5 else "high",
            "working": f"{calcium:g} + 0.8 · ({normal:g} − {albumin:g}) = {corrected:g}",
        }
    )


# Katz (N Engl J Med 1973;289:843) and Hillier (Am J Med 1999;106:399); glucose up to 100 needs none.
def corrected_sodium(
    measured_sodium: Annotated[float, about("Measured sodium in mEq/L.")],
    serum_glucose: Annotated[float, about("Glucose in mg/dL.")],
) -> Answer:
    """Serum sodium corrected for hyperglycemia, by Katz and by Hillier."""
    check(measured_sodium, "measured_sodium", SODIUM)
    excess = max(check(serum_glucose, "serum_glucose", GLUCOSE) - 100, 0) / 100
    return Answer(
        {
            "measured_sodium": measured_sodium,
            "serum_glucose": serum_glucose,
            "katz": round(measured_sodium + 1.6 * excess, 2),
            "hillier": round(measured_sodium + 2.4 * excess, 2),
            "unit": "mEq/L",
            "working": "sodium + 1.6 (Katz) or 2.4 (Hillier) · (glucose − 100) / 100",
        }
    )


# Matthews, Diabetologia 1985;28:412; 405 is 22.5 for glucose in mg/dL.
def homa_ir(
    fasting_insulin: Annotated[float, about("Fasting insulin in µIU/mL.")],
    fasting_glucose: Annotated[float, about("Fasting glucose in mg/dL.")],
) -> Answer:
    """HOMA-IR score of insulin resistance."""
    insulin = check(fasting_insulin, "fasting_insulin", INSULIN)
    return Answer(round(insulin * check(fasting_glucose, "fasting_glucose", GLUCOSE) / 405, 3))


INCH = 0.0254


# CKD-EPI 2021 is without race (Inker, N Engl J Med 2021;385:1737).
def egfr_epi(scr: Creatinine, age: Age, male: Male) -> Answer:
    """Glomerular filtration rate by the CKD-EPI creatinine equation of 2021, in mL/min/1.73 m². Adults."""
    kappa, alpha = (0.9, -0.302) if male else (0.7, -0.241)
    ratio = check(scr, "scr", CREATININE) / kappa
    rate = 142 * min(ratio, 1) ** alpha * max(ratio, 1) ** -1.200 * 0.9938 ** check(age, "age", AGE)
    return Answer(round(float(rate) * (1 if male else 1.012), 2))


def egfr_epi_cr_cys(
    scr: Creatinine, scys: Annotated[float, about("Serum cystatin C in mg/L.")], age: Age, male: Male
) -> Answer:
    """Glomerular filtration rate by the CKD-EPI equation of 2021 from creatinine and cystatin C. Adults."""
    kappa, alpha = (0.9, -0.144) if male else (0.7, -0.219)
    creatinine = check(scr, "scr", CREATININE) / kappa
    cystatin = check(scys, "scys", CYSTATIN) / 0.8
    rate = 135 * min(creatinine, 1) ** alpha * max(creatinine, 1) ** -0.544
    rate *= min(cystatin, 1) ** -0.323 * max(cystatin, 1) ** -0.778
    rate *= 0.9961 ** check(age, "age", AGE) * (1 if male else 0.963)
    return Answer(
        {
            "eGFR": round(rate, 2),
            "unit": "mL/min/1.73 m²",
            "equation": "CKD-EPI 2021, creatinine and cystatin C",
            "constants": {"kappa": kappa, "alpha": alpha, "sex_factor": 1 if male else 0.963},
        }
    )


# Cockcroft & Gault (Nephron 1976;16:31). The choice of the weight follows Winter (Pharmacotherapy
# 2012;32:604): the actual weight of the underweight, the ideal weight at a normal body-mass index, and the
# adjusted weight above.
def crcl_cockcroft_gault(age: Age, weight: Kilograms, height: Inches, scr: Creatinine, sex: Sex) -> Answer:
    """Creatinine clearance by Cockcroft and Gault, with the actual, ideal or adjusted weight as the BMI asks.

    The clearance with each of the three weights is given as well.
    """
    male = check_sex(sex) == "male"
    check(age, "age", AGE)
    inches = check(height, "height", HEIGHT_INCHES)
    weights = {"actual": check(weight, "weight", WEIGHT), "ideal": ideal_weight(inches, male=male)}
    weights["adjusted"] = adjusted_weight(weight, weights["ideal"])
    bmi = weight / (inches * INCH) ** 2
    used = "actual" if bmi < 18.5 else "ideal" if bmi < 25 else "adjusted"
    per_kilogram = (140 - age) * (1 if male else 0.85) / (72 * check(scr, "scr", CREATININE))
    clearances = {kind: round(kilograms * per_kilogram, 1) for kind, kilograms in weights.items()}
    return Answer(
        {
            "creatinine_clearance": clearances[used],
            "unit": "mL/min",
            "weight_used": used,
            "bmi": round(bmi, 2),
            **{f"{kind}_weight_kg": round(kilograms, 2) for kind, kilograms in weights.items()},
            "clearance_by_weight": clearances,
        }
    )


ASCITES = ("absent", "slight", "moderate")


# Pugh, Br J Surg 1973;60:646, with INR 1.7 and 2.3 for the prothrombin time.
def child_pugh_score(
    bilirubin: Bilirubin,
    albumin: Albumin,
    inr: Inr,
    ascites: Annotated[str, about("'absent', 'slight' or 'moderate'.")],
    encephalopathy_grade: Annotated[int, about("Grade of encephalopathy, 0 to 4.")],
) -> Answer:
    """Child-Pugh score of cirrhosis: 5 to 6 is class A, 7 to 9 class B, 10 to 15 class C."""
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
    return Answer(sum(points))


# Kim, Gastroenterology 2021;161:1887. From 12 to 17 years the points of women are given to both sexes (OPTN
# policy 9.1.D).
def meld_3(
    age: Annotated[int, about("Age in years, from 12.")],
    female: Female,
    bilirubin: Bilirubin,
    inr: Inr,
    creatinine: Creatinine,
    albumin: Albumin,
    sodium: Annotated[float, about("Serum sodium in mEq/L.")],
    dialysis: Annotated[bool, about("Dialysis twice in the last week.")],
) -> Answer:
    """MELD 3.0 score of end-stage liver disease, 6 to 40."""
    check(age, "age", Span(12, 120, "years"))
    bili = math.log(max(check(bilirubin, "bilirubin", BILIRUBIN), 1.0))
    clotting = math.log(max(check(inr, "inr", INR), 1.0))
    kidney = check(creatinine, "creatinine", CREATININE)
    kidney = math.log(3.0 if dialysis else min(max(kidney, 1.0), 3.0))
    salt = 137 - min(max(check(sodium, "sodium", SODIUM), 125), 137)
    protein = 3.5 - min(max(check(albumin, "albumin", ALBUMIN), 1.5), 3.5)
    score = 1.33 * (female or age < 18) + 4.56 * bili + 0.82 * salt - 0.24 * salt * bili
    score += 9.09 * clotting + 11.14 * kidney + 1.85 * protein - 1.83 * protein * kidney + 6
    return Answer(min(max(math.floor(score + 0.5), 6), 40))
