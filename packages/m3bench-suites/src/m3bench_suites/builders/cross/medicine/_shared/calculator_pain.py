"""Medical Calculator: opioids of four patients, and a taper of their steroids."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.tasks import (
    Wording,
    computed,
    found,
    require,
    require_lead,
    rows,
    solution,
    task,
)
from m3bench_suites.builders.fields import named, number, records

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
_WORDING = Wording(
    request=(
        "Four patients take opioids and a daily steroid. {patients} Compute the morphine milligram "
        "equivalents of each opioid and the daily total of each patient, and name the one with the highest "
        "total. Plan a taper of the steroid for each patient above {limit} MME a day: in week 1 the daily "
        "dose of methylprednisolone equivalent to {cut} % of the present dose; in each later week the "
        "equivalent of half of the dose of the week before, in week 2 as prednisolone, in week 3 as "
        "hydrocortisone, in week 4 as cortisone and in week 5 as triamcinolone. For the patient with the "
        "highest total, also give the ideal body weight and the hourly maintenance fluid (4-2-1 rule) for it."
    ),
    fuzzy=(
        "In our pain clinic four people take opioids on top of a steroid that they take every day. "
        "{patients} Put all the opioids into morphine milligram equivalents: what does each of them come to "
        "in a day, and who is the one at the top? Whoever is above {limit} should also come off the steroid "
        "over 5 weeks. In week 1 they get {cut} % of what they take now, but as methylprednisolone. From "
        "there it is half of the week before every time, in week 2 as prednisolone, in week 3 as "
        "hydrocortisone, in week 4 as cortisone and in the last week as triamcinolone. What are the daily "
        "doses? And for the person with the most opioid, what is the ideal body weight, and the fluid an "
        "hour that the 4-2-1 rule gives this weight?"
    ),
)


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


def pain(draw: TaskDraw, family: CrossFamily) -> Blueprint:
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
                        "name": found(one["name"]),
                        "total": computed(
                            round(total, 2), [float(each.data) for each in pair], Tolerance(absolute=0.1)
                        ),
                    }
                    for one, total, pair in zip(patients, totals, pairs, strict=True)
                ),
                "taper": rows(
                    {
                        "name": found(one["name"]),
                        "week1": found(float(a.data), _HUNDREDTH),
                        "week2": found(float(b.data), _HUNDREDTH),
                        "week3": found(float(c.data), _HUNDREDTH),
                        "week4": found(float(d.data), _HUNDREDTH),
                        "week5": found(float(e.data), _HUNDREDTH),
                    }
                    for one, a, b, c, d, e in zip(high, week1, week2, week3, week4, week5, strict=True)
                ),
                "top": computed(top["name"], (top["name"],)),
                "ideal": found(ideal, Tolerance(absolute=0.06)),
                "fluid": found(float(fluid.data), Tolerance(absolute=0.5)),
            }
        )

    form = (
        records(
            "totals",
            "the opioids of each patient",
            named("name", "the patient"),
            number("total", "morphine milligram equivalents of a day"),
        ),
        records(
            "taper",
            f"the doses of each patient above {_LIMIT} MME a day",
            named("name", "the patient"),
            number("week1", "methylprednisolone a day in week 1", "mg"),
            number("week2", "prednisolone a day in week 2", "mg"),
            number("week3", "hydrocortisone a day in week 3", "mg"),
            number("week4", "cortisone a day in week 4", "mg"),
            number("week5", "triamcinolone a day in week 5", "mg"),
        ),
        named("top", "the patient with the highest total"),
        number("ideal", "ideal body weight of this patient", "kg"),
        number("fluid", "maintenance fluid for this weight", "mL/h"),
    )
    words = {"patients": " ".join(map(_prose, patients)), "cut": _CUT, "limit": _LIMIT}
    return task(draw, family, _WORDING, words, form, plan)
