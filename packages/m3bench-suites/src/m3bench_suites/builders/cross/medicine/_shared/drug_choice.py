"""Medical Calculator, FruityVice and BioMCP: drugs for a patient, and fruit that suits the risk."""

from __future__ import annotations

from statistics import mean
from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import (
    approval_date,
    code_in,
    entry,
    parts,
    total,
    whole,
)
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_clear,
    require_lead,
    rows,
    solution,
    stated,
    validation,
)

_DRUG, _ADVERSE = "BioMCP/drug_getter", "BioMCP/openfda_adverse_searcher"
_APPROVALS = "BioMCP/openfda_approval_searcher"
_APPROVAL, _TRIALS = "BioMCP/openfda_approval_getter", "BioMCP/trial_searcher"
_PROTOCOL, _LABELS = "BioMCP/trial_protocol_getter", "BioMCP/openfda_label_searcher"
_LABEL, _FRUIT = "BioMCP/openfda_label_getter", "FruityVice/get_fruit_nutrition"
_RATE, _RISK = "Medical Calculator/egfr_epi", "Medical Calculator/prevent_cvd_risk"
_DRUGS = ("Lisinopril", "Losartan", "Amlodipine", "Metoprolol", "Simvastatin", "Atorvastatin", "Clopidogrel")
_COUNT = 6
_RISKY = 15
_STRICT, _FREE = 5, 9.5
_STRICT_TIERS = (
    ("banana", "apple", "cherry"),
    ("pineapple", "pear", "blueberry"),
    ("orange", "kiwi", "guava"),
    ("peach", "papaya", "nectarine"),
    ("grapefruit", "watermelon"),
    ("strawberry", "blackberry", "raspberry"),
)
_FREE_TIERS = (
    ("date", "tamarind"),
    ("jackfruit", "fig"),
    ("grape", "mango", "lychee"),
    ("banana", "cherry", "persimmon"),
    ("apple", "mandarin"),
    ("guava", "kiwi", "orange"),
)


def _patient(draw: TaskDraw) -> dict[str, Any]:
    return {
        "male": draw.pick((True, False), "male"),
        "age": draw.whole(52, 76, "age"),
        "creatinine": draw.whole(8, 16, "creatinine") / 10,
        "cholesterol": draw.whole(48, 68, "cholesterol") / 10,
        "hdl": draw.whole(9, 16, "hdl") / 10,
        "systolic": draw.whole(128, 166, "systolic"),
        "smoker": draw.pick((True, False), "smoker"),
        "diabetes": draw.pick((True, False), "diabetes"),
    }


def _prose(one: dict[str, Any]) -> str:
    return (
        "A {kind} of {age} {smokes} and {diabetic}, takes medicine against hypertension but no statin, and "
        "has a creatinine of {creatinine} mg/dL, a total cholesterol of {cholesterol} and an HDL of {hdl} "
        "mmol/L, and a systolic pressure of {systolic} mmHg."
    ).format(
        kind="man" if one["male"] else "woman",
        smokes="smokes" if one["smoker"] else "does not smoke",
        diabetic="has diabetes" if one["diabetes"] else "has no diabetes",
        **one,
    )


def drug_choice(draw: TaskDraw) -> TaskSpec:
    """Make a task on drugs and fruit for a patient."""
    patient, drugs = _patient(draw), draw.sample(_DRUGS, _COUNT, "drugs")
    strict = [draw.pick(tier, "strict", rank) for rank, tier in enumerate(_STRICT_TIERS)]
    free = [draw.pick(tier, "free", rank) for rank, tier in enumerate(_FREE_TIERS)]

    def plan(*, by_search: bool = False) -> Plan:
        first = yield [
            call(_RATE, scr=patient["creatinine"], age=patient["age"], male=patient["male"]),
            *(call(_DRUG, drug_id_or_name=drug) for drug in drugs),
            *(call(_ADVERSE, drug=drug, limit=1) for drug in drugs),
            *(call(_APPROVALS, drug=drug) for drug in drugs if by_search),
        ]
        rate, entries, safety = first[0], first[1 : _COUNT + 1], first[_COUNT + 1 : 2 * _COUNT + 1]
        applications = [entry(one, "Application") for one in entries]
        claims = {
            drug: int(code_in(one, r"(?<=\()\d{4}")) for drug, one in zip(drugs, applications, strict=True)
        }
        second = yield [
            call(
                _RISK,
                rate,
                age=patient["age"],
                female=not patient["male"],
                tc=patient["cholesterol"],
                hdl=patient["hdl"],
                sbp=patient["systolic"],
                diabetes=patient["diabetes"],
                current_smoker=patient["smoker"],
                egfr=float(rate.data),
                using_antihtn=True,
                using_statins=False,
            ),
            *(
                call(_APPROVAL, one, application_number=code_in(application, r"[A-Z]+\d+"))
                for one, application in zip(entries, applications, strict=True)
                if not by_search
            ),
        ]
        risk, read = second[0], first[2 * _COUNT + 1 :] if by_search else second[1:]
        percent = risk.data["ten_year_cvd_risk_percent"]
        require_clear(percent, _RISKY, 0.2)
        years = {drug: int(approval_date(one)[:4]) for drug, one in zip(drugs, read, strict=True)}
        wrong = [drug for drug in drugs if claims[drug] != years[drug]]
        checked = validation("the year of a drug's approval", (_DRUG, _APPROVAL), drugs, wrong)
        reports = [whole(one, "Reports") for one in safety]
        serious = [whole(one, "Serious") for one in safety]
        share = [100 * part / every for part, every in zip(serious, reports, strict=True)]
        require_lead(share, 0.2, lowest=True)
        mildest = drugs[share.index(min(share))]
        own, average = reports[share.index(min(share))], mean(reports)
        require_clear(own, average, 1)
        often = own > average
        row, most = (strict, _STRICT) if percent >= _RISKY else (free, _FREE)
        third = yield [
            call(_FRUIT, risk, fruit_name=row[0]),
            call(_TRIALS, *safety, interventions=[mildest])
            if often
            else call(_LABELS, *safety, name=mildest),
        ]
        fruit, last = third
        follow = (
            call(_PROTOCOL, last, nct_id=entry(parts(last)[0], "NCT"))
            if often
            else call(_LABEL, last, set_id=entry(last, "Set ID"), sections=["storage"])
        )
        require(fruit.data["nutritions"]["sugar"] > most, "the first fruit fits.")
        fourth = yield [call(_FRUIT, fruit, fruit_name=row[1]), follow]
        fruit, followed = fourth
        sugars = [third[0].data["nutritions"]["sugar"], fruit.data["nutritions"]["sugar"]]
        for name in row[2:]:
            if sugars[-1] <= most:
                break
            (fruit,) = yield [call(_FRUIT, fruit, fruit_name=name)]
            sugars.append(fruit.data["nutritions"]["sugar"])
        require(sugars[-1] <= most, "no fruit fits.")
        fields = {
            "rate": stated(float(rate.data), Tolerance(absolute=0.5)),
            "risk": stated(percent, Tolerance(absolute=0.06)),
            "fruit": stated(fruit.data["name"]),
            "sugar": stated(sugars[-1], Tolerance(absolute=0.02)),
            "mismatches": rows(
                {"drug": stated(drug), "entry": stated(claims[drug]), "record": stated(years[drug])}
                for drug in wrong
            ),
            "mildest": computed(mildest, (*reports, *serious)),
            "share": computed(round(min(share), 1), (*reports, *serious), Tolerance(absolute=0.06)),
            "often": computed(often, reports),
            **dict.fromkeys(("trials", "enrollment", "version"), NOTHING),
        }
        if often:
            fields["trials"] = stated(total(last))
            fields["enrollment"] = stated(whole(followed, "Enrollment"))
        else:
            fields["version"] = stated(int(entry(followed, "Version")))
        decision = branch(
            "the drug with the lowest share of serious reports has more reports than the mean",
            holds=often,
            met={"tools": [_TRIALS, _PROTOCOL]},
            unmet={"tools": [_LABELS, _LABEL]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    return TaskSpec(
        words={
            "patient": _prose(patient),
            "drugs": _and([drug.lower() for drug in drugs]),
            "strict": _and(strict),
            "free": _and(free),
            "risky": _RISKY,
            "most": _STRICT,
            "more": _FREE,
        },
        plans=(plan, lambda: plan(by_search=True)),
    )


def _and(things: list[str]) -> str:
    return f"{', '.join(things[:-1])} and {things[-1]}"
