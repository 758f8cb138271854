"""Medical Calculator: blood pressure of children, and doses by their body surface."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import Blueprint, CallResult, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.tasks import Wording, computed, found, require, solution, task
from m3bench_suites.builders.fields import named, names, number

_PRESSURE, _BODY = "Medical Calculator/bp_children", "Medical Calculator/bmi_bsa_calculator"
_STEROID, _FLUIDS = "Medical Calculator/steroid_conversion", "Medical Calculator/maintenance_fluids"
_MEAN = "Medical Calculator/map_calculator"
_GIRLS, _BOYS = ("Amelie", "Bea", "Cora", "Dana"), ("Emil", "Finn", "Gero", "Henk")
_FACTOR = 3
_WORDING = Wording(
    request=(
        "Six children come for a check. {children} Compute the percentiles of blood pressure of each, and "
        "rank them by the systolic percentile, highest first. For the three highest compute the mean "
        "arterial pressure and the body surface. The one of these three with the largest body surface needs "
        "hydrocortisone, {dose} mg per m² a day (round the product to 1 decimal): convert this to "
        "prednisolone; {factor} times that prednisolone dose is the stress dose: convert it to dexamethasone "
        "for the day of the fever. On the next day it is half of that, converted to methylprednisolone, and "
        "on the third day half of the second day's dose, converted to hydrocortisone. Also give this child's "
        "hourly maintenance fluid (4-2-1 rule)."
    ),
    fuzzy=(
        "Six kids were measured at our practice. {children} Whose systolic pressure is the most unusual for "
        "sex, age and height? Put them in order by that percentile, highest in front. About the top three I "
        "would like the mean arterial pressure and the body surface. The biggest of the three by surface has "
        "an adrenal problem and should get {dose} mg of hydrocortisone per square metre a day, the product "
        "rounded to 1 decimal. We only have prednisolone, so how much is that? In a fever the dose goes up "
        "{factor} times and is given as dexamethasone instead; how much of it would that be? The day after "
        "it is half as much, as methylprednisolone, and on the third day half of that again, as "
        "hydrocortisone; what are those doses? And how much fluid an hour does this child need to keep "
        "going, by the 4-2-1 rule?"
    ),
)


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


def _prose(one: dict[str, Any]) -> str:
    return (
        "{name} ({kind}, {years} years and {months} months, {height} cm, {weight} kg) has "
        "{systolic}/{diastolic} mmHg."
    ).format(kind="boy" if one["sex"] == "male" else "girl", **one)


def _half(dose: CallResult, source: str, target: str) -> dict[str, Any]:
    return {"from_steroid": source, "from_dose_mg": round(float(dose.data) / 2, 4), "to_steroid": target}


def children(draw: TaskDraw, family: CrossFamily) -> Blueprint:
    """Make a task on the blood pressure of children."""
    chosen = [*draw.sample(_GIRLS, 3, "girls"), *draw.sample(_BOYS, 3, "boys")]
    kids = [_child(draw, name) for name in chosen]
    dose = draw.whole(9, 14, "dose")

    def plan() -> Plan:
        read = yield [
            call(
                _PRESSURE,
                years=one["years"],
                months=one["months"],
                height=one["height"],
                sex=one["sex"],
                systolic=one["systolic"],
                diastolic=one["diastolic"],
            )
            for one in kids
        ]
        shares = [each.data["systolic_percentile"] for each in read]
        order = sorted(range(len(kids)), key=lambda place: -shares[place])
        gaps = [shares[a] - shares[b] for a, b in pairwise(order)]
        require(min(gaps) > 0.2, "percentiles are close.")
        top = [kids[place] for place in order[:3]]
        got = yield [
            *(call(_MEAN, *read, sbp=one["systolic"], dbp=one["diastolic"]) for one in top),
            *(call(_BODY, *read, weight=one["weight"], height=one["height"]) for one in top),
        ]
        means, bodies = got[:3], got[3:]
        surfaces = [each.data["bsa_m2"] for each in bodies]
        ordered = sorted(surfaces)
        require(ordered[-1] - ordered[-2] > 0.005, "surfaces are close.")
        place = surfaces.index(max(surfaces))
        daily = round(dose * surfaces[place], 1)
        require(abs(dose * surfaces[place] * 10 % 1 - 0.5) > 0.02, "the rounding is close.")
        converted, fluid = yield [
            call(
                _STEROID,
                *bodies,
                from_steroid="hydrocortisone",
                from_dose_mg=daily,
                to_steroid="prednisolone",
            ),
            call(_FLUIDS, *bodies, weight_kg=top[place]["weight"]),
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
                    items=tuple(computed(kids[one]["name"], (kids[one]["name"], *shares)) for one in order)
                ),
                "percentile": found(max(shares), Tolerance(absolute=0.2)),
                "mean": found(means[0].data["mean_arterial_pressure"], Tolerance(absolute=0.4)),
                "child": computed(top[place]["name"], (top[place]["name"], *surfaces)),
                "surface": found(surfaces[place], Tolerance(absolute=0.006)),
                "prednisolone": found(float(converted.data), Tolerance(absolute=0.02)),
                "stress": found(float(stress.data), Tolerance(absolute=0.02)),
                "second": found(float(second.data), Tolerance(absolute=0.02)),
                "third": found(float(third.data), Tolerance(absolute=0.06)),
                "fluid": found(float(fluid.data), Tolerance(absolute=0.2)),
            }
        )

    form = (
        names("order", "the children by systolic percentile, highest first", ordered=True),
        number("percentile", "the highest systolic percentile"),
        number("mean", "mean arterial pressure of the child with the highest percentile", "mmHg"),
        named("child", "of the first three, the one with the largest body surface"),
        number("surface", "body surface of this child", "m²"),
        number("prednisolone", "prednisolone a day for this child", "mg"),
        number("stress", "stress dose as dexamethasone", "mg"),
        number("second", "methylprednisolone on the second day", "mg"),
        number("third", "hydrocortisone on the third day", "mg"),
        number("fluid", "maintenance fluid of this child", "mL/h"),
    )
    words = {"children": " ".join(map(_prose, kids)), "dose": dose, "factor": _FACTOR}
    return task(draw, family, _WORDING, words, form, plan)
