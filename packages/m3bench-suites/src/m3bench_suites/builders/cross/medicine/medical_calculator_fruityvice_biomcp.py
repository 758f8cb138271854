"""Medical Calculator, FruityVice and BioMCP: a patient, drugs or trials, and fruit."""

from __future__ import annotations

from functools import partial
from statistics import mean
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.medicine._shared.biomarker_counts import oldest_age
from m3bench_suites.builders.cross.medicine._shared.calculators import (
    creatinine_clearance,
    filtration_rate,
    heart_risk,
)
from m3bench_suites.builders.cross.medicine._shared.reading import (
    application,
    approval_date,
    claimed_year,
    entry,
    parts,
    sites,
    total,
    whole,
)
from m3bench_suites.builders.tasks import (
    NOTHING,
    Steps,
    TaskSpec,
    branch,
    computed,
    leader,
    require,
    require_clear,
    require_lead,
    solution,
    stated,
    table,
    together,
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


def _prose(patient: dict[str, Any]) -> str:
    return (
        "A {kind} of {age} {smokes} and {diabetic}, takes medicine against hypertension but no statin, and "
        "has a creatinine of {creatinine} mg/dL, a total cholesterol of {cholesterol} and an HDL of {hdl} "
        "mmol/L, and a systolic pressure of {systolic} mmHg."
    ).format(
        kind="man" if patient["male"] else "woman",
        smokes="smokes" if patient["smoker"] else "does not smoke",
        diabetic="has diabetes" if patient["diabetes"] else "has no diabetes",
        **patient,
    )


def drug_choice(draw: TaskDraw) -> TaskSpec:
    """Make a task on drugs and fruit for a patient."""
    patient, drugs = _patient(draw), draw.sample(_DRUGS, _COUNT, "drugs")
    strict = [draw.pick(tier, "strict", rank) for rank, tier in enumerate(_STRICT_TIERS)]
    free = [draw.pick(tier, "free", rank) for rank, tier in enumerate(_FREE_TIERS)]
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
        plans=(
            partial(_drug_choice_plan, patient, drugs, strict, free),
            partial(_drug_choice_plan, patient, drugs, strict, free, by_search=True),
        ),
    )


def _drug_choice_plan(
    patient: dict[str, Any], drugs: list[str], strict: list[str], free: list[str], *, by_search: bool = False
) -> Plan:
    (rate,), entries, safety, searched = yield from together(
        [filtration_rate(patient)],
        (call(_DRUG, drug_id_or_name=drug) for drug in drugs),
        (call(_ADVERSE, drug=drug, limit=1) for drug in drugs),
        (call(_APPROVALS, drug=drug) for drug in drugs if by_search),
    )
    claims = {drug: claimed_year(page) for drug, page in zip(drugs, entries, strict=True)}
    (risk,), records = yield from together(
        [heart_risk(patient, rate, diabetes=patient["diabetes"])],
        (call(_APPROVAL, page, application_number=application(page)) for page in entries if not by_search),
    )
    percent = risk.data["ten_year_cvd_risk_percent"]
    require_clear(percent, _RISKY, 0.2)
    years = {
        drug: int(approval_date(result)[:4]) for drug, result in zip(drugs, searched or records, strict=True)
    }
    wrong = [drug for drug in drugs if claims[drug] != years[drug]]
    checked = validation("the year of a drug's approval", (_DRUG, _APPROVAL), drugs, wrong)
    mildest, often, known = _mildest(drugs, safety)
    row, most = (strict, _STRICT) if percent >= _RISKY else (free, _FREE)
    fruit, last = yield [
        call(_FRUIT, risk, fruit_name=row[0]),
        call(_TRIALS, *safety, interventions=[mildest]) if often else call(_LABELS, *safety, name=mildest),
    ]
    follow = (
        call(_PROTOCOL, last, nct_id=entry(parts(last)[0], "NCT"))
        if often
        else call(_LABEL, last, set_id=entry(last, "Set ID"), sections=["storage"])
    )
    require(_sugar(fruit) > most, "the first fruit fits.")
    fruit, followed = yield [call(_FRUIT, fruit, fruit_name=row[1]), follow]
    for name in row[2:]:
        if _sugar(fruit) <= most:
            break
        (fruit,) = yield [call(_FRUIT, fruit, fruit_name=name)]
    require(_sugar(fruit) <= most, "no fruit fits.")
    fields = {
        "rate": stated(float(rate.data), Tolerance(absolute=0.5)),
        "risk": stated(percent, Tolerance(absolute=0.06)),
        "fruit": stated(fruit.data["name"]),
        "sugar": stated(fruit.data["nutritions"]["sugar"], Tolerance(absolute=0.02)),
        "mismatches": table("drug", wrong, entry=claims, record=years),
        **known,
        "number": stated(total(last) if often else int(entry(followed, "Version"))),
        "enrollment": stated(whole(followed, "Enrollment")) if often else NOTHING,
    }
    decision = branch(
        "the drug with the lowest share of serious reports has more reports than the mean",
        holds=often,
        met={"tools": [_TRIALS, _PROTOCOL]},
        unmet={"tools": [_LABELS, _LABEL]},
    )
    return solution(fields, branches=[decision], validations=[checked])


def _mildest(drugs: list[str], safety: list[CallResult]) -> tuple[str, bool, dict[str, Expected]]:
    """Return the drug with the lowest share of serious reports, whether it has many, and the fields for both."""
    reports = [whole(result, "Reports") for result in safety]
    serious = [whole(result, "Serious") for result in safety]
    share = [100 * part / every for part, every in zip(serious, reports, strict=True)]
    require_lead(share, 0.2, lowest=True)
    index = share.index(min(share))
    own, average = reports[index], mean(reports)
    require_clear(own, average, 1)
    fields = {
        "mildest": computed(drugs[index], (*reports, *serious)),
        "share": computed(round(share[index], 1), (*reports, *serious), Tolerance(absolute=0.06)),
        "often": computed(own > average, reports),
    }
    return drugs[index], own > average, fields


def _sugar(fruit: CallResult) -> float:
    return float(fruit.data["nutritions"]["sugar"])


def _and(things: list[str]) -> str:
    return f"{', '.join(things[:-1])} and {things[-1]}"


_LOCATIONS, _ORGANIZATION = "BioMCP/trial_locations_getter", "BioMCP/nci_organization_getter"
_BODY = "Medical Calculator/bmi_bsa_calculator"
_HOMA, _BOTH = "Medical Calculator/homa_ir", "Medical Calculator/egfr_epi_cr_cys"
_FLUIDS = "Medical Calculator/maintenance_fluids"
_PUGH, _CLEARANCE = "Medical Calculator/child_pugh_score", "Medical Calculator/crcl_cockcroft_gault"
_DISEASES = ("Type 2 diabetes", "Heart failure", "Hypertension", "Asthma", "Rheumatoid arthritis")
_TIERS = (
    ("grape", "mango", "lychee", "cherry"),
    ("banana", "apple", "persimmon"),
    ("pineapple", "pear", "blueberry", "plum"),
    ("orange", "kiwi", "guava", "apricot"),
    ("peach", "papaya", "nectarine", "honeydew"),
    ("strawberry", "blackberry", "raspberry"),
)
_MOST = 6
_ORGANS = "Severe liver or kidney disease"
_FIRST = 10


def trial_kitchen(draw: TaskDraw) -> TaskSpec:
    """Make a task on a trial for a patient, and fruit for its participants."""
    disease, age = draw.turn(_DISEASES, "disease"), draw.whole(66, 74, "age")
    male = draw.pick((True, False), "male")
    weight, inches = draw.whole(62, 104, "weight"), draw.whole(61, 73, "inches")
    height, grams = round(inches * 2.54), 50 * draw.whole(2, 5, "grams")
    row = [draw.pick(tier, "fruit", rank) for rank, tier in enumerate(_TIERS)]
    patient = {"age": age, "male": male, "weight": weight, "height": inches}
    levels = {
        "creatinine": draw.whole(9, 17, "creatinine") / 10,
        "cystatin": draw.whole(9, 16, "cystatin") / 10,
        "insulin": draw.whole(8, 24, "insulin"),
        "glucose": draw.whole(92, 148, "glucose"),
        "bilirubin": draw.whole(7, 27, "bilirubin") / 10,
        "albumin": draw.whole(29, 44, "albumin") / 10,
        "inr": draw.whole(10, 19, "inr") / 10,
    }
    return TaskSpec(
        words={
            "disease": disease.lower(),
            "age": age,
            "kind": "man" if male else "woman",
            "kind_word": "father" if male else "mother",
            "weight": weight,
            "height": height,
            "inches": inches,
            "grams": grams,
            "first": _FIRST,
            "fruits": f"{', '.join(row[:-1])} and {row[-1]}",
            "most": _MOST,
            **levels,
        },
        plans=(partial(_trial_kitchen_plan, disease, {**patient, **levels}, row, grams),),
    )


def _trial_kitchen_plan(disease: str, patient: dict[str, Any], row: list[str], grams: int) -> Plan:
    search, body, homa, fruit = yield [
        call(_TRIALS, conditions=[disease], recruiting_status="OPEN", page_size=_FIRST),
        call(_BODY, weight=patient["weight"], height=round(patient["height"] * 2.54)),
        call(_HOMA, fasting_insulin=patient["insulin"], fasting_glucose=patient["glucose"]),
        call(_FRUIT, fruit_name=row[0]),
    ]
    trials = [entry(part, "NCT") for part in parts(search)]
    *read, fruit = yield [
        *(call(_PROTOCOL, search, nct_id=nct) for nct in trials),
        call(_FRUIT, fruit, fruit_name=row[1]),
    ]
    protocols = {
        nct: result for nct, result in zip(trials, read, strict=True) if oldest_age(result) >= patient["age"]
    }
    require(len(protocols) > 1, "few trials admit the age.")
    sizes = {nct: whole(protocol, "Enrollment") for nct, protocol in protocols.items()}
    trial = leader(sizes, 1)
    strict = _ORGANS in protocols[trial].text
    fields: dict[str, Expected] = {
        "bmi": stated(body.data["bmi"], Tolerance(absolute=0.06)),
        "homa": stated(float(homa.data), Tolerance(absolute=0.02)),
        "trial": computed(trial, (trial, *sizes.values())),
        "strict": computed(strict, (trial,)),
        **dict.fromkeys(("rate", "points", "clearance", "fluid", "sites", "contact"), NOTHING),
    }
    known, fruit = yield from (
        _organs(patient, fruit, row, *read) if strict else _sites(trial, fruit, row, *read)
    )
    fields |= known
    for name in row[4:]:
        require(fruit.data["nutritions"]["sugar"] > _MOST, "an earlier fruit fits.")
        (fruit,) = yield [call(_FRUIT, fruit, fruit_name=name)]
    sugar, kcal = (fruit.data["nutritions"][name] for name in ("sugar", "calories"))
    require(sugar <= _MOST, "no fruit fits.")
    fields["fruit"] = stated(fruit.data["name"])
    fields["energy"] = computed(
        round(sizes[trial] * grams / 100 * kcal), (sizes[trial], kcal), Tolerance(relative=0.002)
    )
    decision = branch(
        f"the largest open trial of {disease} that admits the age excludes severe organ disease",
        holds=strict,
        met={"tools": [_BOTH, _PUGH, _CLEARANCE]},
        unmet={"tools": [_LOCATIONS, _ORGANIZATION]},
    )
    return solution(fields, branches=[decision])


def _organs(
    patient: dict[str, Any], fruit: CallResult, row: list[str], *read: CallResult
) -> Steps[tuple[dict[str, Expected], CallResult]]:
    """Compute how kidneys and liver work, and look at two more fruits."""
    kidneys, liver, clearance, fruit = yield [
        call(
            _BOTH,
            *read,
            scr=patient["creatinine"],
            scys=patient["cystatin"],
            age=patient["age"],
            male=patient["male"],
        ),
        call(
            _PUGH,
            *read,
            bilirubin=patient["bilirubin"],
            albumin=patient["albumin"],
            inr=patient["inr"],
            ascites="absent",
            encephalopathy_grade=0,
        ),
        creatinine_clearance(patient, *read),
        call(_FRUIT, fruit, fruit_name=row[2]),
    ]
    used = clearance.data[f"{clearance.data['weight_used']}_weight_kg"]
    fluid, fruit = yield [
        call(_FLUIDS, clearance, weight_kg=used),
        call(_FRUIT, fruit, fruit_name=row[3]),
    ]
    fields = {
        "fluid": stated(float(fluid.data), Tolerance(absolute=0.5)),
        "rate": stated(kidneys.data["eGFR"], Tolerance(absolute=0.5)),
        "points": stated(int(liver.data)),
        "clearance": stated(clearance.data["creatinine_clearance"], Tolerance(absolute=0.2)),
    }
    return fields, fruit


def _sites(
    trial: str, fruit: CallResult, row: list[str], *read: CallResult
) -> Steps[tuple[dict[str, Expected], CallResult]]:
    """Look up the sites of a trial and the contact of the first, and look at two more fruits."""
    places, fruit = yield [
        call(_LOCATIONS, *read, nct_id=trial),
        call(_FRUIT, fruit, fruit_name=row[2]),
    ]
    home, fruit = yield [
        call(_ORGANIZATION, places, organization_id=sites(places)[0].code),
        call(_FRUIT, fruit, fruit_name=row[3]),
    ]
    fields = {
        "sites": computed(len(sites(places)), [site.code for site in sites(places)]),
        "contact": stated(entry(home, "Contact").rpartition(", ")[0]),
    }
    return fields, fruit


FAMILY = cross_family(
    number=5,
    name="medical_calculator_fruityvice_biomcp",
    title="Medical Calculator, FruityVice and BioMCP",
    servers=("Medical Calculator", "FruityVice", "BioMCP"),
    tasks=(drug_choice, trial_kitchen),
)
