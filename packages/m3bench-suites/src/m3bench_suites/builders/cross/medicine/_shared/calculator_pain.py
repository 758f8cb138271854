"""Medical Calculator: opioids of four patients, and a taper of their steroids."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, computed, require, require_lead, rows, solution, stated

_MME, _STEROID = "Medical Calculator/calculate_mme", "Medical Calculator/steroid_conversion"
_WEIGHTS, _FLUIDS = "Medical Calculator/ibw_abw_calculator", "Medical Calculator/maintenance_fluids"
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


def _prose(one: dict[str, Any]) -> str:
    opioids = " and ".join(f"{drug} {dose} mg {times} times a day" for drug, dose, times in one["opioids"])
    return (
        f"{one['name']} ({'man' if one['male'] else 'woman'}, {one['weight']} kg, {one['height']} inches) "
        f"takes {opioids}, and {one['steroid']} {one['dose']} mg a day."
    )


def _converted(source: str, dose: float, target: str) -> dict[str, Any]:
    return {"from_steroid": source, "from_dose_mg": round(dose, 4), "to_steroid": target}


def pain(draw: TaskDraw) -> TaskSpec:
    """Make a task on patients with opioids and steroids."""
    patients = [_patient(draw, name) for name in draw.sample(_NAMES, 4, "names")]

    def plan() -> Plan:
        equivalents = yield [
            call(_MME, opioid=drug, dose_per_administration=dose, doses_per_day=times)
            for one in patients
            for drug, dose, times in one["opioids"]
        ]
        pairs = [equivalents[2 * place : 2 * place + 2] for place in range(len(patients))]
        totals = [sum(float(each.data) for each in pair) for pair in pairs]
        require_lead(totals, 1)
        require(all(abs(total - _LIMIT) > 0.5 for total in totals), "a total is at the limit.")
        top = patients[totals.index(max(totals))]
        high = [one for one, total in zip(patients, totals, strict=True) if total > _LIMIT]
        require(1 < len(high) < len(patients), "nobody or everybody is above the limit.")
        second = yield [
            *(
                call(_STEROID, *equivalents, **_converted(one["steroid"], one["dose"] * _CUT / 100, _FIRST))
                for one in high
            ),
            call(
                _WEIGHTS,
                *equivalents,
                weight_kg=top["weight"],
                height_inches=top["height"],
                male=top["male"],
            ),
        ]
        week1, weights = second[:-1], second[-1]
        ideal = weights.data["ideal_weight_kg"]
        third = yield [
            *(call(_STEROID, dose, **_converted(_FIRST, float(dose.data) / 2, _SECOND)) for dose in week1),
            call(_FLUIDS, weights, weight_kg=ideal),
        ]
        week2, fluid = third[:-1], third[-1]
        week3 = yield [
            call(_STEROID, dose, **_converted(_SECOND, float(dose.data) / 2, _THIRD)) for dose in week2
        ]
        week4 = yield [
            call(_STEROID, dose, **_converted(_THIRD, float(dose.data) / 2, _FOURTH)) for dose in week3
        ]
        week5 = yield [
            call(_STEROID, dose, **_converted(_FOURTH, float(dose.data) / 2, _FIFTH)) for dose in week4
        ]
        return solution(
            {
                "totals": rows(
                    {
                        "name": stated(one["name"]),
                        "total": computed(
                            round(total, 2), [float(each.data) for each in pair], Tolerance(absolute=0.1)
                        ),
                    }
                    for one, total, pair in zip(patients, totals, pairs, strict=True)
                ),
                "taper": rows(
                    {
                        "name": stated(one["name"]),
                        "week1": stated(float(a.data), _HUNDREDTH),
                        "week2": stated(float(b.data), _HUNDREDTH),
                        "week3": stated(float(c.data), _HUNDREDTH),
                        "week4": stated(float(d.data), _HUNDREDTH),
                        "week5": stated(float(e.data), _HUNDREDTH),
                    }
                    for one, a, b, c, d, e in zip(high, week1, week2, week3, week4, week5, strict=True)
                ),
                "top": computed(top["name"], (top["name"],)),
                "ideal": stated(ideal, Tolerance(absolute=0.06)),
                "fluid": stated(float(fluid.data), Tolerance(absolute=0.5)),
            }
        )

    return TaskSpec(
        words={"patients": " ".join(map(_prose, patients)), "cut": _CUT, "limit": _LIMIT}, plans=(plan,)
    )
