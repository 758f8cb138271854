"""What the server `Medical Calculator` refuses, and the advice that it gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.servers.asking import InProcess

CHILD: dict[str, Any] = {
    "years": 10,
    "months": 0,
    "height": 140,
    "sex": "male",
    "systolic": 100,
    "diastolic": 60,
}
PREVENT: dict[str, Any] = {
    "age": 50,
    "female": True,
    "tc": 5,
    "hdl": 1.2,
    "sbp": 120,
    "diabetes": False,
    "current_smoker": False,
}
PREVENT |= {"egfr": 90, "using_antihtn": False, "using_statins": False}
HARD: dict[str, Any] = {
    "age": 50,
    "total_cholesterol": 200,
    "hdl_cholesterol": 50,
    "systolic_bp": 120,
    "treated_for_bp": False,
}
HARD |= {"smoker": False, "gender": "male"}
LIVER: dict[str, Any] = {
    "bilirubin": 1,
    "albumin": 4,
    "inr": 1,
    "ascites": "absent",
    "encephalopathy_grade": 0,
}
MELD: dict[str, Any] = {
    "age": 50,
    "female": True,
    "bilirubin": 1,
    "inr": 1,
    "creatinine": 1,
    "albumin": 4,
    "dialysis": False,
}
STROKE = {"female": False, "chf": False, "hypertension": False, "stroke_history": False}
STROKE |= {"vascular_disease": False, "diabetes": False}
CLEARANCE = {"age": 60, "weight": 80, "height": 65, "scr": 1, "sex": "female"}
PATCH = {"opioid": "fentanyl_patch", "dose_per_administration": 25, "doses_per_day": 24}
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("egfr_epi", {"scr": 88, "age": 50, "male": True}, "µmol/L: divide by 88.4"),
    ("egfr_epi", {"scr": 1, "age": 10, "male": True}, "between 18 and 120"),
    ("egfr_epi_cr_cys", {"scr": 1, "scys": 0, "age": 50, "male": True}, "'scys'"),
    ("bp_children", CHILD | {"years": 18}, "between 1 and 17"),
    ("bp_children", CHILD | {"months": 12}, "'months'"),
    ("bp_children", CHILD | {"height": 55}, "inches: multiply by 2.54"),
    ("bp_children", CHILD | {"height": 190}, "standard deviations"),
    ("bp_children", CHILD | {"sex": "boy"}, "not one of: male, female"),
    ("bp_children", CHILD | {"diastolic": 100}, "not below the systolic"),
    ("bmi_bsa_calculator", {"weight": 80, "height": 1.65}, "metres: multiply by 100"),
    ("bmi_bsa_calculator", {"weight": 80, "height": 65, "height_unit": "in"}, "not one of: cm, m"),
    ("crcl_cockcroft_gault", CLEARANCE | {"height": 165}, "divide by 2.54"),
    ("crcl_cockcroft_gault", CLEARANCE | {"sex": "x"}, "male, female"),
    ("map_calculator", {"sbp": 80, "dbp": 80}, "not below the systolic"),
    ("chads2_vasc_score", STROKE | {"age": 0}, "'age'"),
    ("prevent_cvd_risk", PREVENT | {"tc": 220}, "mg/dL: multiply by 0.02586"),
    ("prevent_cvd_risk", PREVENT | {"age": 80}, "between 30 and 79"),
    ("prevent_cvd_risk", PREVENT | {"egfr": 151}, "'egfr'"),
    ("corrected_calcium", {"serum_calcium": 8, "patient_albumin": 40}, "g/L: divide by 10"),
    ("qtc_calculator", {"qt_interval": 0.4, "heart_rate": 60}, "seconds: multiply by 1000"),
    ("qtc_calculator", {"qt_interval": 400, "heart_rate": 60, "formula": "bazet"}, "bazett, fridericia"),
    ("wells_pe_criteria", {"hemoptysis": "yes"}, "hemoptysis"),
    ("ibw_abw_calculator", {"weight_kg": 80, "height_inches": 170, "male": True}, "centimetres"),
    ("pregnancy_calculator", {"calculation_method": "lmp", "date_value": "2026-01-01"}, "after today"),
    ("pregnancy_calculator", {"calculation_method": "lmp", "date_value": "1 May"}, "YYYY-MM-DD"),
    ("pregnancy_calculator", {"calculation_method": "ultrasound", "date_value": "2025-10-01"}, "12 and 3"),
    ("revised_cardiac_risk_index", {"high_risk_surgery": 3}, "high_risk_surgery"),
    ("child_pugh_score", LIVER | {"ascites": "severe"}, "absent, slight, moderate"),
    ("child_pugh_score", LIVER | {"encephalopathy_grade": 5}, "between 0 and 4"),
    (
        "steroid_conversion",
        {"from_steroid": "aspirin", "from_dose_mg": 5, "to_steroid": "prednisone"},
        "cortisone",
    ),
    ("calculate_mme", PATCH, "pass 1"),
    ("calculate_mme", PATCH | {"opioid": "heroin"}, "codeine"),
    ("maintenance_fluids", {"weight_kg": -3}, "between 2 and 650 kg"),
    ("corrected_sodium", {"measured_sodium": 130, "serum_glucose": 15}, "mmol/L: multiply by 18.016"),
    ("meld_3", MELD | {"sodium": 14}, "between 90 and 200"),
    ("framingham_risk_score", HARD | {"total_cholesterol": 5.2}, "mmol/L: divide by 0.02586"),
    ("framingham_risk_score", HARD | {"hdl_cholesterol": 150, "total_cholesterol": 120}, "not below"),
    ("homa_ir", {"fasting_insulin": 10, "fasting_glucose": 5.5}, "mmol/L"),
]


@pytest.mark.parametrize(("tool", "arguments", "words"), REFUSED)
def test_wrong_input_is_refused_with_advice(
    tmp_path: Path, tool: str, arguments: dict[str, Any], words: str
) -> None:
    heard = InProcess("Medical Calculator", tmp_path)(tool, **arguments)
    assert heard.is_error
    assert words in heard.text
