"""Medical Calculator: risks of three patients with atrial fibrillation."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.calculators import (
    creatinine_clearance,
    filtration_rate,
    heart_risk,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    require,
    require_lead,
    rows,
    solution,
    stated,
    together,
)

_RATE, _STROKE = "Medical Calculator/egfr_epi", "Medical Calculator/chads2_vasc_score"
_RISK, _QTC = "Medical Calculator/prevent_cvd_risk", "Medical Calculator/qtc_calculator"
_CLEARANCE, _FLUIDS = "Medical Calculator/crcl_cockcroft_gault", "Medical Calculator/maintenance_fluids"
_WOMEN, _MEN = ("Irene", "Joana", "Keiko", "Lucia"), ("Marek", "Nils", "Omar", "Pavel")
_TENTH = Tolerance(absolute=0.06)
_EVERY = ("chf", "stroke_history", "vascular_disease", "diabetes")
_SAID = {
    "chf": "heart failure",
    "stroke_history": "an earlier stroke",
    "vascular_disease": "peripheral artery disease",
    "diabetes": "diabetes",
}


def _patient(draw: TaskDraw, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "male": name in _MEN,
        "age": draw.whole(56, 78, "age", name),
        "creatinine": draw.whole(8, 19, "creatinine", name) / 10,
        "cholesterol": draw.whole(45, 69, "cholesterol", name) / 10,
        "hdl": draw.whole(9, 18, "hdl", name) / 10,
        "systolic": draw.whole(122, 168, "systolic", name),
        "smoker": draw.pick((True, False), "smoker", name),
        "qt": draw.whole(362, 438, "qt", name),
        "rate": draw.whole(64, 108, "rate", name),
        "weight": draw.whole(56, 108, "weight", name),
        "height": draw.whole(60, 74, "height", name),
        "history": draw.sample(_EVERY, draw.whole(1, 3, "many", name), "history", name),
    }


def _prose(patient: dict[str, Any]) -> str:
    history = " and ".join(_SAID[illness] for illness in patient["history"])
    return (
        "{name}, a {kind} of {age} who {smokes}, has {history}; creatinine {creatinine} mg/dL, total "
        "cholesterol {cholesterol} and HDL {hdl} mmol/L, systolic pressure {systolic} mmHg, QT {qt} ms at "
        "{rate} beats a minute, {weight} kg, {height} inches."
    ).format(
        **{**patient, "history": history},
        kind="man" if patient["male"] else "woman",
        smokes="smokes" if patient["smoker"] else "does not smoke",
    )


def hearts(draw: TaskDraw) -> TaskSpec:
    """Make a task on patients with atrial fibrillation."""
    chosen = [*draw.sample(_WOMEN, 2, "women"), draw.pick(_MEN, "man")]
    patients = [_patient(draw, name) for name in chosen]
    return TaskSpec(
        words={"patients": " ".join(map(_prose, patients))}, plans=(partial(_hearts_plan, patients),)
    )


def _hearts_plan(patients: list[dict[str, Any]]) -> Plan:
    rates, strokes = yield from together(
        map(filtration_rate, patients),
        (
            call(
                _STROKE,
                age=patient["age"],
                female=not patient["male"],
                hypertension=True,
                **{name: name in patient["history"] for name in _EVERY},
            )
            for patient in patients
        ),
    )
    risks = yield [
        heart_risk(patient, rate, diabetes="diabetes" in patient["history"])
        for patient, rate in zip(patients, rates, strict=True)
    ]
    percent = [risk.data["ten_year_cvd_risk_percent"] for risk in risks]
    order = sorted(range(len(patients)), key=lambda index: -percent[index])
    require(min(abs(percent[a] - percent[b]) for a, b in pairwise(order)) > 0.2, "risks are close.")
    pair = order[:2]
    waves = yield [
        call(
            _QTC,
            *risks,
            qt_interval=patients[index]["qt"],
            heart_rate=patients[index]["rate"],
            formula="fridericia",
        )
        for index in pair
    ]
    lengths = [wave.data["qtc_ms"] for wave in waves]
    require_lead(lengths, 1)
    worry = patients[pair[lengths.index(max(lengths))]]
    (clearance,) = yield [creatinine_clearance(worry, *waves)]
    used = clearance.data[f"{clearance.data['weight_used']}_weight_kg"]
    (fluid,) = yield [call(_FLUIDS, clearance, weight_kg=used)]
    return solution(
        {
            "patients": rows(
                {
                    "name": stated(patient["name"]),
                    "rate": stated(float(rate.data), Tolerance(absolute=0.5)),
                    "stroke": stated(stroke.data["score"]),
                    "risk": stated(value, _TENTH),
                }
                for patient, rate, stroke, value in zip(patients, rates, strokes, percent, strict=True)
            ),
            "highest": computed(patients[order[0]]["name"], (patients[order[0]]["name"], *percent)),
            "worry": computed(worry["name"], (worry["name"], *lengths)),
            "qtc": stated(max(lengths), Tolerance(absolute=0.5)),
            "clearance": stated(clearance.data["creatinine_clearance"], Tolerance(absolute=0.2)),
            "weight": stated(used, _TENTH),
            "fluid": stated(float(fluid.data), Tolerance(absolute=0.5)),
        }
    )
