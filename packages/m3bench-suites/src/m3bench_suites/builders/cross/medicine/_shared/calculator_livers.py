"""Medical Calculator: who of four patients with cirrhosis is in most danger."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.tasks import Wording, computed, found, require, solution, task
from m3bench_suites.builders.fields import choice, named, names, number

_SODIUM, _MELD = "Medical Calculator/corrected_sodium", "Medical Calculator/meld_3"
_PUGH, _RATE = "Medical Calculator/child_pugh_score", "Medical Calculator/egfr_epi"
_WEIGHTS, _FLUIDS = "Medical Calculator/ibw_abw_calculator", "Medical Calculator/maintenance_fluids"
_NAMES = ("Ana", "Bruno", "Clara", "Dmitri", "Esther", "Farid", "Greta", "Hugo")
_MEN = ("Bruno", "Dmitri", "Farid", "Hugo")
_TENTH = Tolerance(absolute=0.06)
_WORDING = Wording(
    request=(
        "Four patients with cirrhosis wait on the ward; nobody is on dialysis. {patients} Correct every "
        "sodium for the glucose (Katz), and compute MELD 3.0 with the corrected sodium, not the measured "
        "one. Rank the patients by MELD, highest first. For the two with the highest MELD compute the "
        "Child-Pugh score; of these two, the one with the higher Child-Pugh score is the most urgent. For "
        "this patient compute eGFR (CKD-EPI 2021, creatinine) and the adjusted body weight, and the hourly "
        "maintenance fluid (4-2-1 rule) for that adjusted weight."
    ),
    fuzzy=(
        "I am on call for the liver ward and have to decide whom to call about a transplant. There are four "
        "people with cirrhosis, none on dialysis. {patients} Their sugars are high, so please do not trust "
        "the sodium as measured: correct it the Katz way and put that into the 3.0 version of MELD. In what "
        "order do they stand, sickest in front? Between the two sickest I go by Child-Pugh, the higher "
        "points win. About that one person I also need the 2021 creatinine eGFR, the adjusted body weight "
        "and how many millilitres an hour the usual 4-2-1 rule gives for this adjusted weight."
    ),
)


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


def livers(draw: TaskDraw, family: CrossFamily) -> Blueprint:
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
                "highest_meld": found(melds[best]),
                "lowest_meld": found(melds[order[-1]]),
                "sodium": found(katz[best], _TENTH),
                "urgent": computed(urgent["name"], (urgent["name"], *points)),
                "points": found(score),
                "class": computed("A" if score <= 6 else "B" if score <= 9 else "C", (score,)),
                "rate": found(float(rate.data), Tolerance(absolute=0.5)),
                "adjusted": found(adjusted, _TENTH),
                "fluid": found(float(fluid.data), Tolerance(absolute=0.5)),
            }
        )

    form = (
        names("order", "the patients by MELD, highest first", ordered=True),
        number("highest_meld", "the highest MELD"),
        number("lowest_meld", "the lowest MELD"),
        number("sodium", "corrected sodium of the patient with the highest MELD", "mEq/L"),
        named("urgent", "the most urgent patient"),
        number("points", "Child-Pugh score of this patient"),
        choice("class", "Child-Pugh class of this patient", ("A", "B", "C")),
        number("rate", "eGFR of this patient, in mL/min/1.73 m²"),
        number("adjusted", "adjusted body weight of this patient", "kg"),
        number("fluid", "maintenance fluid of this patient", "mL/h"),
    )
    words = {"patients": " ".join(map(_prose, patients))}
    return task(draw, family, _WORDING, words, form, plan)
