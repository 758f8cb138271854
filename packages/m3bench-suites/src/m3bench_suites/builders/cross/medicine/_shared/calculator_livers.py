"""Medical Calculator: who of four patients with cirrhosis is in most danger."""

from __future__ import annotations

from functools import partial
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.calculators import body_weights, filtration_rate
from m3bench_suites.builders.tasks import TaskSpec, computed, require, solution, stated

_SODIUM, _MELD = "Medical Calculator/corrected_sodium", "Medical Calculator/meld_3"
_PUGH, _RATE = "Medical Calculator/child_pugh_score", "Medical Calculator/egfr_epi"
_FLUIDS = "Medical Calculator/maintenance_fluids"
_NAMES = ("Ana", "Bruno", "Clara", "Dmitri", "Esther", "Farid", "Greta", "Hugo")
_MEN = ("Bruno", "Dmitri", "Farid", "Hugo")
_TENTH = Tolerance(absolute=0.06)


def _patient(draw: TaskDraw, name: str) -> dict[str, Any]:
    def tenths(low: int, high: int, what: str) -> float:
        return draw.whole(low, high, what, name) / 10

    return {
        "name": name,
        "age": draw.whole(38, 71, "age", name),
        "male": name in _MEN,
        "bilirubin": tenths(14, 62, "bilirubin"),
        "inr": tenths(12, 25, "inr"),
        "creatinine": tenths(8, 24, "creatinine"),
        "albumin": tenths(22, 38, "albumin"),
        "sodium": draw.whole(123, 133, "sodium", name),
        "glucose": draw.whole(180, 420, "glucose", name),
        "ascites": draw.pick(("absent", "slight", "moderate"), "ascites", name),
        "grade": draw.whole(0, 3, "grade", name),
        "weight": draw.whole(58, 104, "weight", name),
        "height": draw.whole(61, 74, "height", name),
    }


def _prose(patient: dict[str, Any]) -> str:
    return (
        "{name} ({sex}, {age} years, {weight} kg, {height} inches): bilirubin {bilirubin} mg/dL, INR {inr}, "
        "creatinine {creatinine} mg/dL, albumin {albumin} g/dL, sodium {sodium} mEq/L, glucose {glucose} "
        "mg/dL, ascites {ascites}, encephalopathy grade {grade}."
    ).format(sex="man" if patient["male"] else "woman", **patient)


def _values(patient: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: patient[name] for name in names}


def livers(draw: TaskDraw) -> TaskSpec:
    """Make a task on patients with cirrhosis."""
    patients = [_patient(draw, name) for name in draw.sample(_NAMES, 4, "names")]
    return TaskSpec(
        words={"patients": " ".join(map(_prose, patients))}, plans=(partial(_livers_plan, patients),)
    )


def _livers_plan(patients: list[dict[str, Any]]) -> Plan:
    salts = yield [
        call(_SODIUM, measured_sodium=patient["sodium"], serum_glucose=patient["glucose"])
        for patient in patients
    ]
    katz = [salt.data["katz"] for salt in salts]
    scored = yield [
        call(
            _MELD,
            salt,
            age=patient["age"],
            female=not patient["male"],
            **_values(patient, "bilirubin", "inr", "creatinine", "albumin"),
            sodium=value,
            dialysis=False,
        )
        for patient, salt, value in zip(patients, salts, katz, strict=True)
    ]
    melds = [int(result.data) for result in scored]
    require(len(set(melds)) == len(melds), "two patients have the same MELD.")
    order = sorted(range(len(patients)), key=lambda index: -melds[index])
    pair = [patients[index] for index in order[:2]]
    classed = yield [
        call(
            _PUGH,
            *scored,
            **_values(patient, "bilirubin", "albumin", "inr", "ascites"),
            encephalopathy_grade=patient["grade"],
        )
        for patient in pair
    ]
    points = [int(result.data) for result in classed]
    require(points[0] != points[1], "both have the same Child-Pugh score.")
    urgent = pair[points.index(max(points))]
    rate, weights = yield [
        filtration_rate(urgent, *classed),
        body_weights(urgent, *classed),
    ]
    adjusted = weights.data["adjusted_weight_kg"]
    (fluid,) = yield [call(_FLUIDS, weights, weight_kg=adjusted)]
    ranked = [patients[index]["name"] for index in order]
    best, score = order[0], max(points)
    return solution(
        {
            "order": Expected(items=tuple(computed(name, (name, *melds)) for name in ranked)),
            "highest_meld": stated(melds[best]),
            "lowest_meld": stated(melds[order[-1]]),
            "sodium": stated(katz[best], _TENTH),
            "urgent": computed(urgent["name"], (urgent["name"], *points)),
            "points": stated(score),
            "class": computed("A" if score <= 6 else "B" if score <= 9 else "C", (score,)),
            "rate": stated(float(rate.data), Tolerance(absolute=0.5)),
            "adjusted": stated(adjusted, _TENTH),
            "fluid": stated(float(fluid.data), Tolerance(absolute=0.5)),
        }
    )
