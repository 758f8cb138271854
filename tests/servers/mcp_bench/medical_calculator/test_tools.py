"""The server `Medical Calculator`: every tool on worked examples, at the borders of classes, for both sexes.

Where no source is named, the value was computed apart from this package, by hand or in logarithms, from the
formula in the paper that the code names.
"""

from __future__ import annotations

from typing import Any

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Medical Calculator"
MG = 0.02586  # mmol/L of cholesterol in 1 mg/dL


def test_kidney_function(ask: Asking) -> None:
    for scr, age, male, expected in [
        (1.0, 50, True, 91.69),  # 92 in the NKF's calculator
        (1.0, 50, False, 68.63),  # 69
        (0.6, 30, False, 123.76),
        (0.8, 30, True, 122.10),
        (1.5, 68, True, 50.40),
        (0.7, 40, False, 112.05),  # at the knots of the equation
        (0.9, 40, True, 110.73),
    ]:
        assert ask("egfr_epi", scr=scr, age=age, male=male).data == expected
    for scr, scys, age, male, expected in [
        (1.2, 1.3, 65, False, 51.55),
        (1.5, 1.2, 68, True, 57.18),
        (0.6, 0.7, 30, False, 124.87),
        (0.8, 0.6, 30, True, 134.01),
    ]:
        data = ask("egfr_epi_cr_cys", scr=scr, scys=scys, age=age, male=male).data
        assert data["eGFR"] == expected
        assert data["constants"]["kappa"] == (0.9 if male else 0.7)


def test_creatinine_clearance_uses_the_weight_that_suits(ask: Asking) -> None:
    for weight, height, sex, used, expected in [
        (50, 70, "male", "actual", 55.6),  # BMI 15.8: (140 − 60) · 50 / 72
        (70, 70, "male", "ideal", 81.1),  # BMI 22.1: 73 kg
        (80, 65, "female", "adjusted", 62.5),  # BMI 29.3: 57 + 0.4 · 23 = 66.2 kg
        (78.9, 70, "male", "ideal", 81.1),  # just below 25
        (79.1, 70, "male", "adjusted", 83.8),  # just above
    ]:
        data = ask("crcl_cockcroft_gault", age=60, weight=weight, height=height, scr=1.0, sex=sex).data
        assert (data["weight_used"], data["creatinine_clearance"]) == (used, expected)
        assert data["clearance_by_weight"][used] == expected


def test_weight_and_surface(ask: Asking) -> None:
    # Mosteller's paper: 1.8 m² at about 70 kg and 167 cm.
    assert ask("bmi_bsa_calculator", weight=70, height=167).data["bsa_m2"] == pytest.approx(1.80, abs=0.005)
    assert ask("bmi_bsa_calculator", weight=80, height=1.65, height_unit="m").data["bmi"] == 29.38
    classes = [
        (15.99, "Severe thinness"),
        (16, "Moderate thinness"),
        (17, "Underweight"),
        (18.49, "Underweight"),
        (18.5, "Normal weight"),
        (24.99, "Normal weight"),
        (25, "Overweight"),
        (30, "Obesity class I"),
        (35, "Obesity class II"),
        (40, "Obesity class III"),
    ]
    for bmi, name in classes:
        data = ask("bmi_bsa_calculator", weight=4 * bmi, height=200).data
        assert (data["bmi"], data["bmi_class"]) == (bmi, name)
    for weight, inches, male, ideal, adjusted, share in [
        (85, 65, False, 57.0, 68.2, 149.1),
        (95, 67, True, 66.1, 77.66, 143.7),
        (60, 60, True, 50.0, 54.0, 120.0),
        (45, 62, False, 50.1, 48.06, 89.8),
    ]:
        data = ask("ibw_abw_calculator", weight_kg=weight, height_inches=inches, male=male).data
        assert (data["ideal_weight_kg"], data["adjusted_weight_kg"]) == (ideal, adjusted)
        assert data["percent_of_ideal"] == share
        assert data["status"].startswith("obese") == (share > 120)


def test_both_servers_name_the_same_body_mass(ask: Asking) -> None:
    healthcare = InProcess("healthcare-mcp", ask.workspace)
    for weight in (45.0, 62.0, 80.0, 99.0, 130.0):
        other = healthcare("calculate_bmi", height_meters=1.7, weight_kg=weight).data
        ours = ask("bmi_bsa_calculator", weight=weight, height=170).data
        assert (ours["bmi"], ours["bmi_class"]) == (other["bmi"], other["category"])


def test_pressures(ask: Asking) -> None:
    for sbp, dbp, mean in [(120, 80, 93.33), (150, 90, 110.0), (150, 95, 113.33)]:
        assert ask("map_calculator", sbp=sbp, dbp=dbp).data["mean_arterial_pressure"] == mean
    girl = {"years": 12, "months": 6, "height": 150, "sex": "female"}
    data = ask("bp_children", **girl, systolic=120, diastolic=80).data
    assert data["category"] == "prehypertension range"
    assert data["systolic_percentile"] == pytest.approx(91.7, abs=0.1)
    calm = ask("bp_children", **girl, systolic=105, diastolic=60).data
    assert calm["category"] == "normal"
    high = ask("bp_children", **girl, systolic=136, diastolic=60).data
    assert high["category"] == "stage 2 hypertension range"
    assert ask("bp_children", **girl, systolic=125, diastolic=60).data["category"].startswith("stage 1")


def test_stroke_score(ask: Asking) -> None:
    names = ("chf", "hypertension", "stroke_history", "vascular_disease", "diabetes")

    def score(age: int, female: bool, *present: str) -> dict[str, Any]:
        history = {name: name in present for name in names}
        data: dict[str, Any] = ask("chads2_vasc_score", age=age, female=female, **history).data
        return data

    assert [score(age, female=False)["score"] for age in (64, 65, 74, 75)] == [0, 1, 1, 2]
    assert [score(age, female=False)["risk"] for age in (64, 65, 75)] == ["low", "intermediate", "high"]
    assert score(50, female=True)["risk"] == "low"
    assert score(65, True, "hypertension", "vascular_disease", "diabetes")["score"] == 5
    most = score(80, True, *names)
    assert (most["score"], most["stroke_risk_percent_per_year"]) == (9, 15.2)  # Lip 2010
    assert score(60, False, "stroke_history")["stroke_risk_percent_per_year"] == 2.2


def test_prevent(ask: Asking) -> None:
    fields = [
        "age",
        "female",
        "tc",
        "hdl",
        "sbp",
        "diabetes",
        "current_smoker",
        "egfr",
        "using_antihtn",
        "using_statins",
    ]
    for row, expected, name in [
        # The example of the paper's supplement: 14.7 %.
        ((50, True, 200, 45, 160, True, False, 90, True, False), 14.68, "intermediate"),
        ((50, False, 200, 45, 160, True, False, 90, True, False), 16.32, "intermediate"),
        ((65, True, 220, 50, 145, True, True, 45, True, True), 36.55, "high"),
        ((68, False, 213, 39, 140, False, False, 55, True, False), 19.06, "intermediate"),
        ((40, True, 180, 60, 105, False, False, 100, False, False), 0.55, "low"),
        ((40, False, 180, 60, 105, False, True, 100, False, True), 1.26, "low"),
    ]:
        given: dict[str, Any] = dict(zip(fields, row, strict=True))
        given |= {"tc": given["tc"] * MG, "hdl": given["hdl"] * MG}
        data = ask("prevent_cvd_risk", **given).data
        assert (data["ten_year_cvd_risk_percent"], data["risk_class"]) == (expected, name)


def test_framingham(ask: Asking) -> None:
    fields = [
        "gender",
        "age",
        "total_cholesterol",
        "hdl_cholesterol",
        "systolic_bp",
        "treated_for_bp",
        "smoker",
    ]
    for row, expected in [
        (("female", 65, 220, 50, 145, True, True), 11.27),  # 14 % by ATP III's table of points
        (("male", 68, 213, 39, 140, True, False), 22.76),  # 20 %
        (("male", 55, 250, 39, 146, True, True), 30.14),  # above 30 %
        (("female", 79, 220, 50, 145, True, True), 15.26),  # the age of smokers stops at 78
        (("male", 75, 213, 39, 140, True, True), 27.94),  # and at 70
    ]:
        assert ask("framingham_risk_score", **dict(zip(fields, row, strict=True))).data == expected


def test_corrected_qt(ask: Asking) -> None:
    for formula, at_78, at_60 in [
        ("bazett", 456.1, 400),
        ("fridericia", 436.6, 400),
        ("framingham", 435.5, 400),
        ("hodges", 431.5, 400),
        ("rautaharju", 440.0, 400),
    ]:
        for rate, expected in ((78, at_78), (60, at_60)):
            data = ask("qtc_calculator", qt_interval=400, heart_rate=rate, formula=formula).data
            assert (data["qtc_ms"], data["formula"]) == (expected, formula)
    for qt, reading in [
        (349, "short"),
        (350, "normal"),
        (449, "normal"),
        (450, "prolonged in men, normal in women"),
        (460, "prolonged"),
        (500, "markedly prolonged"),
    ]:
        assert ask("qtc_calculator", qt_interval=qt, heart_rate=60).data["interpretation"] == reading


def test_scores_of_points(ask: Asking) -> None:
    for signs, score, three, two in [
        ((), 0, "low", "PE unlikely"),
        (("hemoptysis", "malignancy"), 2, "moderate", "PE unlikely"),
        (("clinical_signs_dvt", "hemoptysis"), 4, "moderate", "PE unlikely"),
        (("alternative_diagnosis_less_likely", "immobilization_or_surgery"), 4.5, "moderate", "PE likely"),
        (("clinical_signs_dvt", "alternative_diagnosis_less_likely"), 6, "moderate", "PE likely"),
        (
            ("clinical_signs_dvt", "heart_rate_over_100", "previous_dvt_or_pe", "malignancy"),
            7,
            "high",
            "PE likely",
        ),
    ]:
        data = ask("wells_pe_criteria", **dict.fromkeys(signs, True)).data
        assert (data["score"], data["three_tier"], data["two_tier"]) == (score, three, two)
    factors = ["high_risk_surgery", "ischemic_heart_disease", "insulin_treatment", "creatinine_over_2mg"]
    for count, risk, name in [(0, 0.4, "I"), (1, 0.9, "II"), (2, 7, "III"), (3, 11, "IV"), (4, 11, "IV")]:
        data = ask("revised_cardiac_risk_index", **dict.fromkeys(factors[:count], True)).data
        assert (data["score"], data["risk_percent"], data["risk_class"]) == (count, risk, name)  # Lee 1999


def test_liver(ask: Asking) -> None:
    for bilirubin, albumin, inr, ascites, grade, expected in [
        (1.9, 3.6, 1.6, "absent", 0, 5),
        (2.0, 2.8, 1.5, "slight", 1, 9),
        (2, 3.5, 1.7, "slight", 2, 10),
        (3, 2.8, 2.3, "slight", 2, 10),
        (3.1, 2.7, 2.4, "moderate", 3, 15),
    ]:
        given = {"bilirubin": bilirubin, "albumin": albumin, "inr": inr, "ascites": ascites}
        assert ask("child_pugh_score", **given, encephalopathy_grade=grade).data == expected
    for age, female, bilirubin, inr, creatinine, albumin, sodium, dialysis, expected in [
        (65, True, 2.0, 1.5, 1.2, 2.8, 132, False, 21),  # 20.54
        (65, False, 3.0, 1.8, 1.8, 2.5, 130, False, 28),  # 27.57
        (65, False, 0.5, 0.9, 0.7, 4.5, 145, False, 6),  # all bounds: the lowest score
        (65, True, 0.5, 0.9, 0.7, 4.5, 145, False, 7),  # 7.33
        (15, False, 0.5, 0.9, 0.7, 4.5, 145, False, 7),  # adolescents: as women
        (65, False, 5.0, 2.0, 0.8, 2.0, 120, True, 37),  # dialysis counts as 3.0: 36.84
        (65, False, 30, 8, 9, 1, 110, False, 40),  # the highest
    ]:
        given = {"age": age, "female": female, "bilirubin": bilirubin, "inr": inr, "dialysis": dialysis}
        found = ask("meld_3", **given, creatinine=creatinine, albumin=albumin, sodium=sodium)
        assert found.data == expected


def test_laboratory(ask: Asking) -> None:
    for calcium, albumin, expected, reading in [
        (8.0, 2.5, 9.2, "normal"),
        (8.2, 2.8, 9.16, "normal"),
        (9.9, 3, 10.7, "high"),
        (7, 3, 7.8, "low"),
    ]:
        data = ask("corrected_calcium", serum_calcium=calcium, patient_albumin=albumin).data
        assert (data["corrected_calcium"], data["interpretation"]) == (expected, reading)
    assert (
        ask("corrected_calcium", serum_calcium=8, patient_albumin=3, normal_albumin=4.4).data[
            "corrected_calcium"
        ]
        == 9.12
    )
    for sodium, glucose, katz, hillier in [
        (130, 280, 132.88, 134.32),
        (138, 250, 140.4, 141.6),
        (140, 90, 140, 140),
    ]:
        data = ask("corrected_sodium", measured_sodium=sodium, serum_glucose=glucose).data
        assert (data["katz"], data["hillier"]) == (katz, hillier)
    for insulin, glucose, expected in [(18, 150, 6.667), (20, 140, 6.914), (5, 81, 1.0)]:
        assert ask("homa_ir", fasting_insulin=insulin, fasting_glucose=glucose).data == expected


def test_doses(ask: Asking) -> None:
    for source, dose, target, expected in [
        ("prednisone", 20, "dexamethasone", 3),
        ("Prednisone", 10, "hydrocortisone", 40),
        ("methylprednisolone", 4, "cortisone", 25),
        ("betamethasone", 0.75, "triamcinolone", 4),
    ]:
        found = ask("steroid_conversion", from_steroid=source, from_dose_mg=dose, to_steroid=target)
        assert found.data == expected
    # The first two stand in the CDC's guideline of 2022.
    for opioid, dose, times, expected in [
        ("hydrocodone", 5, 4, 20),
        ("oxycodone", 10, 2, 30),
        ("fentanyl_patch", 25, 1, 60),
        ("fentanyl_buccal", 100, 4, 52),
        ("methadone", 10, 1, 47),
    ]:
        found = ask("calculate_mme", opioid=opioid, dose_per_administration=dose, doses_per_day=times)
        assert found.data == expected
    for weight, expected in [(3, 12), (10, 40), (15, 50), (20, 60), (25, 65), (80, 120)]:  # Holliday & Segar
        assert ask("maintenance_fluids", weight_kg=weight).data == expected


def test_pregnancy(ask: Asking) -> None:
    today = World().now.date().isoformat()
    data = ask("pregnancy_calculator", calculation_method="lmp", date_value="2025-07-01").data
    assert (data["today"], data["estimated_due_date"], data["conception"]) == (
        today,
        "2026-04-07",
        "2025-07-15",
    )
    assert (data["gestational_age"], data["trimester"]) == ({"weeks": 18, "days": 1}, 2)
    longer = ask(
        "pregnancy_calculator", calculation_method="lmp", date_value="2025-07-01", cycle_length=30
    ).data
    assert longer["estimated_due_date"] == "2026-04-09"
    conceived = ask("pregnancy_calculator", calculation_method="conception", date_value="2025-07-15").data
    assert conceived["estimated_due_date"] == data["estimated_due_date"]
    scan = {"date_value": "2025-10-01", "gestational_age_weeks": 13, "gestational_age_days": 1}
    seen = ask("pregnancy_calculator", calculation_method="ultrasound", **scan).data
    assert seen["estimated_due_date"] == data["estimated_due_date"]
    for start, weeks, trimester in [
        ("2025-07-31", 13, 1),
        ("2025-07-30", 14, 2),
        ("2025-04-24", 27, 2),
        ("2025-04-23", 28, 3),
    ]:
        age = ask("pregnancy_calculator", calculation_method="lmp", date_value=start).data
        assert (age["gestational_age"]["weeks"], age["trimester"]) == (weeks, trimester)
    past = ask(
        "pregnancy_calculator", calculation_method="lmp", date_value="2024-02-15", cycle_length=30
    ).data
    assert (past["estimated_due_date"], past["gestational_age"]) == ("2024-11-23", None)
