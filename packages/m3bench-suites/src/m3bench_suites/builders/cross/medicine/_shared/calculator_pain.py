"""Medical Calculator: opioids of four patients, and a taper of their steroids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.calculators import body_weights
from m3bench_suites.builders.tasks import TaskSpec, computed, require, require_lead, rows, solution, stated

_MME, _STEROID = "Medical Calculator/calculate_mme", "Medical Calculator/steroid_conversion"
_FLUIDS = "Medical Calculator/maintenance_fluids"
_NAMES = ("Quentin", "Rosa", "Stefan", "Tilda", "Umberto", "Vera", "Wanda", "Xavier")
_MEN = ("Quentin", "Stefan", "Umberto", "Xavier")
_LONG = (("morphine", (15, 30, 60)), ("oxycodone", (10, 20, 40)), ("methadone", (5, 10)))
_SHORT = (("tramadol", (50, 100)), ("hydromorphone", (2, 4)), ("codeine", (30, 60)), ("tapentadol", (50, 75)))
_STEROIDS = (("prednisone", (20, 30, 40, 50)), ("dexamethasone", (4, 6, 8)), ("hydrocortisone", (60, 80)))
_FIRST, _SECOND, _THIRD = "methylprednisolone", "prednisolone", "hydrocortisone"
_FOURTH, _FIFTH = "cortisone", "triamcinolone"
_CUT, _LIMIT = 80, 90
_HUNDREDTH = Tolerance(absolute=0.02)


def _patient(draw: TaskDraw, name: str) -> dict[str, Any]:
    found_: dict[str, Any] = {"name": name, "male": name in _MEN, "opioids": []}
    for kind, (drug, doses) in (
        ("long", draw.pick(_LONG, "long", name)),
        ("short", draw.pick(_SHORT, "short", name)),
    ):
        times = draw.whole(2, 3, kind, "times", name)
        found_["opioids"].append((drug, draw.pick(doses, kind, "dose", name), times))
    steroid, doses = draw.pick(_STEROIDS, "steroid", name)
    found_["steroid"], found_["dose"] = steroid, draw.pick(doses, "steroid dose", name)
    found_["weight"] = draw.whole(54, 101, "weight", name)
    found_["height"] = draw.whole(61, 74, "height", name)
    return found_


def _prose(patient: dict[str, Any]) -> str:
    opioids = " and ".join(
        f"{drug} {dose} mg {times} times a day" for drug, dose, times in patient["opioids"]
    )
    return (
        f"{patient['name']} ({'man' if patient['male'] else 'woman'}, {patient['weight']} kg, {patient['height']} inches) "
        f"takes {opioids}, and {patient['steroid']} {patient['dose']} mg a day."
    )


def _converted(source: str, dose: float, target: str) -> dict[str, Any]:
    return {"from_steroid": source, "from_dose_mg": round(dose, 4), "to_steroid": target}


def pain(draw: TaskDraw) -> TaskSpec:
    """Make a task on patients with opioids and steroids."""
    patients = [_patient(draw, name) for name in draw.sample(_NAMES, 4, "names")]
    return TaskSpec(
        words={"patients": " ".join(map(_prose, patients)), "cut": _CUT, "limit": _LIMIT},
        plans=(partial(_pain_plan, patients),),
    )


def _pain_plan(patients: list[dict[str, Any]]) -> Plan:
    equivalents = yield [
        call(_MME, opioid=drug, dose_per_administration=dose, doses_per_day=times)
        for patient in patients
        for drug, dose, times in patient["opioids"]
    ]
    pairs = [equivalents[2 * index : 2 * index + 2] for index in range(len(patients))]
    totals = [sum(float(result.data) for result in pair) for pair in pairs]
    require_lead(totals, 1)
    require(all(abs(total - _LIMIT) > 0.5 for total in totals), "a total is at the limit.")
    top = patients[totals.index(max(totals))]
    high = [patient for patient, total in zip(patients, totals, strict=True) if total > _LIMIT]
    require(1 < len(high) < len(patients), "nobody or everybody is above the limit.")
    second = yield [
        *(
            call(
                _STEROID, *equivalents, **_converted(patient["steroid"], patient["dose"] * _CUT / 100, _FIRST)
            )
            for patient in high
        ),
        body_weights(top, *equivalents),
    ]
    week1, weights = second[:-1], second[-1]
    ideal = weights.data["ideal_weight_kg"]
    third = yield [
        *_halved(week1, _FIRST, _SECOND),
        call(_FLUIDS, weights, weight_kg=ideal),
    ]
    weeks, fluid = [week1, third[:-1]], third[-1]
    for steroid, weaker in pairwise((_SECOND, _THIRD, _FOURTH, _FIFTH)):
        week = yield _halved(weeks[-1], steroid, weaker)
        weeks.append(week)
    return solution(
        {
            "totals": rows(
                {
                    "name": stated(patient["name"]),
                    "total": computed(
                        round(total, 2), [float(result.data) for result in pair], Tolerance(absolute=0.1)
                    ),
                }
                for patient, total, pair in zip(patients, totals, pairs, strict=True)
            ),
            "taper": rows(
                {
                    "name": stated(patient["name"]),
                    **{
                        f"week{week}": stated(float(dose.data), _HUNDREDTH)
                        for week, dose in enumerate(doses, start=1)
                    },
                }
                for patient, doses in zip(high, zip(*weeks, strict=True), strict=True)
            ),
            "top": computed(top["name"], (top["name"],)),
            "ideal": stated(ideal, Tolerance(absolute=0.06)),
            "fluid": stated(float(fluid.data), Tolerance(absolute=0.5)),
        }
    )


def _halved(doses: Sequence[CallResult], steroid: str, weaker: str) -> list[PlannedCall]:
    """Return the calls that convert half of each dose into another steroid."""
    return [call(_STEROID, dose, **_converted(steroid, float(dose.data) / 2, weaker)) for dose in doses]
