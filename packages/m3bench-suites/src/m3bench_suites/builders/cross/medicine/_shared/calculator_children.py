"""Medical Calculator: blood pressure of children, and doses by their body surface."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, computed, require, solution, stated, together

_PRESSURE, _BODY = "Medical Calculator/bp_children", "Medical Calculator/bmi_bsa_calculator"
_STEROID, _FLUIDS = "Medical Calculator/steroid_conversion", "Medical Calculator/maintenance_fluids"
_MEAN = "Medical Calculator/map_calculator"
_GIRLS, _BOYS = ("Amelie", "Bea", "Cora", "Dana"), ("Emil", "Finn", "Gero", "Henk")
_FACTOR = 3


def _child(draw: TaskDraw, name: str) -> dict[str, Any]:
    years = draw.whole(5, 15, "years", name)
    systolic = draw.whole(96, 126, "systolic", name)
    return {
        "name": name,
        "sex": "male" if name in _BOYS else "female",
        "years": years,
        "months": draw.whole(2, 11, "months", name),
        "height": 80 + 6 * years + draw.whole(-5, 6, "height", name),
        "weight": 4 + 3 * years + draw.whole(-2, 9, "weight", name),
        "systolic": systolic,
        "diastolic": systolic - draw.whole(36, 48, "diastolic", name),
    }


def _prose(patient: dict[str, Any]) -> str:
    return (
        "{name} ({kind}, {years} years and {months} months, {height} cm, {weight} kg) has "
        "{systolic}/{diastolic} mmHg."
    ).format(kind="boy" if patient["sex"] == "male" else "girl", **patient)


def _half(dose: CallResult, source: str, target: str) -> dict[str, Any]:
    return {"from_steroid": source, "from_dose_mg": round(float(dose.data) / 2, 4), "to_steroid": target}


def children(draw: TaskDraw) -> TaskSpec:
    """Make a task on the blood pressure of children."""
    chosen = [*draw.sample(_GIRLS, 3, "girls"), *draw.sample(_BOYS, 3, "boys")]
    kids = [_child(draw, name) for name in chosen]
    dose = draw.whole(9, 14, "dose")
    return TaskSpec(
        words={"children": " ".join(map(_prose, kids)), "dose": dose, "factor": _FACTOR},
        plans=(partial(_children_plan, kids, dose),),
    )


def _children_plan(kids: list[dict[str, Any]], dose: int) -> Plan:
    read = yield [
        call(
            _PRESSURE,
            years=kid["years"],
            months=kid["months"],
            height=kid["height"],
            sex=kid["sex"],
            systolic=kid["systolic"],
            diastolic=kid["diastolic"],
        )
        for kid in kids
    ]
    shares = [result.data["systolic_percentile"] for result in read]
    order = sorted(range(len(kids)), key=lambda index: -shares[index])
    gaps = [shares[a] - shares[b] for a, b in pairwise(order)]
    require(min(gaps) > 0.2, "percentiles are close.")
    top = [kids[index] for index in order[:3]]
    means, bodies = yield from together(
        (call(_MEAN, *read, sbp=patient["systolic"], dbp=patient["diastolic"]) for patient in top),
        (call(_BODY, *read, weight=patient["weight"], height=patient["height"]) for patient in top),
    )
    surfaces = [body.data["bsa_m2"] for body in bodies]
    ordered = sorted(surfaces)
    require(ordered[-1] - ordered[-2] > 0.005, "surfaces are close.")
    index = surfaces.index(max(surfaces))
    daily = round(dose * surfaces[index], 1)
    require(abs(dose * surfaces[index] * 10 % 1 - 0.5) > 0.02, "the rounding is close.")
    converted, fluid = yield [
        call(_STEROID, *bodies, from_steroid="hydrocortisone", from_dose_mg=daily, to_steroid="prednisolone"),
        call(_FLUIDS, *bodies, weight_kg=top[index]["weight"]),
    ]
    (stress,) = yield [
        call(
            _STEROID,
            converted,
            from_steroid="prednisolone",
            from_dose_mg=round(_FACTOR * float(converted.data), 4),
            to_steroid="dexamethasone",
        )
    ]
    (second,) = yield [call(_STEROID, stress, **_half(stress, "dexamethasone", "methylprednisolone"))]
    (third,) = yield [call(_STEROID, second, **_half(second, "methylprednisolone", "hydrocortisone"))]
    return solution(
        {
            "order": Expected(
                items=tuple(computed(kids[index]["name"], (kids[index]["name"], *shares)) for index in order)
            ),
            "percentile": stated(max(shares), Tolerance(absolute=0.2)),
            "mean": stated(means[0].data["mean_arterial_pressure"], Tolerance(absolute=0.4)),
            "child": computed(top[index]["name"], (top[index]["name"], *surfaces)),
            "surface": stated(surfaces[index], Tolerance(absolute=0.006)),
            "prednisolone": stated(float(converted.data), Tolerance(absolute=0.02)),
            "stress": stated(float(stress.data), Tolerance(absolute=0.02)),
            "second": stated(float(second.data), Tolerance(absolute=0.02)),
            "third": stated(float(third.data), Tolerance(absolute=0.06)),
            "fluid": stated(float(fluid.data), Tolerance(absolute=0.2)),
        }
    )
