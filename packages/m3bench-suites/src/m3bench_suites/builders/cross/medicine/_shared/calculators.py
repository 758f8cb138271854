"""Calls of the medical calculator for a patient of a task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from m3bench.suites import CallResult, PlannedCall, call

Patient = Mapping[str, Any]
_RATE, _RISK = "Medical Calculator/egfr_epi", "Medical Calculator/prevent_cvd_risk"
_CLEARANCE, _WEIGHTS = "Medical Calculator/crcl_cockcroft_gault", "Medical Calculator/ibw_abw_calculator"


def filtration_rate(patient: Patient, *uses: CallResult) -> PlannedCall:
    return call(_RATE, *uses, scr=patient["creatinine"], age=patient["age"], male=patient["male"])


def heart_risk(patient: Patient, rate: CallResult, *, diabetes: bool) -> PlannedCall:
    """Return the call for the risk of a patient whose hypertension is treated, without statins."""
    return call(
        _RISK,
        rate,
        age=patient["age"],
        female=not patient["male"],
        tc=patient["cholesterol"],
        hdl=patient["hdl"],
        sbp=patient["systolic"],
        diabetes=diabetes,
        current_smoker=patient["smoker"],
        egfr=float(rate.data),
        using_antihtn=True,
        using_statins=False,
    )


def creatinine_clearance(patient: Patient, *uses: CallResult) -> PlannedCall:
    """Return the call for the clearance of a patient whose height is in inches."""
    return call(
        _CLEARANCE,
        *uses,
        age=patient["age"],
        weight=patient["weight"],
        height=patient["height"],
        scr=patient["creatinine"],
        sex="male" if patient["male"] else "female",
    )


def body_weights(patient: Patient, *uses: CallResult) -> PlannedCall:
    weight, inches = patient["weight"], patient["height"]
    return call(_WEIGHTS, *uses, weight_kg=weight, height_inches=inches, male=patient["male"])
