"""Medical Calculator: who of four patients with cirrhosis is in most danger."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, computed, require, solution, stated

_SODIUM, _MELD = "Medical Calculator/corrected_sodium", "Medical Calculator/meld_3"
_PUGH, _RATE = "Medical Calculator/child_pugh_score", "Medical Calculator/egfr_epi"
_WEIGHTS, _FLUIDS = "Medical Calculator/ibw_abw_calculator", "Medical Calculator/maintenance_fluids"
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


def _prose(one: dict[str, Any]) -> str:
    return (
        "{name} ({sex}, {age} years, {weight} kg, {height} inches): bilirubin {bilirubin} mg/dL, INR {inr}, "
        "creatinine {creatinine} mg/dL, albumin {albumin} g/dL, sodium {sodium} mEq/L, glucose {glucose} "
        "mg/dL, ascites {ascites}, encephalopathy grade {grade}."
    ).format(sex="man" if one["male"] else "woman", **one)


def livers(draw: TaskDraw) -> TaskSpec:
    """Make a task on patients with cirrhosis."""
    patients = [_patient(draw, name) for name in draw.sample(_NAMES, 4, "names")]

    def plan() -> Plan:
        salts = yield [
            call(_SODIUM, measured_sodium=one["sodium"], serum_glucose=one["glucose"]) for one in patients
        ]
        katz = [salt.data["katz"] for salt in salts]
        scored = yield [
            call(
                _MELD,
                salt,
                age=one["age"],
                female=not one["male"],
                bilirubin=one["bilirubin"],
                inr=one["inr"],
                creatinine=one["creatinine"],
                albumin=one["albumin"],
                sodium=value,
                dialysis=False,
            )
            for one, salt, value in zip(patients, salts, katz, strict=True)
        ]
        melds = [int(each.data) for each in scored]
        require(len(set(melds)) == len(melds), "two patients have the same MELD.")
        order = sorted(range(len(patients)), key=lambda place: -melds[place])
        pair = [patients[place] for place in order[:2]]
        classed = yield [
            call(
                _PUGH,
                *scored,
                bilirubin=one["bilirubin"],
                albumin=one["albumin"],
                inr=one["inr"],
                ascites=one["ascites"],
                encephalopathy_grade=one["grade"],
            )
            for one in pair
        ]
        points = [int(each.data) for each in classed]
        require(points[0] != points[1], "both have the same Child-Pugh score.")
        urgent = pair[points.index(max(points))]
        rate, weights = yield [
            call(_RATE, *classed, scr=urgent["creatinine"], age=urgent["age"], male=urgent["male"]),
            call(
                _WEIGHTS,
                *classed,
                weight_kg=urgent["weight"],
                height_inches=urgent["height"],
                male=urgent["male"],
            ),
        ]
        adjusted = weights.data["adjusted_weight_kg"]
        (fluid,) = yield [call(_FLUIDS, weights, weight_kg=adjusted)]
        ranked = [patients[place]["name"] for place in order]
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

    return TaskSpec(words={"patients": " ".join(map(_prose, patients))}, plans=(plan,))
